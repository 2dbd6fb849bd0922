import { randomUUID } from 'node:crypto'
import { hasNoSectionImages } from '#app/features/properties/gallery/gallery.ts'
import type { Bed, Surroundings } from '#app/features/properties/presentation.ts'
import { type Posted, type Refusal, refuse } from '#app/platform/change/change.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { contradictions } from './contradictions.ts'
import type { PropertyRecord } from './property-record.server.ts'
import { type PropertyPart, type PropertyValues, pointOf, pointText } from './property-record.ts'
import { storeProperty, storeReviews, storeRooms, storeUnits, withSampleRooms } from './store-property.server.ts'

type Part<Name extends PropertyPart> = {
  read(record: PropertyRecord): PropertyValues[Name]
  judge?(value: PropertyValues[Name], record: PropertyRecord, posted: Posted): PropertyValues[Name] | Refusal
  store(tx: Tx, record: PropertyRecord, value: PropertyValues[Name], services: Services): Promise<void>
}

const orAbsent = (text: string | null) => text || undefined

const title: Part<'title'> = {
  read: ({ home, said }) => ({
    name: home.name,
    title: home.title,
    bookingHeading: said.bookingHeading,
    lead: orAbsent(said.lead),
    description: orAbsent(home.description),
    cardTitle: orAbsent(said.cardTitle),
    cardText: orAbsent(said.cardText),
    badge: orAbsent(said.badge),
    capacityWord: said.capacityWord,
    contactLabel: orAbsent(home.contactLabel),
    theme: home.theme,
  }),
  store: (tx, { home }, value, services) => {
    const { name, title, description = '', contactLabel = null, theme, ...texts } = value
    const { lead = '', cardText = '', cardTitle = null, badge = null } = texts
    return storeProperty(tx, home, services, {
      columns: { name, title, description, contactLabel, theme },
      said: { ...texts, lead, cardText, cardTitle, badge },
    })
  },
}

const story: Part<'story'> = {
  read: ({ home, said }) => ({ highlights: home.highlights, sections: said.story }),
  store: (tx, { home }, { highlights, sections }, services) =>
    storeProperty(tx, home, services, { columns: { highlights }, said: { story: sections } }),
}

type Judged = { maxGuests: number; bathrooms: number; rooms: { beds: Bed[]; bathroom?: string | undefined }[] }

const judgedOf = ({ home, rooms }: PropertyRecord): Judged => {
  return { maxGuests: home.maxGuests, bathrooms: Number(home.bathrooms), rooms }
}

/**
 * What cannot be true together after a change, and was not said before. A draft may say it, once that is confirmed.
 * `fieldOf` is where it is said.
 */
function refuseContradictions(
  record: PropertyRecord,
  after: Partial<Judged>,
  { isConfirmed }: Posted,
  fieldOf: (figure: 'maxGuests' | 'bathrooms') => string,
): Refusal | null {
  const [was, now] = [contradictions(judgedOf(record)), contradictions({ ...judgedOf(record), ...after })]
  const figures = (['maxGuests', 'bathrooms'] as const).filter((figure) => now[figure] && now[figure] !== was[figure])
  if (figures.length === 0) return null
  const fields = Object.fromEntries(figures.map((figure) => [fieldOf(figure), now[figure] ?? '']))
  if (record.home.published) return refuse(400, 'Please check the highlighted fields.', fields)
  const asks = figures.map((figure) => `${now[figure]}. Guests can’t see the home like that.`)
  return isConfirmed ? null : { ...refuse(409, '', fields), asks }
}

const figures: Part<'figures'> = {
  read: ({ home, said }) => ({
    propertyType: home.propertyType,
    maxGuests: home.maxGuests,
    maxInfants: home.maxInfants,
    maxPets: home.maxPets,
    bedrooms: home.bedrooms,
    bathrooms: Number(home.bathrooms),
    floorArea: home.floorArea ?? undefined,
    extraFacts: said.extraFacts,
  }),
  judge: (value, record, posted) => refuseContradictions(record, value, posted, (figure) => figure) ?? value,
  store: (tx, { home }, { extraFacts, floorArea = null, bathrooms, ...columns }, services) =>
    storeProperty(tx, home, services, {
      columns: { ...columns, floorArea, bathrooms: bathrooms.toFixed(1) },
      said: { extraFacts },
    }),
}

const place: Part<'place'> = {
  read: ({ home }) => ({
    location: home.location,
    address: home.address === home.location ? undefined : orAbsent(home.address),
    city: orAbsent(home.city),
    region: orAbsent(home.region),
    postalCode: orAbsent(home.postalCode),
    country: home.country,
    timeZone: home.timeZone,
    coordinates:
      home.latitude === null || home.longitude === null
        ? undefined
        : pointText([Number(home.latitude), Number(home.longitude)]),
    checkInTime: home.checkInTime,
    checkOutTime: home.checkOutTime,
  }),
  store: (tx, { home }, { coordinates = '', ...value }, services) => {
    const { address = value.location, city = null, region = null, postalCode = null } = value
    const [latitude = null, longitude = null] = pointOf(coordinates)?.map(String) ?? []
    return storeProperty(tx, home, services, {
      columns: { ...value, address, city, region, postalCode, latitude, longitude },
    })
  },
}

const IMAGE_PLACES = ['afterStory', 'afterRooms', 'beforeMap'] as const

const photos: Part<'photos'> = {
  read: ({ said: { sectionImages } }) => {
    const [afterStory = '', afterRooms = '', beforeMap = ''] = sectionImages
    return {
      afterStory: orAbsent(afterStory),
      afterRooms: orAbsent(afterRooms),
      beforeMap: orAbsent(beforeMap),
      isNone: hasNoSectionImages(sectionImages),
    }
  },
  judge: (value, record) => {
    const gone = IMAGE_PLACES.filter((place) => value[place] && !record.photos.has(value[place]))
    if (gone.length === 0) return value
    const fields = Object.fromEntries(gone.map((place) => [place, 'This photo is gone by now. Please choose another']))
    return refuse(400, 'Please check the highlighted fields.', fields)
  },
  store: (tx, { home }, { isNone, ...chosen }, services) => {
    const paths = IMAGE_PLACES.map((place) => chosen[place] ?? '')
    return storeProperty(tx, home, services, { said: { sectionImages: isNone || paths.some(Boolean) ? paths : [] } })
  },
}

const rooms: Part<'rooms'> = {
  read: ({ said, facts, rooms: own }) => ({
    heading: said.sleepingHeading,
    rooms: own.map(({ floor, ...room }) => ({ ...room, floor: floor === undefined ? undefined : String(floor) })),
    sample: facts.sample?.includes('rooms') ? 'yes' : undefined,
  }),
  judge: (value, record, posted) => {
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
  store: async (tx, { home, facts }, { heading, rooms: wanted, sample }, services) => {
    await storeRooms(
      tx,
      home,
      wanted.map(({ floor, ...room }) => ({ ...room, floor: floor === undefined ? null : Number(floor) })),
    )
    const columns = { facts: withSampleRooms(facts, sample !== undefined) }
    await storeProperty(tx, home, services, { columns, said: { sleepingHeading: heading } })
  },
}

const amenities: Part<'amenities'> = {
  read: ({ said }) => ({ heading: said.amenitiesHeading, groups: said.amenityGroups }),
  store: (tx, { home }, { heading, groups }, services) =>
    storeProperty(tx, home, services, { said: { amenitiesHeading: heading, amenityGroups: groups } }),
}

const rules: Part<'rules'> = {
  read: ({ home }) => ({ rules: home.rules }),
  store: (tx, { home }, columns, services) => storeProperty(tx, home, services, { columns }),
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
  judge: (value, { home }, { services }) => {
    const today = dateInZone(services.clock.now(), home.timeZone)
    const late = value.reviews.findIndex(({ reviewedOn }) => reviewedOn && reviewedOn > today)
    if (late < 0) return value
    const field = { [`reviews[${late}].reviewedOn`]: 'This day is still to come' }
    return refuse(400, 'Please check the highlighted fields.', field)
  },
  store: async (tx, { home }, value, services) => {
    await storeReviews(tx, home, value.reviews)
    await storeProperty(tx, home, services, {})
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
  /** What the land is, and how far the map reaches, stays as it is. */
  store: (tx, { home, said }, { text = '', places }, services) => {
    const shown = places.flatMap(({ name, label = name, coordinates, side }): Surroundings['places'] => {
      const at = pointOf(coordinates)
      return at ? [{ name, label, at: [...at], side }] : []
    })
    const { land = NO_LAND, ...frame } = said.surroundings ?? {}
    return storeProperty(tx, home, services, { said: { surroundings: { ...frame, land, text, places: shown } } })
  },
}

const search: Part<'search'> = {
  read: ({ said: { metadata } }) => ({
    title: orAbsent(metadata?.title ?? null),
    description: orAbsent(metadata?.description ?? null),
    keywords: orAbsent(metadata?.keywords ?? null),
  }),
  store: (tx, { home }, { title: own = '', description = '', keywords = '' }, services) => {
    const metadata = own || description || keywords ? { title: own, description, keywords } : null
    return storeProperty(tx, home, services, { said: { metadata } })
  },
}

const units: Part<'units'> = {
  read: (record) => ({ units: record.units.map(({ id, name }) => ({ id, name })) }),
  judge: (value, record) => {
    const kept = value.units.map(({ id }) => id)
    const lost = record.units.find(({ id, photos }) => photos > 0 && !kept.includes(id))
    if (lost) return refuse(409, '', { units: `${lost.name} has photos. Remove them first, or move them.` })
    const known = new Set<string | undefined>(record.units.map(({ id }) => id))
    const twice = value.units.some(({ id }, at) => id && kept.indexOf(id) !== at)
    if (twice) return refuse(409, 'Please load the page again.')
    return { units: value.units.map(({ id, name }) => ({ id: known.has(id) ? id : randomUUID(), name })) }
  },
  store: async (tx, { home }, value, services) => {
    const wanted = value.units.map(({ id = randomUUID(), name }) => ({ id, name }))
    await storeUnits(tx, home, wanted, services.clock.now())
    await storeProperty(tx, home, services, {})
  },
}

/** How each part of a home’s page is read of its record, judged beside the others, and stored. */
export const PROPERTY_PARTS = {
  title,
  story,
  photos,
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
