import { z } from 'zod'
import { BEDS, type BedKind } from '#app/features/properties/beds.ts'
import type { Point } from '#app/features/properties/surroundings.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { timeOfDay } from '#app/shared/time-of-day.ts'

/** Two of a list that say the same would be one to guests. */
const distinct = (list: readonly string[]) => {
  const texts = list.map((text) => text.toLowerCase())
  return texts.find((text, at) => texts.indexOf(text) !== at)
}

/** Lines without duplicates. */
const lines = z.array(z.string()).superRefine((list, { addIssue }) => {
  const twice = distinct(list)
  if (twice) addIssue({ code: 'custom', message: `This is there twice: ${twice}` })
})
const optionalLines = lines.default([])

/** Items that are identified by the text of one key. */
const named = <Item extends z.ZodObject>(item: Item, key: keyof z.output<Item> & string) =>
  z.array(item).superRefine((list, { addIssue }) => {
    const texts = list.map((one) => String((one as Record<string, unknown>)[key]).toLowerCase())
    const at = texts.findIndex((text, index) => texts.indexOf(text) !== index)
    if (at > 0) addIssue({ code: 'custom', path: [at, key], message: 'This is there already' })
  })

const text = z.string().optional()

/** The texts of lists, cards and the head of the page. */
const titleSchema = z.object({
  name: z.string(),
  title: z.string(),
  lead: text,
  description: text,
  bookingHeading: z.string(),
  cardTitle: text,
  cardText: text,
  badge: text,
  capacityWord: z.enum(['sleeps', 'guests']),
  contactLabel: text,
  theme: z.enum(['mountain', 'lake']),
})

/** The heading of the highlights, which come first. */
const HIGHLIGHTS = 'highlights'

const storySectionSchema = z
  .object({ heading: z.string(), paragraphs: z.array(z.string()).default([]), items: optionalLines })
  .refine(({ heading }) => heading.toLowerCase() !== HIGHLIGHTS, {
    path: ['heading'],
    error: 'The highlights have this heading',
  })
  .refine(({ paragraphs, items }) => paragraphs.length + items.length > 0, {
    path: ['paragraphs'],
    error: 'Please write a paragraph, or items',
  })

const storySchema = z.object({ highlights: optionalLines, sections: named(storySectionSchema, 'heading') })

const figuresSchema = z.object({
  propertyType: z.string(),
  maxGuests: z.number(),
  maxInfants: z.number(),
  maxPets: z.number(),
  bedrooms: z.number(),
  bathrooms: z.number(),
  floorArea: z.number().optional(),
  extraFacts: named(z.object({ value: z.string(), label: z.string() }), 'label'),
})

const TIME = 'Please enter a time, such as 4:00 PM'
const time = boundedText(20, TIME)
  .transform((typed) => timeOfDay(typed) ?? '')
  .refine((typed) => typed !== '', TIME)

const COORDINATES = 'Please enter latitude and longitude, such as 40.4850, -106.8317'

/** Latitude and longitude of a text such as `40.485, -106.8317`, as maps copy it. Null if it is no place on earth. */
export function pointOf(typed: string): Point | null {
  const numbers = typed.split(/[,;\s]/).filter(Boolean)
  const [latitude = Number.NaN, longitude = Number.NaN] = numbers.map(Number)
  if (numbers.length !== 2) return null
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [latitude, longitude] : null
}

/** As text, to a few feet. */
export const pointText = ([latitude, longitude]: Point) =>
  [latitude, longitude].map((degrees) => String(Math.round(degrees * 1e5) / 1e5)).join(', ')

const coordinates = boundedText(60, COORDINATES).transform((typed, { addIssue }) => {
  const point = pointOf(typed)
  if (point) return pointText(point)
  addIssue({ code: 'custom', message: COORDINATES })
  return z.NEVER
})

const COUNTRY = 'Please enter the two letters of the country, such as US'

const placeSchema = z.object({
  location: z.string(),
  address: text,
  city: text,
  region: text,
  postalCode: text,
  country: boundedText(2, COUNTRY)
    .transform((typed) => typed.toUpperCase())
    .refine((typed) => /^[A-Z]{2}$/.test(typed), COUNTRY),
  timeZone: z.string(),
  coordinates: coordinates.optional(),
  checkInTime: time,
  checkOutTime: time,
})

const roomSchema = z
  .object({
    name: z.string(),
    beds: named(
      z.object({ kind: z.enum(Object.keys(BEDS) as [BedKind, ...BedKind[]]), count: z.number().int().min(1) }),
      'kind',
    ),
    floor: z.string().optional(),
    bathroom: z.enum(['en-suite', 'private', 'shared']).optional(),
    bathroomNote: text,
  })
  .refine(({ bathroom, bathroomNote }) => bathroom || !bathroomNote, {
    path: ['bathroom'],
    error: 'Please choose whose bathroom it is',
  })

/** The large images between sections, by the section before or after. */
const largeImagesSchema = z
  .object({ afterStory: text, afterRooms: text, beforeMap: text, isNone: z.boolean() })
  .refine(({ isNone, ...chosen }) => !isNone || !Object.values(chosen).some(Boolean), {
    path: ['isNone'],
    error: 'Please uncheck this, or choose “None” for each photo',
  })

/** `sample`: floors and bathrooms are invented for the demo. */
const roomsSchema = z.object({ heading: z.string(), rooms: z.array(roomSchema), sample: text })

const amenitiesSchema = z.object({
  heading: z.string(),
  groups: named(z.object({ name: z.string(), items: lines }), 'name'),
})

const rulesSchema = z.object({ rules: optionalLines })

const ADDRESS = 'Please enter the whole address, beginning with https://'
const address = boundedText(500, ADDRESS).refine((typed) => /^https?:$/.test(URL.parse(typed)?.protocol ?? ''), ADDRESS)

const reviewsSchema = z.object({
  reviews: z.array(
    z.object({
      body: z.string(),
      author: z.string(),
      source: z.string(),
      sourceUrl: address.optional(),
      reviewedOn: text,
    }),
  ),
})

const surroundingsSchema = z
  .object({
    text,
    places: named(
      z.object({
        name: z.string(),
        coordinates,
        label: text,
        side: z.enum(['right', 'left', 'above', 'below']),
      }),
      'name',
    ),
  })
  .refine(({ text: words, places }) => words || places.length === 0, {
    path: ['text'],
    error: 'Please say in a sentence or two where the home is',
  })

const searchSchema = z.object({ title: text, description: text, keywords: text })

const unitsSchema = z.object({ units: named(z.object({ id: text, name: z.string() }), 'name') })

/** The parts of a home’s page, each with its schema. */
export const PROPERTY_SCHEMAS = {
  title: titleSchema,
  figures: figuresSchema,
  place: placeSchema,
  story: storySchema,
  images: largeImagesSchema,
  rooms: roomsSchema,
  amenities: amenitiesSchema,
  reviews: reviewsSchema,
  surroundings: surroundingsSchema,
  rules: rulesSchema,
  search: searchSchema,
  units: unitsSchema,
}
export type PropertyPart = keyof typeof PROPERTY_SCHEMAS
export type PropertyInputs = { [Part in PropertyPart]: z.input<(typeof PROPERTY_SCHEMAS)[Part]> }
export type PropertyValues = { [Part in PropertyPart]: z.output<(typeof PROPERTY_SCHEMAS)[Part]> }
