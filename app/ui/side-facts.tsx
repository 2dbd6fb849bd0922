import type { ReactNode } from 'react'

/** Facts beside a form or a text: a narrow column of hairlines. */
export function SideFacts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside aria-label={label} className="side-facts">
      {children}
    </aside>
  )
}

export function SideFact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <div>{children}</div>
    </section>
  )
}
