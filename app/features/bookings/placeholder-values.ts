import type { GuideDates } from '#app/features/properties/arrival-guide.ts'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { firstName } from '#app/shared/greeting.ts'
import { formatAmount } from '#app/shared/money.ts'
import { listOf } from '#app/shared/words.ts'
import { type BookingSummary, moneyOf, stayDates } from './booking-summary.ts'
import { type PlaceholderValues, reviewUrlOf } from './moments.ts'

type Stay = { booking: BookingSummary; stayUrl: string; guide: GuideDates | null }

/** The values of the placeholders of a text for this stay. */
export function valuesOf({ booking, stayUrl, guide }: Stay): PlaceholderValues {
  const { property, guest, checkInDate, checkOutDate, reference } = booking
  const [next] = moneyOf(booking).toPay
  const day = (date: IsoDate | null | undefined) => (date ? formatDate(date, 'long') : '')
  return {
    guest: firstName(guest.name),
    home: property.name,
    dates: stayDates(booking),
    'check-in': day(checkInDate),
    'check-in time': property.checkInTime,
    'check-out': day(checkOutDate),
    'check-out time': property.checkOutTime,
    due: next ? formatAmount(next.amount) : '',
    'due date': day(next?.dueOn),
    'in the guide': listOf(guide?.parts ?? []),
    reference,
    'stay link': stayUrl,
    'review link': reviewUrlOf(stayUrl),
  }
}
