import { dateInZone, hourInZone } from '#app/shared/dates.ts'
import { wallClock } from '../booking-calendar.ts'
import type { GuestPage, StayPhase } from './guest-page.ts'

type StayDates = Pick<GuestPage, 'checkInDate' | 'checkOutDate'> & {
  property: Pick<GuestPage['property'], 'timeZone' | 'checkOutTime'>
}

/**
 * The phase of a stay in the property's time zone. It begins with the day of check-in and includes the hour of
 * check-out. It includes the whole day if the check-out time cannot be parsed.
 */
export function phaseOf({ checkInDate, checkOutDate, property }: StayDates, now: Date): StayPhase {
  const today = dateInZone(now, property.timeZone)
  if (today < checkInDate) return 'ahead'
  if (today !== checkOutDate) return today < checkOutDate ? 'now' : 'over'
  const leaving = wallClock(checkOutDate, property.checkOutTime)?.hour ?? 23
  return hourInZone(now, property.timeZone) > leaving ? 'over' : 'now'
}
