import { STAY_MOMENTS, type StayMoment } from '#app/features/bookings/stay-moments.ts'
import { addDays, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import { instantOfWallTime, isBetweenHours } from '#app/shared/wall-time.ts'

/** The facts of a stay that decide when its messages are sent. Days and hours are the home's. */
export type MessageStay = {
  checkInDate: IsoDate
  checkOutDate: IsoDate
  timeZone: string
  /** The day of the next payment that the guest makes themselves; null for none. */
  dueOn: IsoDate | null
  /** The day on which the arrival guide opens; null for none. */
  guideOpensOn: IsoDate | null
  /** Something is not paid whose agreed day is over, or a card refused it. */
  isLate: boolean
  /** The guest has written a review already. */
  hasReview: boolean
}

/** A moment of a stay. It leaves from `at` on, and is of no use from `until` on. */
export type PlannedMessage = { moment: StayMoment; anchor: IsoDate; at: Date; until: Date }

/** A reminder comes so many days before a payment is due. */
const REMIND_DAYS = 3
const THANKS_DAYS = 3
/** A review is asked for so many days after check-out, and not much later. */
const [REVIEW_AFTER, REVIEW_UNTIL] = [2, 7]

/** Nobody is written to before and after these hours at the home. */
export const WRITING_HOURS = { from: 8, to: 21 }

/** Messages of one stay are at least so far apart: a late booking does not get all at once. */
const APART_MS = 3_600_000

type Times = { anchor: IsoDate; on: IsoDate; hour: number; untilOn: IsoDate; untilHour: number }

/** When each moment is, as days and hours at the home; null where the stay has none. */
const TIMES: Record<StayMoment, (stay: MessageStay) => Times | null> = {
  'balance-due': ({ dueOn }) =>
    dueOn === null
      ? null
      : { anchor: dueOn, on: addDays(dueOn, -REMIND_DAYS), hour: 10, untilOn: addDays(dueOn, 1), untilHour: 0 },
  'not-paid': ({ dueOn, checkInDate }) =>
    dueOn === null ? null : { anchor: dueOn, on: addDays(dueOn, 1), hour: 10, untilOn: checkInDate, untilHour: 12 },
  'arrival-guide': ({ guideOpensOn, checkInDate: anchor }) =>
    guideOpensOn === null ? null : { anchor, on: guideOpensOn, hour: 10, untilOn: anchor, untilHour: 18 },
  'day-before': ({ checkInDate: anchor }) => ({
    anchor,
    on: addDays(anchor, -1),
    hour: 16,
    untilOn: anchor,
    untilHour: 0,
  }),
  'first-morning': ({ checkInDate: anchor, checkOutDate }) =>
    nightsBetween(anchor, checkOutDate) < 2
      ? null
      : { anchor, on: addDays(anchor, 1), hour: 9, untilOn: addDays(anchor, 1), untilHour: 20 },
  'last-day': ({ checkInDate, checkOutDate: anchor }) =>
    nightsBetween(checkInDate, anchor) < 2
      ? null
      : { anchor, on: addDays(anchor, -1), hour: 17, untilOn: anchor, untilHour: 0 },
  // Guests who still owe something are not thanked. If they pay in time, they are.
  thanks: ({ checkOutDate: anchor, isLate }) =>
    isLate ? null : { anchor, on: addDays(anchor, 1), hour: 11, untilOn: addDays(anchor, THANKS_DAYS), untilHour: 21 },
  review: ({ checkOutDate: anchor, hasReview }) =>
    hasReview
      ? null
      : {
          anchor,
          on: addDays(anchor, REVIEW_AFTER),
          hour: 11,
          untilOn: addDays(anchor, REVIEW_UNTIL),
          untilHour: 21,
        },
}

/**
 * The instant of a full hour. Where clocks are set forward past it, the next one; null on a day that a place skipped.
 */
function instantOf(day: IsoDate, hour: number, timeZone: string): Date | null {
  const wall = (at: number) => `${day}T${String(at).padStart(2, '0')}:00`
  return instantOfWallTime(wall(hour), timeZone) ?? instantOfWallTime(wall(hour + 1), timeZone)
}

/** Every moment that a stay has, in order. */
export const planMessages = (stay: MessageStay): PlannedMessage[] =>
  STAY_MOMENTS.flatMap((moment) => {
    const times = TIMES[moment](stay)
    if (!times) return []
    const { anchor, on, hour, untilOn, untilHour } = times
    const at = instantOf(on, hour, stay.timeZone)
    const until = instantOf(untilOn, untilHour, stay.timeZone)
    return at && until && at < until ? [{ moment, anchor, at, until }] : []
  }).toSorted((one, other) => one.at.getTime() - other.at.getTime())

/**
 * The message to send now, of those that are not sent, skipped or off; null if there is none. `last` is when the guest
 * was written to before. So a stay that was booked late gets its missed messages in order, an hour apart.
 */
export function dueMessage<Planned extends PlannedMessage>(
  open: readonly Planned[],
  { now, last, timeZone }: { now: Date; last: Date; timeZone: string },
): Planned | null {
  if (!isBetweenHours(now, { ...WRITING_HOURS, timeZone }) || now.getTime() - last.getTime() < APART_MS) return null
  return open.find(({ at, until }) => at <= now && now < until) ?? null
}
