import type { ReactNode } from 'react'

/** Notes beside a form or a text: a narrow column with hairlines. */
export function SideNotes({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className="side-notes">
      {children}
    </aside>
  )
}

export function SideNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
