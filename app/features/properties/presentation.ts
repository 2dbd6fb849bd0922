import { z } from 'zod'

const bedSchema = z.object({
  kind: z.enum(['king', 'queen', 'twin', 'bunk', 'sofa-bed']),
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

/** What a home's page shows beside its facts (decision 2: content is data). */
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
  bookingHeading: z.string().default('Book Your Stay'),
  /** The terms of cancellation in a sentence or two, said with the rules and before booking. */
  cancellation: z.string().nullable().default(null),
  metadata: z.object({ title: z.string(), description: z.string(), keywords: z.string() }).nullable().default(null),
})
/** The part that cards show. */
export const cardPresentationSchema = presentationSchema.pick({
  cardText: true,
  cardTitle: true,
  badge: true,
  capacityWord: true,
})
export type Presentation = z.infer<typeof presentationSchema>
export type PresentationRecord = z.input<typeof presentationSchema>
