import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type FieldReader, formSchema, nameField, wholeField } from '#app/platform/http/form-fields.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { addDays, eachNight } from '#app/shared/dates.ts'
import { countOf } from '#app/shared/words.ts'
import type { SeasonSettings } from '../price-settings.ts'
import { monthDay, seasonSpan } from '../price-words.ts'
import { isInSeason, nightsOfSeason } from '../rates.ts'
import { priceRows } from './nightly-form.server.ts'
import { invalid, type PriceForm, sameName, withItem } from './price-form.server.ts'
import { checkedDays, minimumRows } from './weekday-fields.server.ts'

/** The days of a leap year: a season may end on February 29. */
const YEAR = eachNight('2028-01-01', '2029-01-01')

function dayField(read: FieldReader, name: string): string {
  const month = read.field(`${name}Month`, wholeField(1, 12))
  const day = read.field(`${name}Day`, wholeField(1, 31))
  const text = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const isDay = YEAR.includes(`2028-${text}`)
  return isDay ? text : read.wrong(`${name}Day`, 'This month has fewer days')
}

/** A new season, or one with an `id`. */
export const seasonForm = formSchema((read): PriceForm => {
  const id = read.texts.id ? read.field('id', z.guid()) : null
  const name = read.field('name', nameField('Please name the season, in up to 60 characters'))
  const startsOn = dayField(read, 'starts')
  const endsOn = dayField(read, 'ends')
  const minimumStay = read.field('minimumStay', wholeField(1, 365))
  const days = checkedDays(read, 'arrive')
  const ratesOf = priceRows(read)
  const arrivalMinimums = minimumRows(read)
  return {
    key: id ? `seasons:${id}` : null,
    edit: ({ settings }) => {
      const { seasons } = settings
      const stored = seasons.find((season) => season.id === id)
      if (id && !stored)
        return invalid('Somebody removed this season while you were typing. Add it anew if you need it.')
      const season: SeasonSettings = {
        id: id ?? randomUUID(),
        name,
        startsOn,
        endsOn,
        minimumStay,
        checkInDays: days.length === 0 || days.length === 7 ? null : days,
        rates: ratesOf(stored?.rates ?? []),
        arrivalMinimums,
        demo: false,
      }
      const others = seasons.filter((other) => other.id !== season.id)
      const namesake = others.find((other) => sameName(other.name, name))
      if (!id && namesake && isSame({ ...season, id: namesake.id }, namesake)) return { ok: true, settings }
      if (namesake) {
        const message = `There is already a season called ${namesake.name}. Please choose another name.`
        return invalid(message, { name: message })
      }
      const twin = others.find((other) => other.startsOn === startsOn && other.endsOn === endsOn)
      if (twin) {
        const message = `${twin.name} has exactly these nights, ${seasonSpan(twin)}. Change that season instead.`
        return invalid(message, { startsDay: message })
      }
      const questions = [...overYearEnd(season), ...others.flatMap((other) => overlap(season, other, stored))]
      return { ok: true, settings: { ...settings, seasons: withItem(seasons, season) }, questions }
    },
  }
})

const isSame = (one: SeasonSettings, other: SeasonSettings) =>
  canonical({ ...one, demo: false }) === canonical({ ...other, demo: false })

function overYearEnd(season: SeasonSettings): string[] {
  const { startsOn, endsOn } = season
  const nights = nightsOfSeason(season)
  if (startsOn <= endsOn || nights <= 183) return []
  return [
    `The last night, ${monthDay(endsOn)}, is before the first, ${monthDay(startsOn)}. So the season goes over New Year and has ${countOf(nights, 'night')}.`,
  ]
}

/** Two seasons may share nights, such as a holiday week in the winter; the shorter one wins there. */
function overlap(season: SeasonSettings, other: SeasonSettings, stored: SeasonSettings | undefined): string[] {
  const sharedBy = (one: SeasonSettings) =>
    YEAR.filter((date) => isInSeason(one, date.slice(5)) && isInSeason(other, date.slice(5)))
  const nights = sharedBy(season)
  const [first] = nights
  if (!first || (stored && sharedBy(stored).join() === nights.join())) return []
  const last = nights.find((date) => !nights.includes(addDays(date, 1))) ?? first
  const shorter = nightsOfSeason(season) <= nightsOfSeason(other) ? season : other
  const where =
    nights.length === 1 ? monthDay(first.slice(5)) : `${monthDay(first.slice(5))} to ${monthDay(last.slice(5))}`
  return [
    `It shares ${countOf(nights.length, 'night')} with ${other.name} (${where}). There the shorter season counts: ${shorter.name}.`,
  ]
}

export const seasonRemoval = formSchema((read): PriceForm => {
  const id = read.field('id', z.guid())
  return {
    key: `seasons:${id}`,
    edit: ({ settings }) => ({
      ok: true,
      settings: { ...settings, seasons: settings.seasons.filter((season) => season.id !== id) },
    }),
  }
})
