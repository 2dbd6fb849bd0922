import { asc, eq, ne } from 'drizzle-orm'
import { NO_GAPS } from '#app/features/availability/gaps.server.ts'
import { listPrices } from '#app/features/pricing/list-prices.server.ts'
import { totalOfStay } from '#app/features/pricing/price.ts'
import { inEffect, pricingRulesOf } from '#app/features/pricing/price-settings.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import { MOST_PRIZE_NIGHTS, type Prizes } from './giveaways-page.ts'

const DAYS = 365

/** The homes that a prize may be a stay at, and the requested prize. */
export async function getPrizes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  query: URLSearchParams,
): Promise<Prizes> {
  const { id, slug, name, location, timeZone, displayOrder } = properties
  const places = await db
    .select({ id, slug, name, location, timeZone })
    .from(properties)
    .where(ne(properties.status, 'retired'))
    .orderBy(asc(displayOrder), asc(name))
  const choices = places.map((place) => ({ slug: place.slug, name: place.name }))
  const property = places.find((place) => place.slug === query.get('property'))
  const nights = Number(query.get('nights'))
  if (!property || !Number.isInteger(nights) || nights < 1 || nights > MOST_PRIZE_NIGHTS)
    return { properties: choices, chosen: null }
  const today = dateInZone(clock.now(), property.timeZone)
  const value = await highestTotal({ db }, { id: property.id, today, nights })
  const words = `A stay of ${countOf(nights, 'night')} at ${property.name} in ${property.location}, on dates that are available when the winner chooses, with cleaning and lodging taxes included. Travel is not included.`
  return { properties: choices, chosen: { property: property.slug, nights, words, value } }
}

/** The maximum price of such a stay for two people, if it begins within a year. Null if the home has no prices. */
async function highestTotal(
  { db }: Pick<Services, 'db'>,
  { id, today, nights }: { id: string; today: string; nights: number },
): Promise<Cents | null> {
  const span = { from: today, to: addDays(today, DAYS + nights) }
  const [prices] = await listPrices(db, eq(properties.id, id), span)
  if (!prices) return null
  const rules = pricingRulesOf(inEffect(prices.settings, today), prices.overrides)
  const totals = Array.from({ length: DAYS }, (_, day) => {
    const checkIn = addDays(today, day)
    const stay = { checkIn, checkOut: addDays(checkIn, nights), adults: 2, children: 0, pets: 0 }
    return totalOfStay(rules, stay, { today, gaps: NO_GAPS })
  })
  const known = totals.filter((total) => total !== null)
  return known.length > 0 ? Math.max(...known) : null
}

/** The home and the nights that the text of a prize names, as far as it does. */
export async function findPrize({ db }: Pick<Services, 'db'>, prize: string) {
  const named = await db.select({ slug: properties.slug, name: properties.name }).from(properties)
  const nights = /\b(\d{1,2}) nights?\b/.exec(prize)?.[1]
  return {
    property: named.find(({ name }) => prize.includes(name))?.slug,
    nights: nights === undefined ? undefined : Number(nights),
  }
}
