import { checkStayAnywhere } from '#app/features/availability/availability.server.ts'
import { listCardPrices } from '#app/features/availability/card-prices.server.ts'
import { listStayOffers, type StayOffer } from '#app/features/availability/stay-offers.server.ts'
import { sharesOf } from '#app/features/pricing/price-shares.ts'
import { BEDS, type BedKind } from '#app/features/properties/beds.ts'
import { factGroups } from '#app/features/properties/fact-rows.ts'
import type { Facts } from '#app/features/properties/facts.ts'
import { getProperty, listPropertyCards } from '#app/features/properties/properties.server.ts'
import type { PropertyCard, PropertyView } from '#app/features/properties/properties.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatSpan } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { wayBackTo } from '#app/shared/paths/way-back.ts'
import { draftFromQuery, partyOf, type Stay, stayFromQuery, stayToQuery } from '#app/shared/stay.ts'
import { tooFar } from '#app/shared/stay-refusal.ts'
import { countOf, formatCount } from '#app/shared/words.ts'
import { getLastDays } from '../search.server.ts'
import {
  COMPARED,
  type ComparedProperty,
  type Comparison,
  comparisonPath,
  MOST_CHOICES,
  MOST_COMPARED,
} from './comparison.ts'

/** The comparison in the address of a page. */
export async function loadComparison(services: Services, query: URLSearchParams): Promise<Comparison> {
  const cards = await listPropertyCards(services)
  const asked = [...new Set(query.getAll(COMPARED).flatMap((slugs) => slugs.split(',')))].filter(Boolean)
  const known = asked.flatMap((slug) => cards.find((card) => card.slug === slug) ?? [])
  const compared = known.slice(0, MOST_COMPARED)
  const views = await Promise.all(compared.map(({ id }) => getProperty(services, { id })))
  const stay = bookableStay(query)
  const offers = await listStayOffers(services, stay, compared)
  const prices = await listCardPrices(services, { stay, offers, listed: compared })
  const address = comparisonPath(
    compared.map(({ slug }) => slug),
    stay,
  )
  const addressQuery = address.split('?')[1] ?? ''
  const left = known.slice(MOST_COMPARED).map(({ name }) => name)
  return {
    properties: compared.map((card) => ({
      ...comparedOf(card, { stay, offer: offers.get(card.id), query: addressQuery }),
      open: offers.size === 0 ? (prices.get(card.id) ?? null) : null,
    })),
    facts: compared.length > 1 ? factsOf(views) : [],
    asked: stay && offers.size > 0 ? `${formatSpan(stay.checkIn, stay.checkOut)}, ${partyWords(stay)}` : null,
    notes: [
      ...listedNotes({ missing: asked.length - known.length, left, compared: compared.length }),
      ...(await stayNotes(services, query)),
    ],
    choices: cards
      .slice(0, MOST_CHOICES)
      .map(({ slug, name }) => ({ slug, name, chosen: compared.some((card) => card.slug === slug) })),
    query: addressQuery,
  }
}

function bookableStay(query: URLSearchParams): Stay | null {
  const stay = stayFromQuery(query)
  return stay && { ...stay, ...partyOf(stay) }
}

function listedNotes({ missing, left, compared }: { missing: number; left: string[]; compared: number }): string[] {
  const notes: string[] = []
  if (missing > 0) {
    const properties = missing === 1 ? 'One home in this link is' : `${formatCount(missing)} homes in this link are`
    notes.push(`${properties} no longer listed.`)
  }
  if (left.length > 0)
    notes.push(`You can compare up to ${MOST_COMPARED} homes at a time. Left out: ${left.join(', ')}.`)
  if (compared === 1) notes.push('Choose at least one more home to compare.')
  return notes
}

async function stayNotes(services: Services, query: URLSearchParams): Promise<string[]> {
  if (!query.get('checkin') && !query.get('checkout')) return []
  const { checkIn, checkOut, ...party } = draftFromQuery(query)
  const refusal = checkStayAnywhere(services, { checkIn: checkIn ?? '', checkOut: checkOut ?? '', ...partyOf(party) })
  if (refusal?.reason !== 'too-far') return refusal ? [refusal.message] : []
  return [tooFar((await getLastDays(services)).checkIn).message]
}

type Input = { stay: Stay | null; offer: StayOffer | undefined; query: string }

function comparedOf({ slug, name, location, image, path }: PropertyCard, asked: Input) {
  const { stay, offer, query } = asked
  const passedOn = [stay && stayToQuery(stay), wayBackTo('compare', query)].filter(Boolean).join('&')
  return {
    slug,
    name,
    location,
    image,
    path: `${path}?${passedOn}`,
    offer: stay && offer ? offerOf(stay, offer) : null,
  }
}

function offerOf({ adults, children }: Stay, offer: StayOffer): ComparedProperty['offer'] {
  if (!offer.price) return { total: null, words: offer.words.charAt(0).toUpperCase() + offer.words.slice(1) }
  const { total, nights } = offer.price
  return { total: formatAmount(total), shares: sharesOf(total, { guests: adults + children, nights }) }
}

type Words = (property: PropertyView) => string | null | undefined
/** A fact to compare homes by. `without` is the text for a home that is known to lack it. */
type Fact = [label: string, words: Words, without?: Words]

/** The fact with this icon, in the words of the property's page. One that is invented for the demo says so. */
const factOf =
  (icon: string, sampleName: NonNullable<Facts['sample']>[number]): Words =>
  ({ facts, rooms }) => {
    const row = factGroups(facts, rooms)
      .flatMap(({ rows }) => rows)
      .find((row) => row.icon === icon)
    return row && (facts.sample?.includes(sampleName) ? `${row.text} (sample)` : row.text)
  }

const FACTS: Fact[] = [
  ['Sleeps', ({ maxGuests }) => countOf(maxGuests, 'guest')],
  ['Bedrooms', ({ bedrooms }) => String(bedrooms)],
  ['Beds', bedsWords],
  ['Baths', ({ bathrooms }) => String(bathrooms)],
  ['Size', ({ floorArea }) => (floorArea ? `${formatCount(floorArea)} sq ft` : null)],
  // An amenity says more than a highlight, such as that the hot tub is shared.
  [
    'Hot tub',
    ({ amenities, highlights }) => [...amenities, ...highlights].find((words) => /hot tub/i.test(words)),
    ({ amenities }) => (amenities.length > 0 ? 'None among its amenities' : null),
  ],
  // The first rule is about pets.
  ['Pets', ({ rules }) => rules[0]?.replace(/\.$/, '')],
  ['To the lift', factOf('lift', 'lift'), ({ theme }) => (theme === 'lake' ? 'No lift at the lake' : null)],
  ['Parking', factOf('parking', 'parking')],
  ['Steps', factOf('steps', 'access')],
  ['Stairs', factOf('stairs', 'access')],
  ['Check-in', ({ checkInTime }) => `From ${checkInTime}`],
  ['Check-out', ({ checkOutTime }) => `By ${checkOutTime}`],
]

/** The facts that at least one of the properties has. */
function factsOf(views: (PropertyView | null)[]): Comparison['facts'] {
  return FACTS.filter(([, words]) => views.some((view) => view && words(view))).map(([label, words, without]) => ({
    label,
    values: views.map((view) => (view && (words(view) || without?.(view))) || null),
  }))
}

function bedsWords({ rooms }: PropertyView): string {
  const counts = new Map<BedKind, number>()
  for (const { kind, count } of rooms.flatMap(({ beds }) => beds)) counts.set(kind, (counts.get(kind) ?? 0) + count)
  return [...counts].map(([kind, count]) => countOf(count, BEDS[kind].one, BEDS[kind].many)).join(', ')
}
