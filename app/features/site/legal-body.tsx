import { Section } from '#app/ui/sections.tsx'
import type { LegalBody } from './site.ts'

/** The sections of a legal page. */
export function LegalText({ body }: { body: LegalBody }) {
  return body.sections.map(({ heading, paragraphs, items, facts }) => (
    <Section key={heading} title={heading}>
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {items.length > 0 && (
        <ul>
          {items.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {facts.length > 0 && (
        <dl>
          {facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </Section>
  ))
}
