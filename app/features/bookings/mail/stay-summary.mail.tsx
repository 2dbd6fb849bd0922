import { AmountTable, Card, DetailTable, MailLink } from '#app/platform/mail/mail-layout.tsx'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { countOf } from '#app/shared/words.ts'
import type { BookingSummary } from '../booking-summary.ts'

/** The stay and its price. `address` is for guests whose stay is confirmed. */
export function StaySummary({
  booking,
  siteUrl,
  address,
}: {
  booking: BookingSummary
  siteUrl: string
  address?: string
}) {
  const { property, party, nights, lines, total, reference } = booking
  const checkOut = `${formatDate(booking.checkOutDate, 'long')}, by ${property.checkOutTime}`
  return (
    <Card>
      <DetailTable
        rows={[
          [
            'Home',
            <MailLink key="home" href={`${siteUrl}${property.path}`}>
              {property.name}
            </MailLink>,
          ],
          ...(address ? [[booking.property.hasStreet ? 'Address' : 'Where', address] as [string, string]] : []),
          ['Check-in', `${formatDate(booking.checkInDate, 'long')}, from ${property.checkInTime}`],
          ['Check-out', `${checkOut} (${countOf(nights, 'night')})`],
          ['Guests', partyWords(party)],
          ['Reference', reference],
        ]}
      />
      <AmountTable
        rows={lines.map(({ label, amount }) => [label, formatMoney(amount)])}
        total={['Total, taxes and fees included', formatMoney(total)]}
      />
    </Card>
  )
}

/** The guest's details, for the operator. */
export function guestRows({ guest }: BookingSummary): [string, string][] {
  return [
    ['Guest', guest.name],
    ['Email', guest.email],
    ['Phone', guest.phone ?? 'Not given'],
  ]
}
