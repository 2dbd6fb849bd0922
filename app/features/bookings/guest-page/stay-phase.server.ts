import { dateInZone, hourInZone } from '#app/shared/dates.ts'
import { wallClock } from '../stay-ics.ts'
import type { StayPhase, StayView } from './stays.ts'

type Stay = Pick<StayView, 'checkInDate' | 'checkOutDate'> & {
  home: Pick<StayView['home'], 'timeZone' | 'checkOutTime'>
}

/**
 * Where the stay is by the home's clock. It begins with the day of check-in. The hour of check-out still belongs to it: a guest who
 * carries the last bag out is not thanked for having come. Where the time is no time of a clock, the whole day does.
 */
export function phaseOf({ checkInDate, checkOutDate, home }: Stay, now: Date): StayPhase {
  const today = dateInZone(now, home.timeZone)
  if (today < checkInDate) return 'ahead'
  if (today !== checkOutDate) return today < checkOutDate ? 'now' : 'over'
  const leaving = wallClock(checkOutDate, home.checkOutTime)?.hour ?? 23
  return hourInZone(now, home.timeZone) > leaving ? 'over' : 'now'
}
