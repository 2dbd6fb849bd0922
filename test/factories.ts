import { pino } from 'pino'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookingChanges, bookings, quotes } from '#app/features/bookings/bookings.tables.server.ts'
import { gatewayEvents, payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import { fees, nightlyRates, nightOverrides, seasons, taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { ChannelManager } from '#app/platform/channels/channel-manager.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Database, Tx } from '#app/platform/db/database.server.ts'
import { type OperatorAccess, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Jobs } from '#app/platform/jobs/jobs.server.ts'
import { noRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import type { Storage } from '#app/platform/storage/storage.server.ts'
import { createContentCache } from '#app/platform/versioned-cache.server.ts'
import { followVersions, getVersions } from '#app/platform/versions.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { addDays } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { content } from '#content/site.ts'

/** Access that takes everyone for an operator, or for a visitor. */
export const accessFor = (isOperator: boolean): OperatorAccess => ({
  findOperator: async () => (isOperator ? UNNAMED : null),
})

/** The instant at which tests start: noon in the mountains, June 1, 2027. */
export const NOON = new Date('2027-06-01T18:00:00Z')

/** A clock that tests can set. */
export function testClock(start: Date = NOON) {
  let at = start
  return {
    now: () => at,
    set: (to: Date) => {
      at = to
    },
  }
}

/**
 * Services on a test database. They have default settings, a silent log, the given or a fixed clock, no storage, no
 * rate limits.
 */
export function testServices(database: Database & { jobs?: Jobs }, overrides: Partial<Services> = {}): Services {
  const missing = (what: string) =>
    new Proxy(
      {},
      {
        get: () => {
          throw new Error(`this test has no ${what}`)
        },
      },
    )
  const log = pino({ level: 'silent' })
  const clock = overrides.clock ?? testClock()
  // The clock stands still, so the versions are loaded each time.
  const versions = followVersions({ clock, read: () => getVersions({ db: database.db, clock }), trustMs: 0 })
  return {
    config: readConfig({}),
    database,
    db: database.db,
    standby: null,
    storage: missing('storage') as Storage,
    jobs: database.jobs ?? (missing('job queue') as Jobs),
    gateway: null,
    openChannelManager: () => missing('channel manager') as ChannelManager,
    limits: noRateLimits,
    passwordCost: { memoryCost: 8, timeCost: 1 },
    demoMarks: {
      brand: 'Sample Stays',
      properties: [],
      images: '/objects/sample/',
      legalDraft: 'This is a draft.',
      post: 'This is a sample post.',
      newsletter: 'This is a sample newsletter.',
      texts: { ofSamples: content, plain: content },
    },
    clock,
    log,
    stopping: new AbortController(),
    versions,
    cache: createContentCache({ clock, versions }),
    ...overrides,
  }
}

/** Versions of a database that nobody changes. */
export const unchangedVersions = {
  current: async () => ({ content: 1, nights: '1', stays: 1, messages: 1 }),
  recheck: () => {},
}

let made = 0

/** Property values that a test may change; the amenities form one group. */
export type PropertyChange = Partial<typeof properties.$inferInsert> & { amenities?: string[] }

/**
 * A published property with the lake cabin's values: a summer season, pets, three taxes. Tests may override any value.
 */
export async function makeProperty(db: Services['db'], { amenities, ...change }: PropertyChange = {}): Promise<string> {
  made += 1
  const [property] = await db
    .insert(properties)
    .values({
      slug: `home-${made}`,
      name: `Home ${made}`,
      title: `Home ${made} by the cove`,
      description: 'A cabin for tests.',
      location: 'West Union, SC',
      address: 'West Union, SC 29696',
      propertyType: 'home',
      bedrooms: 5,
      bathrooms: '3.0',
      maxGuests: 14,
      maxInfants: 3,
      maxPets: 2,
      pricePerNight: '480.00',
      cleaningFee: '300.00',
      minimumStay: 2,
      status: 'published',
      theme: 'lake',
      timeZone: 'America/New_York',
      ...(amenities && { presentation: { amenityGroups: [{ name: 'Amenities', items: amenities }] } }),
      ...change,
    })
    .returning({ id: properties.id })
  if (!property) throw new Error('the property was not stored')
  return property.id
}

/** Creates the operator if the database has none. */
export async function makeSite(db: Services['db']): Promise<void> {
  await db.insert(site).values({ brand: 'Powder & Cove', email: 'hello@powderandcove.example' }).onConflictDoNothing()
}

/**
 * `makeProperty` with the cabin's seasons, weekend rates, pet fee and taxes, and the operator who answers its bookings.
 */
export async function makePricedProperty(db: Services['db'], change: PropertyChange = {}): Promise<string> {
  await makeSite(db)
  const propertyId = await makeProperty(db, change)
  const summer = { propertyId, name: 'Summer', startsOn: '05-22', endsOn: '09-08', minimumStay: 4 }
  const [season] = await db.insert(seasons).values(summer).returning({ id: seasons.id })
  const seasonId = season?.id
  await db.insert(nightlyRates).values([
    { propertyId, weekdays: [5, 6], price: '590.00' },
    { propertyId, seasonId, weekdays: [0, 1, 2, 3, 4], price: '690.00' },
    { propertyId, seasonId, weekdays: [5, 6], price: '820.00' },
  ])
  await db.insert(fees).values({ propertyId, kind: 'pet', label: 'Pet fee', amount: '150.00' })
  await db.insert(taxes).values([
    { propertyId, name: 'State sales tax', rate: '5', displayOrder: 0 },
    { propertyId, name: 'State accommodations tax', rate: '2', displayOrder: 1 },
    { propertyId, name: 'Oconee County tax', rate: '3', displayOrder: 2 },
  ])
  return propertyId
}

type Nights = { from: IsoDate; to: IsoDate }

/** The row of a booking without its nights. Call it only in a transaction that adds them. */
export function bookingRow(propertyId: string, { from, to }: Nights): typeof bookings.$inferInsert {
  made += 1
  return {
    reference: `TST-${String(made).padStart(5, '0')}`,
    propertyId,
    guestName: 'Ada Guest',
    guestEmail: 'ada@example.com',
    checkInDate: from,
    checkOutDate: to,
    numberOfGuests: 2,
    adults: 2,
    totalAmount: '1000.00',
    lines: [],
  }
}

/** A quote of 1,000 dollars, created at `NOON` for two adults and valid for a day. */
export async function makeQuote(
  db: Services['db'],
  propertyId: string,
  { from, to }: Nights,
  change: Partial<typeof quotes.$inferInsert> = {},
): Promise<typeof quotes.$inferSelect> {
  const [quote] = await db
    .insert(quotes)
    .values({
      propertyId,
      checkInDate: from,
      checkOutDate: to,
      adults: 2,
      children: 0,
      infants: 0,
      pets: 0,
      lines: [{ kind: 'nights', label: 'Nights', amount: 100_000 }],
      totalAmount: '1000.00',
      createdAt: NOON,
      expiresAt: new Date(NOON.getTime() + 86_400_000),
      ...change,
    })
    .returning()
  if (!quote) throw new Error('the quote was not stored')
  return quote
}

/** Stores a booking with its first change. Call it only in the transaction that stores its nights. */
async function storeBooking(tx: Tx, row: typeof bookings.$inferInsert): Promise<string> {
  const line = { kind: 'nights', label: 'Nights', amount: centsFromNumeric(row.totalAmount) }
  const [booking] = await tx
    .insert(bookings)
    .values({ ...row, lines: isEmpty(row.lines) ? [line] : row.lines })
    .returning({ id: bookings.id, status: bookings.status })
  if (!booking) throw new Error('the booking was not stored')
  await tx.insert(bookingChanges).values({ bookingId: booking.id, number: 1, toStatus: booking.status, cause: 'guest' })
  return booking.id
}

const isEmpty = (lines: unknown) => Array.isArray(lines) && lines.length === 0

/** A pending payment of the booking, and a message about it. */
export async function makePayment(db: Services['db'], bookingId: string): Promise<string> {
  const row = { bookingId, kind: 'whole', amount: '1000', status: 'waiting' } as const
  const [made] = await db.insert(payments).values(row).returning({ id: payments.id })
  await db.insert(gatewayEvents).values({ id: `evt_${bookingId}`, type: 'payment_intent.created' })
  if (!made) throw new Error('the payment was not stored')
  return made.id
}

/** A pending booking with its nights. */
export async function makeBooking(
  db: Services['db'],
  propertyId: string,
  nights: Nights,
  change: Partial<typeof bookings.$inferInsert> = {},
  kind: 'booking' | 'overbooking' = 'booking',
): Promise<string> {
  return db.transaction(async (tx) => {
    const bookingId = await storeBooking(tx, { ...bookingRow(propertyId, nights), ...change })
    await tx.insert(occupancies).values({ propertyId, nights, kind, bookingId })
    return bookingId
  })
}

/** A held booking whose hold expires at `expiresAt`. */
export async function makeHold(
  db: Services['db'],
  propertyId: string,
  nights: Nights,
  expiresAt: Date,
): Promise<string> {
  return db.transaction(async (tx) => {
    const bookingId = await storeBooking(tx, { ...bookingRow(propertyId, nights), status: 'held' })
    await tx.insert(occupancies).values({ propertyId, nights, kind: 'hold', bookingId, expiresAt })
    return bookingId
  })
}

/** A calendar import of a property. */
export async function makeFeed(
  db: Services['db'],
  propertyId: string,
  change: Partial<typeof calendarFeeds.$inferInsert> = {},
): Promise<string> {
  made += 1
  const address = `https://calendars.example/${made}.ics`
  const [feed] = await db
    .insert(calendarFeeds)
    .values({ propertyId, address, label: 'Another calendar', ...change })
    .returning({ id: calendarFeeds.id })
  if (!feed) throw new Error('the calendar was not stored')
  return feed.id
}

/** Nights of an imported event: from the feed `feedId`, or from a new one. */
export async function makeImport(
  db: Services['db'],
  propertyId: string,
  nights: Nights,
  change: Partial<typeof occupancies.$inferInsert> = {},
): Promise<void> {
  const feedId = change.feedId ?? (await makeFeed(db, propertyId))
  await db
    .insert(occupancies)
    .values({ propertyId, nights, kind: 'import', eventKey: `event-${nights.from}@example.com`, ...change, feedId })
}

/** The operator closes one night, or sets its price (in dollars). */
export async function makeDate(
  db: Services['db'],
  propertyId: string,
  date: IsoDate,
  word: { blocked?: true; price?: string },
): Promise<void> {
  if (word.blocked) {
    await db.insert(blocks).values({ propertyId, nights: { from: date, to: addDays(date, 1) }, kind: 'closed' })
  }
  if (word.price) await db.insert(nightOverrides).values({ propertyId, date, priceOverride: word.price })
}
