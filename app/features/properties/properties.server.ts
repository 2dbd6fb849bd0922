import { and, asc, eq } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import { findImages } from '#app/features/media/media.server.ts'
import type { ImageSource } from '#app/features/media/media.ts'
import { fees } from '#app/features/pricing/pricing.tables.server.ts'
import { seenBy } from '#app/features/properties/seen-by.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { getGuideOutline } from './arrival-guide.server.ts'
import { cancellationPolicySchema, cancellationWords } from './cancellation-policy.ts'
import { drawMap } from './drawn-map.ts'
import { factRules } from './fact-rows.ts'
import { partyRules } from './party-rules.ts'
import { cardPresentationSchema, pagePresentationSchema, presentationSchema } from './presentation.ts'
import { properties, propertyUnits, rooms } from './properties.tables.server.ts'
import { hasStreet, type PropertyCard, type PropertyView } from './properties.ts'
import { bedsOf, factsOf, hostOf, listRooms, presentationOf } from './property-records.server.ts'
import { listReviews } from './property-reviews.server.ts'
import { selectCaptions, selectUnitImages } from './unit-images.server.ts'

type Row = typeof properties.$inferSelect
type CardRow = Pick<Row, keyof typeof CARD_COLUMNS>
type Database = Pick<Services, 'db'>
type ReadServices = Pick<Services, 'db' | 'clock' | 'log'>
type CachedServices = ReadServices & Pick<Services, 'cache'>

/** Cards load few columns, because results may show many properties. */
const CARD_COLUMNS = {
  id: properties.id,
  slug: properties.slug,
  name: properties.name,
  location: properties.location,
  theme: properties.theme,
  maxGuests: properties.maxGuests,
  bedrooms: properties.bedrooms,
  bathrooms: properties.bathrooms,
  images: properties.images,
  presentation: properties.presentation,
}

/** The fields of a property in the list and create endpoints. */
export const LIST_COLUMNS = {
  id: properties.id,
  name: properties.name,
  description: properties.description,
  location: properties.location,
  images: properties.images,
}

/** How many images a card shows. */
const CARD_IMAGES = 5

const pathOf = (property: { slug: string }) => `/property/${property.slug}`

function cardOf(
  row: CardRow,
  presentation: output<typeof cardPresentationSchema>,
  images: Map<string, ImageSource>,
): PropertyCard {
  const name = presentation.cardTitle ?? row.name
  const cardImages = row.images.slice(0, CARD_IMAGES).flatMap((path, at) => {
    const image = images.get(path)
    return image ? [{ ...image, placeholder: null, alt: at === 0 ? `${name}, ${row.location}` : image.alt }] : []
  })
  return {
    id: row.id,
    slug: row.slug,
    path: pathOf(row),
    name,
    location: row.location,
    theme: row.theme,
    maxGuests: row.maxGuests,
    bedrooms: row.bedrooms,
    bathrooms: Number(row.bathrooms),
    cardText: presentation.cardText,
    badge: presentation.badge,
    capacityWord: presentation.capacityWord,
    image: cardImages[0] ?? null,
    images: cardImages,
  }
}

/** The listed properties in order, as cards, from the cache. */
export function listPropertyCards(services: CachedServices): Promise<PropertyCard[]> {
  return services.cache.read('property cards', async () => {
    const rows = await services.db
      .select(CARD_COLUMNS)
      .from(properties)
      .where(eq(properties.listed, true))
      .orderBy(asc(properties.displayOrder), asc(properties.name))
    const paths = rows.flatMap((row) => row.images.slice(0, CARD_IMAGES))
    const images = await findImages(services, paths)
    for (const { path, words } of await selectCaptions(services, paths)) {
      const image = images.get(path)
      if (image) images.set(path, { ...image, alt: words })
    }
    return Promise.all(
      rows.map(async (row) => cardOf(row, await presentationOf(services, cardPresentationSchema, row), images)),
    )
  })
}

/** Every property in the operator's order, also those that are not published. */
export function listPropertyNames({ db }: Database, by?: Pick<Operator, 'properties'>) {
  const { id, slug, name, timeZone, maxGuests, status } = properties
  return db
    .select({ id, slug, name, timeZone, maxGuests, status })
    .from(properties)
    .where(by && seenBy(by))
    .orderBy(asc(properties.displayOrder), asc(properties.name))
}

/** The cards of the listed properties by their id, from the cache. */
export function getCardsById(services: CachedServices): Promise<Map<string, PropertyCard>> {
  return services.cache.read('property cards by id', async () => {
    const cards = await listPropertyCards(services)
    return new Map(cards.map((card) => [card.id, card]))
  })
}

/** The number of beds of each property, by property id, from the cache. */
export function countBeds(services: CachedServices): Promise<Map<string, number>> {
  return services.cache.read('beds', async () => {
    const counts = new Map<string, number>()
    for (const room of await services.db.select().from(rooms)) {
      const here = (await bedsOf(services, room)).reduce((sum, { count }) => sum + count, 0)
      counts.set(room.propertyId, (counts.get(room.propertyId) ?? 0) + here)
    }
    return counts
  })
}

/** The addresses of the listed properties and when they last changed. */
export async function listPropertyPaths({ db }: Database): Promise<{ path: string; updatedAt: Date }[]> {
  const rows = await db
    .select({ slug: properties.slug, updatedAt: properties.updatedAt })
    .from(properties)
    .where(eq(properties.listed, true))
    .orderBy(asc(properties.displayOrder))
  return rows.map((row) => ({ path: pathOf(row), updatedAt: row.updatedAt }))
}

/** The listed properties, for the list endpoint. */
export function listProperties({ db }: Database) {
  return db
    .select(LIST_COLUMNS)
    .from(properties)
    .where(eq(properties.listed, true))
    .orderBy(asc(properties.displayOrder), asc(properties.name))
}

/**
 * The rules of a property. Pets and infants are from its limits, then those among its facts, then the operator's own
 * rules.
 */
export async function listRules(
  services: ReadServices,
  property: Pick<Row, 'id' | 'maxPets' | 'maxInfants' | 'rules' | 'facts'>,
): Promise<string[]> {
  const rows =
    property.maxPets > 0
      ? await services.db
          .select({ amount: fees.amount, per: fees.per, eachPet: fees.eachPet })
          .from(fees)
          .where(and(eq(fees.propertyId, property.id), eq(fees.kind, 'pet')))
          .orderBy(asc(fees.label), asc(fees.id))
      : []
  const petFees = rows.map((fee) => ({ ...fee, amount: centsFromNumeric(fee.amount) }))
  const facts = await factsOf(services, property)
  return [...partyRules({ ...property, petFees }), ...factRules(facts), ...property.rules]
}

type Key = { slug: string } | { id: string }

async function findPublished(db: ReadServices['db'], key: Key) {
  if ('id' in key && !isUuid(key.id)) return null
  // PostgreSQL text rejects NUL and would throw.
  if ('slug' in key && key.slug.includes('\0')) return null
  const wanted = 'id' in key ? eq(properties.id, key.id) : eq(properties.slug, key.slug)
  const [row] = await db
    .select()
    .from(properties)
    .where(and(wanted, eq(properties.published, true)))
  return row ?? null
}

function unitsWithImages(
  units: (typeof propertyUnits.$inferSelect)[],
  images: Awaited<ReturnType<typeof selectUnitImages>>,
): PropertyView['units'] {
  return units.map(({ id, name }) => ({
    id,
    name,
    images: images
      .filter((image) => image.unitId === id)
      .map(({ id: _id, unitId: _unit, ...image }) => ({ ...image, placeholder: null })),
  }))
}

/** A published property by its slug or id, with everything its page shows, from the cache. Null when there is none. */
export function getProperty(services: CachedServices, key: Key): Promise<PropertyView | null> {
  const name = 'id' in key ? `id ${key.id.toLowerCase()}` : `slug ${key.slug}`
  return services.cache.read(`property by ${name}`, async () => {
    const row = await findPublished(services.db, key)
    return row && viewOf(services, row)
  })
}

/** A property by its slug whatever its status, for operators. Null when there is none. */
export async function getPropertyOfAnyStatus(services: ReadServices, slug: string): Promise<PropertyView | null> {
  const [row] = await services.db.select().from(properties).where(eq(properties.slug, slug))
  return row ? viewOf(services, row) : null
}

const addressOf = ({ city, region, postalCode, country, ...row }: Row) => ({
  address: { city, region, postalCode, country },
  hasStreet: hasStreet({ city, ...row }),
})

function placeOf(row: Row, surroundings: Parameters<typeof drawMap>[0] | null) {
  const latitude = row.latitude === null ? null : Number(row.latitude)
  const longitude = row.longitude === null ? null : Number(row.longitude)
  const isSaid = surroundings && (surroundings.text || surroundings.places.length > 0)
  const isDrawn = isSaid && latitude !== null && longitude !== null
  return { latitude, longitude, map: isDrawn ? drawMap(surroundings, [latitude, longitude]) : null }
}

async function viewOf(services: ReadServices, row: Row): Promise<PropertyView> {
  const { db } = services
  const units = await db
    .select()
    .from(propertyUnits)
    .where(eq(propertyUnits.propertyId, row.id))
    .orderBy(asc(propertyUnits.displayOrder))
  const [images, shownRooms, reviews, propertyImages, rules] = await Promise.all([
    selectUnitImages(
      services,
      units.map((unit) => unit.id),
    ),
    listRooms(services, row.id),
    listReviews(services, row.id),
    findImages(services, row.images),
    listRules(services, row),
  ])
  const altOf = (path: string) =>
    images.find((image) => image.gcsPath === path)?.altText || propertyImages.get(path)?.alt || row.title
  const presentation = await presentationOf(services, presentationSchema, row)
  const { cardText: _, badge: __, image: ___, images: ____, ...card } = cardOf(row, presentation, propertyImages)
  return {
    ...card,
    isListed: row.listed,
    title: row.title,
    description: row.description,
    propertyType: row.propertyType,
    ...addressOf(row),
    ...placeOf(row, presentation.surroundings),
    floorArea: row.floorArea,
    amenities: row.amenities,
    highlights: row.highlights,
    rules,
    checkInTime: row.checkInTime,
    checkOutTime: row.checkOutTime,
    maxInfants: row.maxInfants,
    maxPets: row.maxPets,
    licenseNumber: row.licenseNumber,
    bookingReference: row.bookingReference ?? row.id,
    cancellation: cancellationWords(cancellationPolicySchema.parse(row.cancellationPolicy)),
    hasRates: row.published && row.pricePerNight !== null && row.priceConfirmed && row.isAvailable,
    presentation: pagePresentationSchema.parse(presentation),
    facts: await factsOf(services, row),
    host: await hostOf(services, row),
    guide: await getGuideOutline(db, row.id),
    // A placeholder costs as many bytes as two sentences, so only the first image has one.
    images: row.images.flatMap((path, at) => {
      const image = propertyImages.get(path)
      return image ? [{ ...image, placeholder: at === 0 ? image.placeholder : null, alt: altOf(path) }] : []
    }),
    units: unitsWithImages(units, images),
    rooms: shownRooms,
    reviews,
  }
}
