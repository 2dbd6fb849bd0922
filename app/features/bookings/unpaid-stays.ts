import { addDays, formatDate, type IsoDate } from '#app/shared/dates.ts'
import { type BookingSource, isPaidElsewhere } from './booking-sources.ts'
import type { BookingMoney } from './booking-summary.ts'

/** Nobody loses a stay sooner than so many days after they were told. */
const NOTICE_DAYS = 2

type UnpaidStay = {
  money: Pick<BookingMoney, 'isRecorded' | 'toPay'>
  source: BookingSource
  checkIn: IsoDate
  today: IsoDate
  /** So many days late; null where the operator did not choose it. */
  cancelUnpaidDays: number | null
  /** The last day that the guest was told; null while nobody told it. */
  announced: IsoDate | null
}

/**
 * The last day to pay before a stay of which nothing is paid is canceled automatically. Null where it never is:
 * without an agreed day, with any payment recorded, of a platform. Nor where the stay would have begun by then.
 */
export function lastDayToPay(stay: UnpaidStay): IsoDate | null {
  const { money, source, checkIn, today, cancelUnpaidDays, announced } = stay
  const [first] = money.toPay
  if (cancelUnpaidDays === null || money.isRecorded || isPaidElsewhere(source) || !first?.dueOn) return null
  const last = [addDays(first.dueOn, cancelUnpaidDays), announced ?? addDays(today, NOTICE_DAYS)].sort().at(-1) ?? ''
  return last < checkIn ? last : null
}

/** The guest's text, with a reminder and on their page. */
export const cancelsAfterWords = (last: IsoDate) =>
  `If nothing is paid by ${formatDate(last, 'long')}, the booking is canceled and the dates open up again.`
