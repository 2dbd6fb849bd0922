import { z } from 'zod'
import { BEDS, type BedKind } from './beds.ts'

const bedSchema = z.object({
  kind: z.enum(Object.keys(BEDS) as [BedKind, ...BedKind[]]),
  count: z.number().int().min(1),
})
export const bedsSchema = z.array(bedSchema)
export type Bed = z.infer<typeof bedSchema>

/** A group of the gallery accordion: the images of its categories, under its label. */
const galleryGroupSchema = z.object({ category: z.string(), label: z.string() })

const gallerySchema = z.object({
  groups: z.array(galleryGroupSchema),
  /** The category that is open at first; with null all start closed. */
  open: z.string().nullable(),
  lightbox: z.enum(['carousel', 'simple']),
  /** Shown when there are no images at all; null shows nothing. */
  emptyText: z.string().nullable(),
  /** Built-in images, captioned as illustrations, for a property without stored ones. */
  fallback: z.array(z.object({ path: z.string(), alt: z.string(), category: z.string() })),
  /** A line under the heading, for example that the images are renders. */
  note: z.string().nullable(),
})

/** A text section of the page, in order: paragraphs, a list with hairlines, or both. */
const storySectionSchema = z.object({
  heading: z.string(),
  paragraphs: z.array(z.string()).default([]),
  items: z.array(z.string()).default([]),
})

const pointSchema = z.tuple([z.number().min(-90).max(90), z.number().min(-180).max(180)])

/**
 * The surroundings of a property, for its drawn map. Points are latitude and longitude in degrees, lengths are miles.
 * Without a center and a width, the map shows the property and its places.
 */
const surroundingsSchema = z.object({
  text: z.string(),
  /** The center of the map, and its width in miles. */
  center: pointSchema.optional(),
  miles: z.number().positive().optional(),
  /** Distance rings around the property. */
  rings: z.array(z.number().positive()).optional(),
  /**
   * `name` appears in the list, `label` on that side of its mark on the map. A place beyond the map is labeled at the
   * edge.
   */
  places: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      at: pointSchema,
      side: z.enum(['left', 'right', 'above', 'below']).default('right'),
    }),
  ),
  /**
   * Drawn freely. Water is a line with a width at its start and optionally at its end. Peaks and hills have a height on
   * the map.
   */
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

/** The content of a property page besides its facts (docs/decisions/004). */
export const presentationSchema = z.object({
  /** The main highlight, on cards and in results. */
  cardText: z.string().default(''),
  cardTitle: z.string().nullable().default(null),
  /** A label over the card's image, such as `TOP SPOT`. */
  badge: z.string().nullable().default(null),
  /** Whether the card shows `Sleeps 23` or `14 guests`. */
  capacityWord: z.enum(['sleeps', 'guests']).default('guests'),
  /** Figures next to guests, bedrooms, bathrooms and floor: `{ value: '2', label: 'hot tubs' }`. */
  extraFacts: z.array(z.object({ value: z.string(), label: z.string() })).default([]),
  lead: z.string().default(''),
  story: z.array(storySectionSchema).default([]),
  /** The heading above the rooms and their beds. */
  sleepingHeading: z.string().default('Who sleeps where'),
  gallery: gallerySchema.default({
    groups: [],
    open: null,
    lightbox: 'simple',
    emptyText: null,
    fallback: [],
    note: null,
  }),
  /**
   * The addresses of the images that stand large between sections, by place; empty for a place without one. Without
   * any, the gallery decides. With empty ones alone, there are none.
   */
  sectionImages: z.array(z.string()).default([]),
  amenitiesHeading: z.string().default('Amenities'),
  amenityGroups: z.array(z.object({ name: z.string(), items: z.array(z.string()) })).default([]),
  surroundings: surroundingsSchema.nullable().default(null),
  /** Guests' questions, and the answers. */
  questions: z.array(z.object({ question: z.string(), answer: z.string() })).default([]),
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
/** The part that the property's own page shows; the map is drawn from the surroundings. */
export const pagePresentationSchema = presentationSchema.omit({
  cardText: true,
  cardTitle: true,
  badge: true,
  capacityWord: true,
  surroundings: true,
})
/** The gallery groups that the operator chooses from. */
export const galleryPresentationSchema = presentationSchema.pick({ gallery: true })
export type Presentation = z.infer<typeof presentationSchema>
export type PagePresentation = z.infer<typeof pagePresentationSchema>
export type PresentationRecord = z.input<typeof presentationSchema>
