import { Link } from 'react-router'
import { arrivalLines } from '../arrival-guide.ts'
import type { PropertyView } from '../properties.ts'
import { SampleNote } from '../sample-note.tsx'

type Props = {
  property: PropertyView
  /** When guests pay, in one sentence; null if it is not known here. */
  payment: string | null
  /** Links to arrival and access information. */
  accessPath: string | null
}

/** Times, rules, payment and the cancellation policy, each with its own heading. */
export function GoodToKnow({ property, payment, accessPath }: Props) {
  // Before a booking it would be a third sheet of paper.
  const arrival = arrivalLines(property)
  const groups = [
    {
      name: 'Check-in and check-out',
      lines: [`Check-in from ${property.checkInTime}.`, ...arrival, `Check-out by ${property.checkOutTime}.`],
    },
    {
      name: 'House rules',
      lines: [...property.rules, ...(property.licenseNumber ? [`Rental license ${property.licenseNumber}.`] : [])],
    },
    {
      name: payment ? 'Payment and cancellation' : 'Cancellation',
      lines: [payment ?? '', property.cancellation].filter(Boolean),
    },
  ].filter(({ lines }) => lines.length > 0)
  const sample = property.facts.sample?.some((name) => ['quietHours', 'events', 'damage'].includes(name))
  return (
    <section id="rules" aria-labelledby="rules-heading" className="good-to-know">
      <h2 id="rules-heading" className="heading-section mb-6">
        Good to know
      </h2>
      <div className="facts-columns">
        {groups.map(({ name, lines }) => (
          <div key={name}>
            <h3 className="font-display text-xl">{name}</h3>
            <ul className="mt-1 flex flex-col gap-1.5">
              {lines.map((line) => (
                <li key={line} className={arrival.includes(line) ? 'measure print:hidden' : 'measure'}>
                  {line}
                </li>
              ))}
            </ul>
            {sample && name === 'House rules' && <SampleNote>Sample rules</SampleNote>}
          </div>
        ))}
        {accessPath && (
          <div className="access">
            <h3 className="font-display text-xl">Accessibility</h3>
            <p className="mt-1 measure">
              Stairs, doorways, and beds:{' '}
              <Link className="link" to={accessPath} viewTransition>
                accessibility details
              </Link>
            </p>
          </div>
        )}
      </div>
    </section>
  )
}
