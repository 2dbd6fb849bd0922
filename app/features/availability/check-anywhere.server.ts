import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, hourInZone } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'
import type { Refusal } from '#app/shared/stay-refusal.ts'
import { checkDates, checkParty, type LocalTime } from './stay-rules.ts'

/** The zones whose calendars are furthest behind and furthest ahead. */
export const LAST_ZONE = 'Etc/GMT+12'
const FIRST_ZONE = 'Etc/GMT-14'

/** Capacity does not matter to these: any party may ask whether anything is free. */
const ANY_HOME = {
  maxGuests: Number.POSITIVE_INFINITY,
  maxInfants: Number.POSITIVE_INFINITY,
  maxPets: Number.POSITIVE_INFINITY,
}

/** What is wrong with the dates in every zone, and with the party in every home. */
export function checkStayAnywhere({ clock, config }: Pick<Services, 'clock' | 'config'>, stay: Stay): Refusal | null {
  const now = clock.now()
  const behind = checkDates(stay, dateInZone(now, LAST_ZONE), config)
  const dates = behind?.reason === 'too-far' ? checkDates(stay, dateInZone(now, FIRST_ZONE), config) : behind
  return dates ?? checkParty(ANY_HOME, stay)
}

/** The date and the hour at a home. */
export function localTimeIn(timeZone: string, now: Date): LocalTime {
  return { today: dateInZone(now, timeZone), hour: hourInZone(now, timeZone) }
}
