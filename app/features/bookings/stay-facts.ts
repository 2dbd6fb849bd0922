import type { QuoteLine } from '#app/features/availability/availability.ts'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, formatMoney } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import type { Party } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'

/** A booking with its home, as mails and the guest's page tell it. */
export type StayFacts = {
  reference: string
  guest: { name: string; email: string; phone: string | null }
  specialRequests: string | null
  checkInDate: IsoDate
  checkOutDate: IsoDate
  nights: number
  party: Party
  lines: QuoteLine[]
  total: Cents
  home: {
    name: string
    path: string
    address: string
    timeZone: string
    checkInTime: string
    checkOutTime: string
  }
}

/** The stay line by line: names and values. */
export function stayRows({ home, party, nights, lines, total, ...stay }: StayFacts): [string, string][] {
  return [
    ['Reference', stay.reference],
    ['Home', home.name],
    ['Check-in', `${formatDate(stay.checkInDate, 'long')}, from ${home.checkInTime}`],
    ['Check-out', `${formatDate(stay.checkOutDate, 'long')}, by ${home.checkOutTime}`],
    ['Nights', countOf(nights, 'night')],
    ['Who comes', partyWords(party)],
    ...lines.map(({ label, amount }): [string, string] => [label, formatMoney(amount)]),
    ['Total, all included', formatMoney(total)],
  ]
}

/** Its dates in a subject: `Thu, Jul 1 to Mon, Jul 5`. */
export function stayDates({ checkInDate, checkOutDate }: StayFacts): string {
  return `${formatDate(checkInDate)} to ${formatDate(checkOutDate)}`
}

/** What the log of mails may know of it. */
export function stayPayload({ reference, home, checkInDate, checkOutDate }: StayFacts) {
  return { reference, home: home.path.replace('/property/', ''), checkIn: checkInDate, checkOut: checkOutDate }
}
