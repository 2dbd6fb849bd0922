import { listOf, WEEKDAYS } from '#app/features/pricing/night-groups.ts'
import { ofWeekday, type PricingRules, type Season, seasonsOf } from '#app/features/pricing/rates.ts'
import { addDays, formatDate, formatMonth, type IsoDate, weekday } from '#app/shared/dates.ts'
import { type Refusal, refuse } from '#app/shared/stay-refusal.ts'

/** The minimum nights of a stay that begins on this date: by date, by weekday in its season, or by season. */
export function minimumStayOn(rules: PricingRules, checkIn: IsoDate): number {
  const ofDate = rules.overrides[checkIn]?.minimumStay
  if (ofDate) return ofDate
  const [season] = seasonsOf(rules, checkIn)
  const date = { seasonId: season?.id ?? null, date: checkIn }
  return ofWeekday(rules.arrivalMinimums, (row) => row.minimumStay, date) ?? season?.minimumStay ?? rules.minimumStay
}

/** The arrival weekdays around this date, and the part of the year they apply to; null means any. */
function daysAround(rules: PricingRules, date: IsoDate): { days: readonly number[]; season: Season | null } | null {
  const season = seasonsOf(rules, date).find(({ checkInDays }) => checkInDays !== null) ?? null
  const days = season ? season.checkInDays : rules.checkInDays
  return days && { days, season }
}

/** Whether a stay may begin on this weekday. */
export function checkArrivalDay(rules: PricingRules, checkIn: IsoDate): Refusal | null {
  const around = daysAround(rules, checkIn)
  if (!around || around.days.includes(weekday(checkIn))) return null
  return refuse('arrival-day', `Arrivals are on ${daysWords(around)}.`, 'checkIn')
}

/**
 * Whether a stay may end on this weekday. Where its last night has arrival days, guests also leave on one of them. Otherwise
 * the nights up to the next arrival could not be booked.
 */
export function checkDepartureDay(rules: PricingRules, checkOut: IsoDate): Refusal | null {
  const around = daysAround(rules, addDays(checkOut, -1))
  if (!around || around.days.includes(weekday(checkOut))) return null
  return refuse('departure-day', `Departures are on ${daysWords(around)}.`, 'checkOut')
}

/** `Saturdays in July`, `Fridays and Saturdays from December 15 to April 10`. */
function daysWords({ days, season }: { days: readonly number[]; season: Season | null }): string {
  const names = listOf([...days].sort().map((day) => `${WEEKDAYS[day]}s`))
  return season ? `${names} ${periodWords(season)}` : names
}

// Any leap year: a season may end on February 29.
function periodWords({ startsOn, endsOn }: Season): string {
  const [first, last] = [`2028-${startsOn}`, `2028-${endsOn}`]
  const isMonth = startsOn.endsWith('-01') && startsOn < endsOn && addDays(last, 1).endsWith('-01')
  if (isMonth && startsOn.slice(0, 2) === endsOn.slice(0, 2)) return `in ${formatMonth(first).split(' ')[0]}`
  const dayOf = (date: IsoDate) => formatDate(date, 'day').split(', ')[1]
  return `from ${dayOf(first)} to ${dayOf(last)}`
}
