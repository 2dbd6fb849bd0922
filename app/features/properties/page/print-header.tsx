import { formatDate } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'
import type { PropertyView } from '../properties.ts'

/** The header of the printed page, a sheet for the refrigerator: dates, address, contact. Hidden on screen. */
export function PrintHeader({
  property,
  stay,
  email,
  address,
}: {
  property: PropertyView
  stay: Stay | null
  email: string
  /** The URL of the page. */
  address: string
}) {
  const { city, region, postalCode } = property.address
  const lines = [
    ...(stay
      ? [
          {
            name: 'Your stay',
            text: `${formatDate(stay.checkIn, 'long')}, to ${formatDate(stay.checkOut, 'long')}`,
          },
        ]
      : []),
    { name: 'Where', text: [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ') },
    { name: 'Questions', text: [email, property.host.phone].filter(Boolean).join(', ') },
    { name: 'This page', text: address },
  ].filter(({ text }) => text)
  return (
    <dl className="stay-sheet">
      {lines.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
