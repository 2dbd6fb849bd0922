import { and, asc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import { noticeOf } from '#app/features/availability/property-rules.server.ts'
import { SOURCE_WORDS } from '#app/features/bookings/booking-sources.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import { type HeldOffer, listHeldOffers } from '#app/features/inbox/held-offers.server.ts'
import { findImages } from '#app/features/media/media.server.ts'
import { listPrices } from '#app/features/pricing/list-prices.server.ts'
import { pricingRulesOf } from '#app/features/pricing/price-settings.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { guestNameSeenBy } from '#app/features/properties/seen-by.server.ts'
import type { Clock } from '#app/platform/clock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { dateInZone, formatSpan, hourInZone } from '#app/shared/dates.ts'
import { may } from '#app/shared/may.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { type Bar, BLOCKS, type Board, type BoardProperty, type Covers, occupiesNights, type Span } from './board.ts'

/**
 * What the homes that this operator sees have on the days `[from, to)`. Drafts are included, and retired homes that
 * have something there. Three statements; two more if a stay has nights that a block or another calendar has, too.
 * One more if nights are on hold.
 */
export async function getBoard(services: ReadServices, span: Span, by: Operator): Promise<Board> {
  const all = await listBoardProperties(services, span)
  const read = by.properties ? all.filter(({ id }) => by.properties?.includes(id)) : all
  const found = read.flatMap(({ isRetired, ...property }) => (isRetired && property.bars.length === 0 ? [] : property))
  const propertyIds = found.filter(({ bars }) => hasOverlap(bars)).map(({ id }) => id)
  const conflicts = propertyIds.length > 0 ? await listConflicts(services, { propertyIds }) : []
  const ofStay = Map.groupBy(conflicts, ({ stay }) => stay.reference)
  const words = (id: string) => {
    const claims = (ofStay.get(id) ?? []).map(
      ({ claim, nights }) => `${claimantOf(claim, by)}, ${formatSpan(nights.from, nights.to)}`,
    )
    return claims.length > 0 ? `conflict with ${claims.join('; ')}` : null
  }
  const withConflict = (bar: Bar) => ({
    ...bar,
    title: bar.kind === 'stay' || bar.kind === 'hold' ? guestNameSeenBy(by, bar.title) : bar.title,
    offer: bar.offer && { ...bar.offer, conversation: may(by, 'contacts:read') ? bar.offer.conversation : null },
    conflict: words(bar.id),
  })
  return { ...span, properties: found.map((property) => ({ ...property, bars: property.bars.map(withConflict) })) }
}

function claimantOf(claim: NightConflict['claim'], by: Operator): string {
  if (claim.kind === 'block') return 'your own block'
  if (claim.kind === 'import') return `“${claim.calendar}”`
  return claim.guest === null ? 'somebody who is booking right now' : guestNameSeenBy(by, claim.guest)
}

type ReadServices = { db: Tx; clock: Clock }
type ReadProperty = BoardProperty & { isRetired: boolean }

/** The same without conflicts, of all properties or of these. Under their locks (`db: tx`) the answer stays true. */
export async function listBoardProperties(
  { db, clock }: ReadServices,
  span: Span,
  slugs?: string[],
): Promise<ReadProperty[]> {
  const now = clock.now()
  const found = await listPrices(db, slugs && inArray(properties.slug, slugs), span)
  const blocked = await listBlocks(db, span)
  const occupied = Map.groupBy(await listOccupied({ db, clock }, span), ({ propertyId }) => propertyId)
  return found.map(({ id, status, timeZone, settings, overrides, ...property }) => ({
    id,
    slug: property.slug,
    name: property.name,
    location: property.location,
    isAvailable: property.isAvailable,
    isRetired: status === 'retired',
    maxGuests: property.maxGuests,
    maxInfants: property.maxInfants,
    maxPets: property.maxPets,
    notice: noticeOf(settings),
    pricing: pricingRulesOf(settings, overrides),
    today: dateInZone(now, timeZone),
    hour: hourInZone(now, timeZone),
    bars: [
      ...(occupied.get(id) ?? []).map(({ propertyId: _, ...bar }) => bar),
      ...(blocked.get(id) ?? []).map(barOfBlock),
    ].map((bar) => ({ ...bar, conflict: null })),
  }))
}

/** The first photo of each of these homes. Two statements. */
export async function listCovers(services: { db: Tx }, ids: string[]): Promise<Covers> {
  const { id, images } = properties
  const rows = await services.db
    .select({ id, path: sql<string | null>`${images}[1]` })
    .from(properties)
    .where(inArray(id, ids))
  const found = await findImages(
    services,
    rows.flatMap(({ path }) => path ?? []),
  )
  const covers = rows.flatMap(({ id: of, path }) => {
    const image = found.get(path ?? '')
    return image ? [[of, { src: image.src, width: image.width, height: image.height }] as const] : []
  })
  return Object.fromEntries(covers)
}

type ReadBar = Omit<Bar, 'conflict'>

/** Whether a stay has a night that something else has, too. */
function hasOverlap(bars: readonly Bar[]): boolean {
  const taking = bars.filter(occupiesNights)
  return taking.some(
    (one) =>
      (one.kind === 'stay' || one.kind === 'hold') &&
      taking.some((other) => other !== one && other.from < one.to && one.from < other.to),
  )
}

type Block = Pick<typeof blocks.$inferSelect, 'id' | 'propertyId' | 'kind' | 'note' | 'nights'>

/** Blocks of all properties that have one of the nights, by property. */
async function listBlocks(db: Tx, { from, to }: Span) {
  const { id, propertyId, kind, note, nights } = blocks
  const rows = await db
    .select({ id, propertyId, kind, note, nights })
    .from(blocks)
    .where(sql`${nights} && daterange(${from}, ${to})`)
    .orderBy(asc(sql`lower(${nights})`))
  return Map.groupBy(rows, (row) => row.propertyId)
}

type OccupiedBar = ReadBar & { propertyId: string }

/** Stays, live holds and imported nights. */
async function listOccupied({ db, clock }: ReadServices, { from, to }: Span): Promise<OccupiedBar[]> {
  const { id, propertyId, kind, nights, expiresAt, eventKind } = occupancies
  const rows = await db
    .select({
      id,
      propertyId,
      kind,
      nights,
      expiresAt,
      eventKind,
      booking: {
        reference: bookings.reference,
        guestName: bookings.guestName,
        adults: bookings.adults,
        children: bookings.children,
        infants: bookings.infants,
        pets: bookings.pets,
        source: bookings.source,
        status: bookings.status,
      },
      calendar: calendarFeeds.label,
    })
    .from(occupancies)
    .leftJoin(bookings, eq(bookings.id, occupancies.bookingId))
    .leftJoin(calendarFeeds, eq(calendarFeeds.id, occupancies.feedId))
    .where(and(sql`${nights} && daterange(${from}, ${to})`, or(ne(kind, 'hold'), gt(expiresAt, clock.now()))))
    .orderBy(asc(sql`lower(${nights})`))
  const held = rows.some((row) => row.kind === 'hold' && !row.booking) ? await listHeldOffers({ db, clock }) : []
  const offers = new Map(held.map((offer) => [offer.id, offer]))
  return rows.map((row) => barOf(row, offers.get(row.id)))
}

type Occupied = Pick<
  typeof occupancies.$inferSelect,
  'id' | 'propertyId' | 'kind' | 'nights' | 'expiresAt' | 'eventKind'
> & {
  booking: Pick<
    typeof bookings.$inferSelect,
    'reference' | 'guestName' | 'adults' | 'children' | 'infants' | 'pets' | 'source' | 'status'
  > | null
  calendar: string | null
}

function barOf(
  { id, propertyId, kind, nights, expiresAt, eventKind, booking, calendar }: Occupied,
  held: HeldOffer | undefined,
): OccupiedBar {
  const row = { id, propertyId, ...nights, guests: null, status: null, expiresAt: null, offer: null }
  if (held) {
    const offer = { until: held.until, conversation: held.guest.conversation }
    return { ...row, kind: 'hold', title: held.guest.name, detail: '', offer }
  }
  if (kind === 'import') {
    const detail = { reserved: 'booked there', block: 'closed there' }
    return { ...row, kind, title: calendar ?? 'Another calendar', detail: eventKind ? detail[eventKind] : '' }
  }
  const party = booking ? partyWords(booking) : ''
  const guests = booking ? booking.adults + booking.children : null
  const guest = { ...row, id: booking?.reference ?? id, title: booking?.guestName ?? 'Somebody', guests }
  if (kind === 'hold') return { ...guest, kind, detail: party, expiresAt: expiresAt?.toISOString() ?? null }
  const detail = booking ? `${party}, ${SOURCE_WORDS[booking.source]}` : ''
  return { ...guest, kind: 'stay', detail, status: booking?.status === 'pending' ? 'pending' : 'confirmed' }
}

function barOfBlock({ id, kind, note, nights }: Block): ReadBar {
  const title = BLOCKS[kind]
  return { id, kind, ...nights, title, detail: note ?? '', guests: null, status: null, expiresAt: null, offer: null }
}
