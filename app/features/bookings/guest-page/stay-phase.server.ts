import { dateInZone, hourInZone } from '#app/shared/dates.ts'
import { wallClock } from '../stay-ics.ts'
import type { GuestPage, StayPhase } from './guest-page.ts'

type Stay = Pick<GuestPage, 'checkInDate' | 'checkOutDate'> & {
  property: Pick<GuestPage['property'], 'timeZone' | 'checkOutTime'>
}

/**
 * Where the stay is by the home's clock. It begins with the day of check-in. The hour of check-out still belongs to it: a guest who
 * carries the last bag out is not thanked for having come. Where the time is no time of a clock, the whole day does.
 */
export function phaseOf({ checkInDate, checkOutDate, property }: Stay, now: Date): StayPhase {
  const today = dateInZone(now, property.timeZone)
  if (today < checkInDate) return 'ahead'
  if (today !== checkOutDate) return today < checkOutDate ? 'now' : 'over'
  const leaving = wallClock(checkOutDate, property.checkOutTime)?.hour ?? 23
  return hourInZone(now, property.timeZone) > leaving ? 'over' : 'now'
}
