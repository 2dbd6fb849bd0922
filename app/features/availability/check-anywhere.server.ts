import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, hourInZone } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'
import type { Refusal } from '#app/shared/stay-refusal.ts'
import { checkDates, checkParty, type LocalTime } from './stay-rules.ts'

/** The time zones furthest behind and furthest ahead. */
export const LAST_ZONE = 'Etc/GMT+12'
const FIRST_ZONE = 'Etc/GMT-14'

/** Without capacity limits: any party may ask whether anything is free. */
const ANY_PROPERTY = {
  maxGuests: Number.POSITIVE_INFINITY,
  maxInfants: Number.POSITIVE_INFINITY,
  maxPets: Number.POSITIVE_INFINITY,
}

/** Why the dates are invalid in every zone, or the party in every property. */
export function checkStayAnywhere({ clock, config }: Pick<Services, 'clock' | 'config'>, stay: Stay): Refusal | null {
  const now = clock.now()
  const behind = checkDates(stay, dateInZone(now, LAST_ZONE), config)
  const dates = behind?.reason === 'too-far' ? checkDates(stay, dateInZone(now, FIRST_ZONE), config) : behind
  return dates ?? checkParty(ANY_PROPERTY, stay)
}

/** The local date and hour at a property. */
export function localTimeIn(timeZone: string, now: Date): LocalTime {
  return { today: dateInZone(now, timeZone), hour: hourInZone(now, timeZone) }
}
