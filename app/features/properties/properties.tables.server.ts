import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, numeric, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { siteTable } from '#app/platform/db/site-table.server.ts'
import { PROPERTY_STATUSES } from './property-status.ts'

/** The properties. Money is `numeric` dollars; `presentation` is parsed by the properties feature. */
export const properties = siteTable(
  'properties',
  {
    goLive: 'loses values of the demo',
    address: null,
    retention: null,
    restore: null,
    images: [
      { column: 'images', holds: 'addresses', isPublic: sql`named.published` },
      { column: 'presentation', holds: 'json', isPublic: sql`named.published` },
      { column: "host ->> 'image'", holds: 'address', isPublic: sql`named.published` },
    ],
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text().notNull().unique(),
    name: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    location: text().notNull(),
    address: text().notNull(),
    propertyType: text('property_type').notNull(),
    bedrooms: integer().notNull(),
    bathrooms: numeric({ precision: 3, scale: 1 }).notNull(),
    maxGuests: integer('max_guests').notNull(),
    pricePerNight: numeric('price_per_night', { precision: 8, scale: 2 }),
    /**
     * False: the price is an unconfirmed default and the property is not sold. The database sets it when a price is
     * written.
     */
    priceConfirmed: boolean('price_confirmed').notNull().default(true),
    cleaningFee: numeric('cleaning_fee', { precision: 6, scale: 2 }).default('0'),
    /** Derived from the amenity groups in `presentation`. */
    amenities: text().array().notNull().generatedAlwaysAs(sql`amenities_of(presentation)`),
    images: text().array().notNull().default([]),
    /** Guests can book it, once it is published. */
    isAvailable: boolean('is_available').notNull().generatedAlwaysAs(sql`status not in ('not-bookable', 'retired')`),
    minimumStay: integer('minimum_stay').notNull().default(1),
    /** In nights; null means as long as the site allows. */
    maximumStay: integer('maximum_stay'),
    /** The shortest stay that fills a hole between two others, and by how many percent its nights cost more. */
    gapMinimumStay: integer('gap_minimum_stay'),
    gapPercent: smallint('gap_percent'),
    checkInTime: text('check_in_time').notNull().default('3:00 PM'),
    checkOutTime: text('check_out_time').notNull().default('11:00 AM'),
    rules: text().array().notNull().default([]),
    highlights: text().array().notNull().default([]),
    /** The columns `published`, `listed` and `isAvailable` follow from it. */
    status: text({ enum: PROPERTY_STATUSES }).notNull().default('draft'),
    /** Guests can open its page. */
    published: boolean().notNull().generatedAlwaysAs(sql`status in ('published', 'not-bookable', 'unlisted')`),
    /** It is in lists, search and the sitemap. */
    listed: boolean().notNull().generatedAlwaysAs(sql`status in ('published', 'not-bookable')`),
    demo: boolean().notNull().default(false),
    displayOrder: integer('display_order').notNull().default(0),
    theme: text({ enum: ['mountain', 'lake'] })
      .notNull()
      .default('mountain'),
    timeZone: text('time_zone').notNull().default('America/Denver'),
    city: text(),
    region: text(),
    postalCode: text('postal_code'),
    country: text().notNull().default('US'),
    latitude: numeric({ precision: 8, scale: 5 }),
    longitude: numeric({ precision: 8, scale: 5 }),
    floorArea: integer('floor_area'),
    maxInfants: integer('max_infants').notNull().default(0),
    maxPets: integer('max_pets').notNull().default(0),
    /** Arrival and departure weekdays (0 is Sunday); null means any. */
    checkInDays: smallint('check_in_days').array(),
    /** The lead time in days, and the local hour until which today counts. */
    noticeDays: integer('notice_days').notNull().default(0),
    noticeUntilHour: smallint('notice_until_hour').notNull().default(24),
    /** In addition to the site's booking window; the shorter one applies. */
    bookingWindowDays: integer('booking_window_days'),
    contactLabel: text('contact_label'),
    licenseNumber: text('license_number'),
    bookingReference: text('booking_reference'),
    /** Paid with the booking; the rest `balanceDays` before check-in. Null: the terms of the site. 100: everything. */
    depositPercent: smallint('deposit_percent'),
    /** Where no card is charged, the days from the confirmation to the first payment. */
    depositDays: smallint('deposit_days').notNull().default(7),
    balanceDays: smallint('balance_days').notNull().default(30),
    /** Null: never, or as the site where `depositPercent` is null. */
    cancelUnpaidDays: smallint('cancel_unpaid_days'),
    /** How guests pay without a card. Null: the text of the site. */
    paymentText: text('payment_text'),
    /** Empty: the ways to pay of the site, unless there is a `paymentText`. */
    paymentWays: text('payment_ways').array().notNull().default([]),
    /** Parsed by `cancellationPolicySchema`. */
    cancellationPolicy: jsonb('cancellation_policy').notNull().default(sql`'[]'::jsonb`),
    /** Answered questions of the back office about the prices. */
    answeredQuestions: text('answered_questions').array().notNull().default([]),
    presentation: jsonb().notNull().default(sql`'{}'::jsonb`),
    /** Parsed by `factsSchema`. */
    facts: jsonb().notNull().default(sql`'{}'::jsonb`),
    /** Parsed by `hostSchema`. */
    host: jsonb().notNull().default(sql`'{}'::jsonb`),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/** The earlier addresses of a property's page, which lead to its present one. */
export const propertyAddresses = siteTable(
  'property_addresses',
  { goLive: 'stays', address: null, retention: null, restore: null, images: null },
  {
    slug: text().primaryKey(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
  },
)

/** The parts of a property that have their own galleries. */
export const propertyUnits = siteTable(
  'property_units',
  {
    goLive: 'stays',
    address: null,
    retention: null,
    restore: null,
    images: [
      {
        column: 'hero_image',
        holds: 'address',
        isPublic: sql`exists (select from properties property where property.id = named.property_id and property.published)`,
      },
    ],
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text(),
    heroImage: text('hero_image'),
    displayOrder: integer('display_order').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/** The images of a unit, ordered by category and `displayOrder`. */
export const unitImages = siteTable(
  'unit_images',
  {
    goLive: 'stays',
    address: null,
    retention: null,
    restore: null,
    images: [
      {
        column: 'gcs_path',
        holds: 'address',
        isPublic: sql`exists (select from property_units unit join properties property on property.id = unit.property_id where unit.id = named.unit_id and property.published)`,
      },
    ],
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    unitId: uuid('unit_id')
      .notNull()
      .references(() => propertyUnits.id, { onDelete: 'cascade' }),
    gcsPath: text('gcs_path').notNull(),
    altText: text('alt_text').notNull(),
    caption: text().notNull().default(''),
    category: text().notNull(),
    displayOrder: integer('display_order').notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
)

/** The rooms with their beds, floors and bathrooms; `beds` is parsed by the properties feature. */
export const rooms = siteTable(
  'rooms',
  { goLive: 'loses values of the demo', address: null, retention: null, restore: null, images: null },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    beds: jsonb().notNull(),
    /** Flights of stairs from the entrance: 0 is its floor, -1 one flight down. */
    floor: smallint(),
    /** Inside the room, outside it but for it alone, or shared. */
    bathroom: text({ enum: ['en-suite', 'private', 'shared'] }),
    /** The equipment of the bathroom, or the room that shares it. */
    bathroomNote: text('bathroom_note'),
    displayOrder: integer('display_order').notNull().default(0),
  },
)

/**
 * Facts for the night of arrival. A table of its own: `properties` is read by every page, and its rows are kept as
 * versions. Only the guest of a confirmed stay sees them; other pages only name its contents.
 */
export const arrivalGuides = siteTable(
  'arrival_guides',
  {
    goLive: { removesDemo: 'sample arrival guides', where: () => sql`sample` },
    address: null,
    retention: null,
    restore: null,
    images: null,
  },
  {
    propertyId: uuid('property_id')
      .primaryKey()
      .references(() => properties.id, { onDelete: 'cascade' }),
    /** The days before check-in from which the guest page shows it. */
    shownDays: smallint('shown_days').notNull().default(14),
    directions: text(),
    parking: text(),
    doorCode: text('door_code'),
    wifiName: text('wifi_name'),
    wifiPassword: text('wifi_password'),
    houseManual: text('house_manual'),
    localTips: text('local_tips'),
    nightContact: text('night_contact'),
    nightPhone: text('night_phone'),
    /** Guests read door code and Wi-Fi password on their day, paid or not. */
    codesOpen: boolean('codes_open').notNull().default(false),
    sample: boolean().notNull().default(false),
  },
)

/** Guests' reviews; `sample` marks those of the demo, which are labeled (docs/decisions/009). */
export const reviews = siteTable(
  'reviews',
  {
    goLive: { removesDemo: 'sample reviews', where: () => sql`sample` },
    address: null,
    retention: null,
    restore: null,
    images: null,
  },
  {
    id: uuid().primaryKey().defaultRandom(),
    propertyId: uuid('property_id')
      .notNull()
      .references(() => properties.id, { onDelete: 'cascade' }),
    author: text().notNull(),
    body: text().notNull(),
    source: text().notNull(),
    sourceUrl: text('source_url'),
    reviewedOn: date('reviewed_on'),
    sample: boolean().notNull().default(false),
    displayOrder: integer('display_order').notNull().default(0),
  },
)
