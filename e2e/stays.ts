import { addDays, dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { siteUrl } from './site-url.ts'

export type Slug = 'large-luxury' | 'lake-keowee' | 'luxury-amenities' | 'spacious-condo'

/** The demo's properties, as the tests call them. */
export const SLUGS = demoProperties.map(({ property }) => property.slug as Slug)

export function propertyOf(slug: Slug): { id: string; name: string; title: string; path: string } {
  const property = demoProperties.find(({ property }) => property.slug === slug)?.property
  if (!property?.id) throw new Error(`There is no property ${slug}.`)
  return { id: property.id, name: property.name, title: property.title, path: `/property/${slug}` }
}

/**
 * The property's date now, by its own time zone. The site and its tests have one clock. Addresses of several homes take
 * the first home's.
 */
export function todayOf(slug: Slug = 'large-luxury'): IsoDate {
  const zone = demoProperties.find(({ property }) => property.slug === slug)?.property.timeZone ?? ''
  return dateInZone(new Date(), zone)
}

type Night = { date: IsoDate; state: 'free' | 'taken'; minimumStay: number }

/** The property's nights for a year from today, from the site's current calendar. */
export async function nightsOf(slug: Slug, site = siteUrl()): Promise<Night[]> {
  const today = todayOf(slug)
  const span = new URLSearchParams({ from: addDays(today, 1), to: addDays(today, 360) })
  const answer = await fetch(`${site}/api/properties/${propertyOf(slug).id}/calendar?${span}`)
  return ((await answer.json()) as { nights: Night[] }).nights
}

/**
 * The first consecutive nights that are available and bookable for two adults and a child. Tests share
 * the site, so each looks for them at its start. `after` skips the days of another stay in the same test.
 */
export async function freeStay(slug: Slug, count = 4, { after = '', site = siteUrl() } = {}): Promise<Stay> {
  const nights = await nightsOf(slug, site)
  const start = nights.findIndex(
    ({ date, minimumStay }, index) =>
      index >= 14 &&
      date > after &&
      minimumStay <= count &&
      nights.slice(index, index + count).filter(({ state }) => state === 'free').length === count,
  )
  const checkIn = nights[start]?.date
  if (!checkIn) throw new Error(`No ${count} nights of ${slug} are free.`)
  return { checkIn, checkOut: addDays(checkIn, count), adults: 2, children: 1, infants: 0, pets: 0 }
}

/** The property's address with the stay. */
export function pathOf(slug: Slug, stay: Stay): string {
  return `${propertyOf(slug).path}?${stayToQuery(stay)}`
}

/** The all-in total, in cents, of each property that the search finds available. */
export async function totalsOf(stay: Stay, site = siteUrl()): Promise<Partial<Record<Slug, number>>> {
  const answer = await fetch(`${site}/api/availability?${stayToQuery(stay)}`)
  const { properties: found } = (await answer.json()) as { properties: { slug: Slug; total: number }[] }
  return Object.fromEntries(found.map(({ slug, total }) => [slug, total]))
}

/** The page of a quote for the stay. */
export async function quoteOf(slug: Slug, { checkIn, checkOut, ...party }: Stay, site = siteUrl()): Promise<string> {
  const answer = await fetch(`${site}/api/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ propertyId: propertyOf(slug).id, checkInDate: checkIn, checkOutDate: checkOut, ...party }),
  })
  return ((await answer.json()) as { url: string }).url
}

/** Books through the API, as another site or a program would. */
export function bookByCall(slug: Slug, stay: Stay, site = siteUrl()): Promise<Response> {
  const { checkIn, checkOut, ...party } = stay
  const guest = { guestName: 'Otto Quick', guestEmail: 'otto@example.com' }
  return fetch(`${site}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      propertyId: propertyOf(slug).id,
      checkInDate: checkIn,
      checkOutDate: checkOut,
      ...party,
      ...guest,
    }),
  })
}

/** How many of the stay's nights are unavailable. */
export async function countUnavailableNights(
  slug: Slug,
  { checkIn, checkOut }: Stay,
  site = siteUrl(),
): Promise<number> {
  const nights = await nightsOf(slug, site)
  return nights.filter(({ date, state }) => state === 'taken' && date >= checkIn && date < checkOut).length
}

/** The total of the stay with a promo code, as a guest reads it. */
export async function totalOf(slug: Slug, { checkIn, checkOut, ...party }: Stay, promoCode: string): Promise<string> {
  const answer = await fetch(`${siteUrl()}/api/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      propertyId: propertyOf(slug).id,
      checkInDate: checkIn,
      checkOutDate: checkOut,
      ...party,
      promoCode,
    }),
  })
  return formatAmount(((await answer.json()) as { total: number }).total)
}
