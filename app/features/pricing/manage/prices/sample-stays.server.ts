import { eq } from 'drizzle-orm'
import { localTimeIn } from '#app/features/availability/availability.server.ts'
import { gapsOf, NO_GAPS } from '#app/features/availability/gaps.server.ts'
import { type BookableProperty, listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import { checkStay, limitsOf, minimumStayOn } from '#app/features/availability/stay-rules.ts'
import { ALL_NIGHTS } from '#app/features/pricing/list-prices.server.ts'
import type { PricedProperty } from '#app/features/pricing/price-settings.server.ts'
import { type PricingRules, seasonsOf } from '#app/features/pricing/rates.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, formatSpan, type IsoDate, weekday } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { countOf } from '#app/shared/words.ts'
import type { PricePreview } from './price-preview.ts'

/** The rules of a property as they are in this transaction. */
export async function getRules(tx: Tx, propertyId: string): Promise<BookableProperty | null> {
  const [property] = await listPropertyRules(tx, eq(properties.id, propertyId), ALL_NIGHTS)
  return property ?? null
}

/** `isGap`: the stay fills the nights between two others. */
type Sample = { name: string; stay: Stay; isGap?: true }

const FRIDAY = 5
const COUPLE = { adults: 2, children: 0, infants: 0, pets: 0 }

/** A weekend and a week in each part of the year, and a week with everybody. */
function sampleStays(
  { seasons }: Pick<PricingRules, 'seasons'>,
  rules: PricingRules,
  { today, maxGuests, maxPets }: { today: IsoDate; maxGuests: number; maxPets: number },
): Sample[] {
  const firstFriday = addDays(today, 7 + ((FRIDAY - weekday(today) + 7) % 7))
  // As far ahead as a season of one year may lie.
  const fridays = Array.from({ length: 3 * 53 }, (_, week) => addDays(firstFriday, 7 * week))
  const samples: Sample[] = []
  for (const season of [null, ...seasons]) {
    const seasonOn = (date: IsoDate) => seasonsOf({ seasons }, date)[0]?.id
    const friday = fridays.find((date) => seasonOn(date) === season?.id)
    if (!friday) continue
    const where = season ? ` in ${season.name}` : ''
    const nights = Math.max(2, minimumStayOn(rules, friday))
    const saturday = addDays(friday, 1)
    const week = { checkIn: saturday, checkOut: addDays(saturday, 7) }
    samples.push({
      name: nights === 2 ? `A weekend${where}` : `${nights} nights from Friday${where}`,
      stay: { checkIn: friday, checkOut: addDays(friday, nights), ...COUPLE },
    })
    samples.push({ name: `A week${where}`, stay: { ...week, ...COUPLE } })
    if (season === null) {
      const pets = maxPets > 0 ? ` and ${countOf(maxPets, 'pet')}` : ''
      const everybody = { adults: maxGuests, children: 0, infants: 0, pets: maxPets }
      samples.push({ name: `A week for ${maxGuests}${pets}`, stay: { ...week, ...everybody } })
      if (rules.gap) {
        const gap = { checkIn: saturday, checkOut: addDays(saturday, rules.gap.gapMinimumStay) }
        samples.push({ name: 'A gap between two stays', stay: { ...gap, ...COUPLE }, isGap: true })
      }
    }
  }
  return samples
}

/** The prices of sample stays by the rules before and after a change. */
export function previewOf(
  { config, clock }: Services,
  property: PricedProperty,
  { before, after }: { before: BookableProperty; after: BookableProperty },
): PricePreview {
  const local = localTimeIn(property.timeZone, clock.now())
  const begins = laterStart(before.rules.pricing, after.rules.pricing)
  const today = begins && begins > local.today ? begins : local.today
  const seasons = [
    ...after.rules.pricing.seasons,
    ...before.rules.pricing.seasons.filter(({ id }) => after.rules.pricing.seasons.every((one) => one.id !== id)),
  ]
  const costOf = ({ rules }: BookableProperty, { stay, isGap }: Sample) => {
    const first = addDays(stay.checkIn, -limitsOf(rules, config).bookingWindowDays)
    // Prices may be set further ahead than guests can book yet. Then it is the first day on which they can.
    const check = checkStay(rules, stay, {
      ...local,
      today: first > today ? first : today,
      limits: config,
      gaps: isGap ? gapsOf([{ from: stay.checkIn, to: stay.checkOut }], rules.pricing) : NO_GAPS,
    })
    return check.ok
      ? { total: check.price.total, words: formatMoney(check.price.total) }
      : { total: null, words: check.message }
  }
  const rows = sampleStays({ seasons }, after.rules.pricing, { ...property, today }).map((sample) => {
    const { name, stay } = sample
    const [was, will] = [costOf(before, sample), costOf(after, sample)]
    const more = was.total !== null && will.total !== null ? will.total - was.total : 0
    return {
      name,
      nights: formatSpan(stay.checkIn, stay.checkOut),
      before: was.words,
      after: will.words,
      isChanged: was.words !== will.words,
      difference: more === 0 ? '' : `${more > 0 ? '+' : '−'}${formatMoney(Math.abs(more))}`,
    }
  })
  return { rows }
}

/** The date on which prices begin that were not there before. */
function laterStart(before: PricingRules, after: PricingRules): IsoDate | null {
  const known = new Set(before.rates.map(({ from }) => from))
  return after.rates.find(({ from }) => from !== null && !known.has(from))?.from ?? null
}
