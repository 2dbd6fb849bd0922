import { z } from 'zod'
import { BEDS, type BedKind } from './beds.ts'

const bedSchema = z.object({
  kind: z.enum(Object.keys(BEDS) as [BedKind, ...BedKind[]]),
  count: z.number().int().min(1),
})
export const bedsSchema = z.array(bedSchema)
export type Bed = z.infer<typeof bedSchema>

/** A group of the gallery's accordion: pictures whose category it names, under its label. */
const galleryGroupSchema = z.object({ category: z.string(), label: z.string() })

const gallerySchema = z.object({
  groups: z.array(galleryGroupSchema),
  /** The category that is open at first; null starts closed. */
  open: z.string().nullable(),
  lightbox: z.enum(['carousel', 'simple']),
  /** Said when there is no picture at all; null says nothing. */
  emptyText: z.string().nullable(),
  /** Shown, captioned as illustration, when the server has no picture. */
  fallback: z.array(z.object({ path: z.string(), alt: z.string(), category: z.string() })),
  /** A line under the heading, such as that the pictures are renders. */
  note: z.string().nullable(),
})

/** A section of the page's text, in order: paragraphs, or a hairline list, or both. */
const storySectionSchema = z.object({
  heading: z.string(),
  paragraphs: z.array(z.string()).default([]),
  items: z.array(z.string()).default([]),
})

const pointSchema = z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])

/** What lies around a home, for its drawn map: points are latitude and longitude in degrees, lengths are miles. */
const surroundingsSchema = z.object({
  text: z.string(),
  /** The middle of the map, and how far it reaches from its left edge to its right. */
  centre: pointSchema,
  miles: z.number().positive(),
  /** Circles around the home, by which the map is measured. */
  rings: z.array(z.number().positive()),
  /** `name` stands in the list, `label` on the map, on that side of its mark. Beyond the map's edge it is named at the edge. */
  places: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      at: pointSchema,
      side: z.enum(['left', 'right', 'above', 'below']).default('right'),
    }),
  ),
  /** Drawn freely. Water is a line that is so wide at its beginning and, if it says so, at its end; peaks and hills have their height on the map. */
  land: z.object({
    water: z
      .array(
        z.object({ wide: z.number().positive(), end: z.number().positive().optional(), points: z.array(pointSchema) }),
      )
      .default([]),
    lifts: z.array(z.array(pointSchema)).default([]),
    peaks: z.array(z.object({ at: pointSchema, high: z.number().positive() })).default([]),
    hills: z.array(z.object({ at: pointSchema, high: z.number().positive() })).default([]),
    names: z.array(z.object({ text: z.string(), at: pointSchema })).default([]),
  }),
})
export type Surroundings = z.infer<typeof surroundingsSchema>
export type SurroundingsRecord = z.input<typeof surroundingsSchema>

/** What a home's page shows beside its facts (docs/decisions/004). */
export const presentationSchema = z.object({
  /** The one thing to love, on cards and in results. */
  cardText: z.string().default(''),
  cardTitle: z.string().nullable().default(null),
  /** A word over the card's picture, `TOP SPOT`. */
  badge: z.string().nullable().default(null),
  /** Whether the card says `Sleeps 23` or `14 guests`. */
  capacityWord: z.enum(['sleeps', 'guests']).default('guests'),
  /** Figures beside guests, bedrooms, bathrooms and floor: `{ value: '2', label: 'hot tubs' }`. */
  extraFacts: z.array(z.object({ value: z.string(), label: z.string() })).default([]),
  lead: z.string().default(''),
  story: z.array(storySectionSchema).default([]),
  /** Over the rooms and their beds. */
  sleepingHeading: z.string().default('Who sleeps where'),
  gallery: gallerySchema.default({
    groups: [],
    open: null,
    lightbox: 'simple',
    emptyText: null,
    fallback: [],
    note: null,
  }),
  amenitiesHeading: z.string().default('Amenities'),
  amenityGroups: z.array(z.object({ name: z.string(), items: z.array(z.string()) })).default([]),
  surroundings: surroundingsSchema.nullable().default(null),
  bookingHeading: z.string().default('Book Your Stay'),
  metadata: z.object({ title: z.string(), description: z.string(), keywords: z.string() }).nullable().default(null),
})
/** The part that cards show. */
export const cardPresentationSchema = presentationSchema.pick({
  cardText: true,
  cardTitle: true,
  badge: true,
  capacityWord: true,
})
/** The groups of its gallery, which the operator chooses among. */
export const galleryPresentationSchema = presentationSchema.pick({ gallery: true })
export type Presentation = z.infer<typeof presentationSchema>
export type PresentationRecord = z.input<typeof presentationSchema>
