import type { ReactNode } from 'react'
import { slugOf } from '#app/shared/slug.ts'

/** A section of a long text, with its heading beside it. Its id is derived from the title by default. */
export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id ?? slugOf(title)} className="text-section">
      <h2>{title}</h2>
      <div className="text-section-body">{children}</div>
    </section>
  )
}

/** Links to the sections of a text, by their titles. */
export function SectionLinks({ titles }: { titles: string[] }) {
  return (
    <nav aria-label="On this page" className="text-section-links">
      <h2>On this page</h2>
      <ul>
        {titles.map((title) => (
          <li key={title}>
            <a href={`#${slugOf(title)}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
