import { randomUUID } from 'node:crypto'
import { hasNoSectionImages } from '#app/features/properties/gallery/gallery.ts'
import type { Bed, Surroundings } from '#app/features/properties/presentation.ts'
import type { ChangeRefusal, Posted } from '#app/platform/change/change.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { contradictions } from './contradictions.ts'
import type { PropertyRecord } from './property-record.server.ts'
import { type PropertyPart, type PropertyValues, pointOf, pointText } from './property-record.ts'
import { storeProperty, storeReviews, storeRooms, storeUnits, withSampleRooms } from './store-property.server.ts'

type Part<Name extends PropertyPart> = {
  read(record: PropertyRecord): PropertyValues[Name]
  check?(value: PropertyValues[Name], record: PropertyRecord, posted: Posted): PropertyValues[Name] | Refusal
  store(tx: Tx, record: PropertyRecord, value: PropertyValues[Name], services: Services): Promise<void>
}

const orAbsent = (text: string | null) => text || undefined

const title: Part<'title'> = {
  read: ({ property, said }) => ({
    name: property.name,
    title: property.title,
    bookingHeading: said.bookingHeading,
    lead: orAbsent(said.lead),
    description: orAbsent(property.description),
    cardTitle: orAbsent(said.cardTitle),
    cardText: orAbsent(said.cardText),
    badge: orAbsent(said.badge),
    capacityWord: said.capacityWord,
    contactLabel: orAbsent(property.contactLabel),
    theme: property.theme,
  }),
  store: (tx, { property }, value, services) => {
    const { name, title, description = '', contactLabel = null, theme, ...texts } = value
    const { lead = '', cardText = '', cardTitle = null, badge = null } = texts
    return storeProperty(tx, property, services, {
      columns: { name, title, description, contactLabel, theme },
      said: { ...texts, lead, cardText, cardTitle, badge },
    })
  },
}

const story: Part<'story'> = {
  read: ({ property, said }) => ({ highlights: property.highlights, sections: said.story }),
  store: (tx, { property }, { highlights, sections }, services) =>
    storeProperty(tx, property, services, { columns: { highlights }, said: { story: sections } }),
}

type CheckedFigures = { maxGuests: number; bathrooms: number; rooms: { beds: Bed[]; bathroom?: string | undefined }[] }

const checkedFigures = ({ property, rooms }: PropertyRecord): CheckedFigures => {
  return { maxGuests: property.maxGuests, bathrooms: Number(property.bathrooms), rooms }
}

/** New contradictions of a change. A draft may have them, once that is confirmed. `fieldOf` is the field of each. */
function refuseContradictions(
  record: PropertyRecord,
  after: Partial<CheckedFigures>,
  { isConfirmed }: Posted,
  fieldOf: (figure: 'maxGuests' | 'bathrooms') => string,
): ChangeRefusal | null {
  const [was, now] = [contradictions(checkedFigures(record)), contradictions({ ...checkedFigures(record), ...after })]
  const figures = (['maxGuests', 'bathrooms'] as const).filter((figure) => now[figure] && now[figure] !== was[figure])
  if (figures.length === 0) return null
  const fields = Object.fromEntries(figures.map((figure) => [fieldOf(figure), now[figure] ?? '']))
  if (record.property.published) return refuse('invalid-input', CHECK_FIELDS, fields)
  const asks = figures.map((figure) => `${now[figure]}. Guests can’t see the home like that.`)
  return isConfirmed ? null : { ...refuse('refused', '', fields), asks }
}

const figures: Part<'figures'> = {
  read: ({ property, said }) => ({
    propertyType: property.propertyType,
    maxGuests: property.maxGuests,
    maxInfants: property.maxInfants,
    maxPets: property.maxPets,
    bedrooms: property.bedrooms,
    bathrooms: Number(property.bathrooms),
    floorArea: property.floorArea ?? undefined,
    extraFacts: said.extraFacts,
  }),
  check: (value, record, posted) => refuseContradictions(record, value, posted, (figure) => figure) ?? value,
  store: (tx, { property }, { extraFacts, floorArea = null, bathrooms, ...columns }, services) =>
    storeProperty(tx, property, services, {
      columns: { ...columns, floorArea, bathrooms: bathrooms.toFixed(1) },
      said: { extraFacts },
    }),
}

const place: Part<'place'> = {
  read: ({ property }) => ({
    location: property.location,
    address: property.address === property.location ? undefined : orAbsent(property.address),
    city: orAbsent(property.city),
    region: orAbsent(property.region),
    postalCode: orAbsent(property.postalCode),
    country: property.country,
    timeZone: property.timeZone,
    coordinates:
      property.latitude === null || property.longitude === null
        ? undefined
        : pointText([Number(property.latitude), Number(property.longitude)]),
    checkInTime: property.checkInTime,
    checkOutTime: property.checkOutTime,
  }),
  store: (tx, { property }, { coordinates = '', ...value }, services) => {
    const { address = value.location, city = null, region = null, postalCode = null } = value
    const [latitude = null, longitude = null] = pointOf(coordinates)?.map(String) ?? []
    return storeProperty(tx, property, services, {
      columns: { ...value, address, city, region, postalCode, latitude, longitude },
    })
  },
}

const IMAGE_PLACES = ['afterStory', 'afterRooms', 'beforeMap'] as const

const images: Part<'images'> = {
  read: ({ said: { sectionImages } }) => {
    const [afterStory = '', afterRooms = '', beforeMap = ''] = sectionImages
    return {
      afterStory: orAbsent(afterStory),
      afterRooms: orAbsent(afterRooms),
      beforeMap: orAbsent(beforeMap),
      isNone: hasNoSectionImages(sectionImages),
    }
  },
  check: (value, record) => {
    const gone = IMAGE_PLACES.filter((place) => value[place] && !record.images.has(value[place]))
    if (gone.length === 0) return value
    const fields = Object.fromEntries(gone.map((place) => [place, 'This photo is gone by now. Please choose another']))
    return refuse('invalid-input', CHECK_FIELDS, fields)
  },
  store: (tx, { property }, { isNone, ...chosen }, services) => {
    const paths = IMAGE_PLACES.map((place) => chosen[place] ?? '')
    return storeProperty(tx, property, services, {
      said: { sectionImages: isNone || paths.some(Boolean) ? paths : [] },
    })
  },
}

const rooms: Part<'rooms'> = {
  read: ({ said, facts, rooms: own }) => ({
    heading: said.sleepingHeading,
    rooms: own.map(({ floor, ...room }) => ({ ...room, floor: floor === undefined ? undefined : String(floor) })),
    sample: facts.sample?.includes('rooms') ? 'yes' : undefined,
  }),
  check: (value, record, posted) => {
    const known = (list: readonly { floor?: unknown; bathroom?: unknown; bathroomNote?: unknown }[]) =>
      canonical(list.map(({ floor, bathroom, bathroomNote }) => ({ floor: floor?.toString(), bathroom, bathroomNote })))
    const sample = record.facts.sample?.includes('rooms') && known(record.rooms) === known(value.rooms)
    return (
      refuseContradictions(record, { rooms: value.rooms }, posted, () => 'rooms') ?? {
        ...value,
        sample: sample ? 'yes' : undefined,
      }
    )
  },
  store: async (tx, { property, facts }, { heading, rooms: wanted, sample }, services) => {
    await storeRooms(
      tx,
      property,
      wanted.map(({ floor, ...room }) => ({ ...room, floor: floor === undefined ? null : Number(floor) })),
    )
    const columns = { facts: withSampleRooms(facts, sample !== undefined) }
    await storeProperty(tx, property, services, { columns, said: { sleepingHeading: heading } })
  },
}

const amenities: Part<'amenities'> = {
  read: ({ said }) => ({ heading: said.amenitiesHeading, groups: said.amenityGroups }),
  store: (tx, { property }, { heading, groups }, services) =>
    storeProperty(tx, property, services, { said: { amenitiesHeading: heading, amenityGroups: groups } }),
}

const rules: Part<'rules'> = {
  read: ({ property }) => ({ rules: property.rules }),
  store: (tx, { property }, columns, services) => storeProperty(tx, property, services, { columns }),
}

const reviews: Part<'reviews'> = {
  read: (record) => ({
    reviews: record.reviews
      .filter(({ sample }) => !sample)
      .map(({ body, author, source, sourceUrl, reviewedOn }) => ({
        body,
        author,
        source,
        sourceUrl: orAbsent(sourceUrl),
        reviewedOn: orAbsent(reviewedOn),
      })),
  }),
  check: (value, { property }, { services }) => {
    const today = dateInZone(services.clock.now(), property.timeZone)
    const late = value.reviews.findIndex(({ reviewedOn }) => reviewedOn && reviewedOn > today)
    if (late < 0) return value
    const field = { [`reviews[${late}].reviewedOn`]: 'This day is still to come' }
    return refuse('invalid-input', CHECK_FIELDS, field)
  },
  store: async (tx, { property }, value, services) => {
    await storeReviews(tx, property, value.reviews)
    await storeProperty(tx, property, services, {})
  },
}

const NO_LAND = { water: [], lifts: [], peaks: [], hills: [], names: [] }

const surroundings: Part<'surroundings'> = {
  read: ({ said }) => ({
    text: orAbsent(said.surroundings?.text ?? null),
    places: (said.surroundings?.places ?? []).map(({ name, label, at, side }) => ({
      name,
      coordinates: pointText(at),
      label: label === name ? undefined : label,
      side,
    })),
  }),
  /** The kind of land, and the range of the map, stay unchanged. */
  store: (tx, { property, said }, { text = '', places }, services) => {
    const shown = places.flatMap(({ name, label = name, coordinates, side }): Surroundings['places'] => {
      const at = pointOf(coordinates)
      return at ? [{ name, label, at: [...at], side }] : []
    })
    const { land = NO_LAND, ...frame } = said.surroundings ?? {}
    return storeProperty(tx, property, services, { said: { surroundings: { ...frame, land, text, places: shown } } })
  },
}

const search: Part<'search'> = {
  read: ({ said: { metadata } }) => ({
    title: orAbsent(metadata?.title ?? null),
    description: orAbsent(metadata?.description ?? null),
    keywords: orAbsent(metadata?.keywords ?? null),
  }),
  store: (tx, { property }, { title: own = '', description = '', keywords = '' }, services) => {
    const metadata = own || description || keywords ? { title: own, description, keywords } : null
    return storeProperty(tx, property, services, { said: { metadata } })
  },
}

const units: Part<'units'> = {
  read: (record) => ({ units: record.units.map(({ id, name }) => ({ id, name })) }),
  check: (value, record) => {
    const kept = value.units.map(({ id }) => id)
    const lost = record.units.find(({ id, images }) => images > 0 && !kept.includes(id))
    if (lost) return refuse('refused', '', { units: `${lost.name} has photos. Remove them first, or move them.` })
    const known = new Set<string | undefined>(record.units.map(({ id }) => id))
    const twice = value.units.some(({ id }, at) => id && kept.indexOf(id) !== at)
    if (twice) return refuse('refused', 'Please load the page again.')
    return { units: value.units.map(({ id, name }) => ({ id: known.has(id) ? id : randomUUID(), name })) }
  },
  store: async (tx, { property }, value, services) => {
    const wanted = value.units.map(({ id = randomUUID(), name }) => ({ id, name }))
    await storeUnits(tx, property, wanted, services.clock.now())
    await storeProperty(tx, property, services, {})
  },
}

/** How each part of a home’s page is read from its record, checked beside the others, and stored. */
export const PROPERTY_PARTS = {
  title,
  story,
  images,
  figures,
  place,
  rooms,
  amenities,
  rules,
  reviews,
  surroundings,
  search,
  units,
} satisfies { [Name in PropertyPart]: Part<Name> }

/** All parts of a home’s page. */
export const getPropertyParts = (record: PropertyRecord) =>
  Object.fromEntries(Object.entries(PROPERTY_PARTS).map(([name, { read }]) => [name, read(record)])) as PropertyValues
