import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, hourInZone } from '#app/shared/dates.ts'
import type { Stay } from '#app/shared/stay.ts'
import type { Refusal } from '#app/shared/stay-refusal.ts'
import { type HomeMoment, judgeDates, judgeParty } from './stay-rules.ts'

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
export function judgeAnywhere({ clock, config }: Pick<Services, 'clock' | 'config'>, stay: Stay): Refusal | null {
  const now = clock.now()
  const behind = judgeDates(stay, dateInZone(now, LAST_ZONE), config)
  const dates = behind?.reason === 'too-far' ? judgeDates(stay, dateInZone(now, FIRST_ZONE), config) : behind
  return dates ?? judgeParty(ANY_HOME, stay)
}

/** The date and the hour at a home. */
export function momentIn(timeZone: string, now: Date): HomeMoment {
  return { today: dateInZone(now, timeZone), hour: hourInZone(now, timeZone) }
}
