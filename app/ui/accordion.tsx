import { type MouseEvent, type ReactNode, useId } from 'react'

type AccordionSection = { key: string; title: string; count?: string; content: ReactNode }

type AccordionProps = {
  sections: AccordionSection[]
  /** The key of the initially open section; without it all are closed. */
  defaultOpen?: string
}

/** Keeps the pressed heading in place when a section above it closes. By the next frame the browser has done both. */
function stayInPlace({ currentTarget: pressed }: MouseEvent) {
  const place = () => pressed.getBoundingClientRect().top
  const before = place()
  requestAnimationFrame(() => window.scrollBy({ top: place() - before, behavior: 'instant' }))
}

/**
 * One section open at a time, and each can be closed. The browser does it (`<details name>`), so no script is needed.
 */
export function Accordion({ sections, defaultOpen }: AccordionProps) {
  const name = useId()
  return (
    <div className="accordion">
      {sections.map((section) => (
        <details key={section.key} className="accordion-section" name={name} open={section.key === defaultOpen}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary acts as a button */}
          <summary className="accordion-summary" onClick={stayInPlace}>
            <h3 className="accordion-title">{section.title}</h3>
            {section.count && <span className="accordion-count">{section.count}</span>}
            <svg
              className="accordion-mark"
              viewBox="0 0 14 14"
              width="0.875rem"
              height="0.875rem"
              fill="none"
              stroke="currentColor"
              aria-hidden="true"
            >
              <path d="M2 5l5 5 5-5" strokeWidth="1.5" />
            </svg>
          </summary>
          <div className="accordion-body">{section.content}</div>
        </details>
      ))}
    </div>
  )
}
