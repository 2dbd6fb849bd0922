import type { StayMoment } from '#app/features/bookings/stay-moments.ts'
import { planMessages } from '#app/features/guest-messages/due-messages.ts'
import type { stayMessages } from '#app/features/guest-messages/guest-messages.tables.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { StayRows } from './stay-rows.ts'

type Row = typeof stayMessages.$inferInsert

/** An arrival guide opens so many days before check-in. */
const GUIDE_DAYS = 7

/**
 * What became of each moment of a stay: those before the start have left, and those to come are skipped. Nobody reads
 * the address of a sample, so no job ever writes to it.
 */
export function messagesOf({ stay: { isLate }, booking, timeZone }: StayRows, now: Date): Row[] {
  const { id: bookingId, status, guestEmail, checkInDate, checkOutDate, paymentSchedule, createdAt } = booking
  if (status !== 'confirmed' || guestEmail === '') return []
  const dates = { checkInDate, checkOutDate, timeZone, isLate: false, hasReview: false }
  const planOf = (dueOn: IsoDate | null) =>
    planMessages({ ...dates, dueOn, guideOpensOn: addDays(checkInDate, -GUIDE_DAYS) })
  const ofPayments: StayMoment[] = ['balance-due', 'not-paid']
  const planned = [
    ...planOf(null),
    ...(paymentSchedule ?? []).flatMap(({ dueOn }) =>
      planOf(dueOn).filter(({ moment }) => ofPayments.includes(moment)),
    ),
  ]
  const isKnown = new Set<string>()
  return planned.flatMap(({ moment, anchor, at, until }): Row[] => {
    const key = `${moment} ${anchor}`
    if (isKnown.has(key)) return []
    isKnown.add(key)
    const isMissed = createdAt && at < createdAt
    const isPaid = moment === 'not-paid' && (!isLate || anchor !== paymentSchedule?.at(-1)?.dueOn)
    if (at < now && !isMissed && !isPaid) return [{ bookingId, moment, anchor, sentAt: at }]
    return until > now ? [{ bookingId, moment, anchor, skippedAt: now }] : []
  })
}
