import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { paymentRows } from '../booking-summary.ts'
import { PriceList } from '../quotes/price-list.tsx'
import type { GuestPage } from './guest-page.ts'

type Row = [label: string, value: string]

/** Dates, place and party; house rules and, unless the arrival guide has it, the address once the stay is confirmed. */
export function BookingDetails({ stay }: { stay: GuestPage }) {
  const { property, reference, party, guest, rules } = stay
  const rows: Row[] = [
    ['Reference', reference],
    ['Check-in', `${formatDate(stay.checkInDate, 'long')}, from ${property.checkInTime}`],
    ['Check-out', `${formatDate(stay.checkOutDate, 'long')}, by ${property.checkOutTime}`],
    ...(stay.arrivalGuide?.isOpen
      ? []
      : [[stay.status === 'confirmed' && property.hasStreet ? 'Address' : 'Where', property.address] as Row]),
    ['Guests', partyWords(party)],
    ...(guest ? [['Booked by', `${guest.name}, ${guest.email}`] as Row] : []),
    ...(stay.specialRequests ? [['Your note', stay.specialRequests] as Row] : []),
  ]
  return (
    <section aria-labelledby="details-heading">
      <h2 id="details-heading" className="heading-small">
        Your stay
      </h2>
      <dl className="stay-details">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {rules.length > 0 && stay.phase !== 'over' && (
        <>
          <h3 className="font-display text-xl">Good to know</h3>
          <ul className="flex flex-col gap-1.5">
            {rules.map((rule) => (
              <li key={rule} className="measure">
                {rule}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

export function StayPrice({ stay }: { stay: GuestPage }) {
  const paid = paymentRows(stay)
  return (
    <section aria-labelledby="price-heading">
      <h2 id="price-heading" className="heading-small">
        Price details
      </h2>
      <PriceList {...stay} />
      {paid.length > 0 && (
        <>
          <h3 className="font-display text-xl">Payments</h3>
          <dl className="quote-lines">
            {paid.map(([label, amount]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{formatMoney(amount)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {stay.quotePath && (
        <p>
          <a className="link" href={stay.quotePath}>
            Receipt, to share or split
          </a>
        </p>
      )}
    </section>
  )
}
