import type { ReactNode } from 'react'

/** Side facts beside a form or a text: a narrow column with hairlines. */
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
