import icons from '../fact-icons.svg'
import { factGroups } from '../fact-rows.ts'
import type { PropertyView } from '../properties.ts'
import { SampleNote } from '../sample-note.tsx'

/** The known facts with icons, in groups; nothing when none is known. */
export function PropertyDetails({ property: { facts, rooms } }: { property: PropertyView }) {
  const groups = factGroups(facts, rooms)
  if (groups.length === 0) return null
  const sample = facts.sample?.some((name) => name !== 'rooms')
  return (
    <section id="details" aria-labelledby="details-heading" className="property-details">
      <h2 id="details-heading" className="heading-section mb-6">
        Practical details
      </h2>
      <div className="details">
        {groups.map(({ name, rows }) => (
          <div key={name} className="details-group">
            <h3 className="mb-1 font-display text-xl">{name}</h3>
            <ul>
              {rows.map(({ icon, text, note }) => (
                <li key={icon} className="detail">
                  <FactIcon name={icon} />
                  <span>
                    {text}
                    {note && <span className="detail-note">{note}</span>}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {sample && <SampleNote>Sample details</SampleNote>}
    </section>
  )
}

/** A drawing of the sprite, in the color and size of the text. Decorative: the words beside it say the same. */
export function FactIcon({ name }: { name: string }) {
  return (
    <svg className="fact-icon" aria-hidden="true">
      <use href={`${icons}#${name}`} />
    </svg>
  )
}
