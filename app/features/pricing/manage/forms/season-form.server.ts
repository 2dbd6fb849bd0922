import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { SeasonSettings } from '#app/features/pricing/price-settings.ts'
import { isInSeason, nightsOfSeason, type SeasonDates, seasonsOf } from '#app/features/pricing/rates.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { addDays, eachNight, type IsoDate, isIsoDate } from '#app/shared/dates.ts'
import { refuse } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { monthDay, seasonSpan } from '../price-words.ts'
import { ratesOf } from './nightly-form.server.ts'
import { checkInDaysOf, minimumsOf, SEASON_FIELDS } from './price-fields.ts'
import { priceForm, sameName, withItem } from './price-form.server.ts'
import { isLonger } from './rule-forms.server.ts'

/** The days of a leap year: a season may end on February 29. */
const YEAR = eachNight('2028-01-01', '2029-01-01')

/** A new season, or one with an `id`. */
export const seasonForm = priceForm(
  formOf(SEASON_FIELDS),
  ({ name, starts: startsOn, ends: endsOn, year, rates, minimumStay, minimums, arrive }, id) => ({
    key: id ? `seasons:${id}` : null,
    edit: ({ settings, today }) => {
      const { seasons } = settings
      const stored = seasons.find((season) => season.id === id)
      if (id && !stored)
        return refuse(
          'invalid-input',
          'Somebody removed this season while you were typing. Add it again if you need it.',
        )
      const season: SeasonSettings = {
        id: id ?? randomUUID(),
        name,
        startsOn,
        endsOn,
        year,
        minimumStay,
        checkInDays: checkInDaysOf(arrive),
        rates: ratesOf(rates, stored?.rates ?? []),
        arrivalMinimums: minimumsOf(minimums),
        demo: false,
      }
      const wrong = wrongYear(season, today)
      if (wrong) return refuse('invalid-input', wrong, { year: wrong })
      const { maximumStay } = settings.stayRules
      if (maximumStay !== null && isLonger(season, maximumStay)) {
        const message = `The longest stay is ${countOf(maximumStay, 'night')}. Change the stay rules first`
        return refuse('invalid-input', message, { minimumStay: message })
      }
      const others = seasons.filter((other) => other.id !== season.id)
      const namesake = others.find((other) => sameName(other.name, name))
      if (!id && namesake && isSame({ ...season, id: namesake.id }, namesake)) return { ok: true, settings }
      if (namesake) {
        const message = `There is already a season called ${namesake.name}. Please choose another name.`
        return refuse('invalid-input', message, { name: message })
      }
      const twin = others.find((other) => seasonSpan(other) === seasonSpan(season))
      if (twin) {
        const message = `${twin.name} has exactly these nights, ${seasonSpan(twin)}. Change that season instead.`
        return refuse('invalid-input', message, { 'starts.day': message })
      }
      const questions = [...overYearEnd(season), ...others.flatMap((other) => overlap(season, other, stored))]
      return { ok: true, settings: { ...settings, seasons: withItem(seasons, season) }, questions }
    },
  }),
)

const isSame = (one: SeasonSettings, other: SeasonSettings) =>
  canonical({ ...one, demo: false }) === canonical({ ...other, demo: false })

/** The first and the last night of a season of one year. */
const datesOf = ({ startsOn, endsOn }: SeasonDates, year: number): IsoDate[] => [
  `${year}-${startsOn}`,
  `${endsOn < startsOn ? year + 1 : year}-${endsOn}`,
]

function wrongYear(season: SeasonSettings, today: IsoDate): string | null {
  if (season.year === null) return null
  const dates = datesOf(season, season.year)
  const missing = dates.find((date): boolean => !isIsoDate(date))
  if (missing) return `There is no ${monthDay(missing.slice(5))} in ${missing.slice(0, 4)}`
  return dates.every((date) => date < today) ? 'These nights have passed' : null
}

function overYearEnd(season: SeasonSettings): string[] {
  const { startsOn, endsOn } = season
  const nights = nightsOfSeason(season)
  if (startsOn <= endsOn || nights <= 183) return []
  return [
    `The last night, ${monthDay(endsOn)}, is before the first, ${monthDay(startsOn)}. So the season goes over New Year and has ${countOf(nights, 'night')}.`,
  ]
}

/** Two seasons may share nights, such as a holiday week in the winter. There exact dates or the shorter one win. */
function overlap(season: SeasonSettings, other: SeasonSettings, stored: SeasonSettings | undefined): string[] {
  const year = season.year ?? other.year
  const days = year === null ? YEAR : eachNight(`${year}-01-01`, `${year + 2}-01-01`)
  const sharedBy = (one: SeasonSettings) => days.filter((date) => isInSeason(one, date) && isInSeason(other, date))
  const nights = sharedBy(season)
  const [first] = nights
  if (!first || (stored && sharedBy(stored).join() === nights.join())) return []
  const last = nights.find((date) => !nights.includes(addDays(date, 1))) ?? first
  const [winner = season] = seasonsOf({ seasons: [season, other] }, first)
  const isExact = (season.year === null) !== (other.year === null)
  const where =
    nights.length === 1 ? monthDay(first.slice(5)) : `${monthDay(first.slice(5))} to ${monthDay(last.slice(5))}`
  return [
    `It shares ${countOf(nights.length, 'night')} with ${other.name} (${where}). ${isExact ? 'There the exact dates count' : 'There the shorter season counts'}: ${winner.name}.`,
  ]
}

export const seasonRemoval = priceForm(z.object({}), (_, id) => ({
  key: `seasons:${id}`,
  edit: ({ settings }) => ({
    ok: true,
    settings: { ...settings, seasons: settings.seasons.filter((season) => season.id !== id) },
  }),
}))
