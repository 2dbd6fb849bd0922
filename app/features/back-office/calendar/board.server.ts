import { and, asc, eq, gt, ne, or, sql } from 'drizzle-orm'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { SOURCE_WORDS } from '#app/features/bookings/manage/booking-list.ts'
import type { PricingRules } from '#app/features/pricing/rates.ts'
import type { Clock } from '#app/platform/clock.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { type blocks, bookings, calendarFeeds, occupancies } from '#app/platform/db/schema.server.ts'
import { dateInZone, formatSpan, type IsoDate } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { type Bar, type Board, type BoardProperty, type Span, takesNights } from './board.ts'

/**
 * What every property has on the days `[from, to)`, unpublished ones included. Two statements; two more if a stay has nights
 * that a block or another calendar has, too.
 */
export async function getBoard(services: Reads, span: Span): Promise<Board> {
  const properties = await readBoard(services, span)
  const propertyIds = properties.filter(({ bars }) => hasOverlap(bars)).map(({ id }) => id)
  const conflicts = propertyIds.length > 0 ? await listConflicts(services, { propertyIds }) : []
  const ofStay = Map.groupBy(conflicts, ({ stay }) => stay.reference)
  const words = (id: string) => {
    const claims = (ofStay.get(id) ?? []).map(
      ({ claim, nights }) =>
        `${claim.kind === 'block' ? 'your own block' : `“${claim.calendar}”`}, ${formatSpan(nights.from, nights.to)}`,
    )
    return claims.length > 0 ? `conflict with ${claims.join('; ')}` : null
  }
  const withConflict = (bar: Bar) => ({ ...bar, conflict: words(bar.id) })
  return { ...span, properties: properties.map((property) => ({ ...property, bars: property.bars.map(withConflict) })) }
}

type Reads = { db: Tx; clock: Clock }

/** The same without conflicts, of all properties or of these. Under their locks (`db: tx`) the answer stays true. */
export async function readBoard({ db, clock }: Reads, span: Span, slugs?: string[]): Promise<BoardProperty[]> {
  const now = clock.now()
  const properties = await listProperties(db, span, slugs)
  const occupied = Map.groupBy(await listOccupied(db, span, now), ({ propertyId }) => propertyId)
  return properties.map(({ timeZone, blocks, ...property }) => ({
    ...property,
    today: dateInZone(now, timeZone),
    bars: [...(occupied.get(property.id) ?? []).map(({ propertyId: _, ...bar }) => bar), ...blocks.map(barOfBlock)].map(
      (bar) => ({ ...bar, conflict: null }),
    ),
  }))
}

type ReadBar = Omit<Bar, 'conflict'>

/** Whether a stay has a night that something else has, too. */
function hasOverlap(bars: readonly Bar[]): boolean {
  const taking = bars.filter(takesNights)
  return taking.some(
    (one) =>
      (one.kind === 'stay' || one.kind === 'hold') &&
      taking.some((other) => other !== one && other.from < one.to && one.from < other.to),
  )
}

type Season = PricingRules['seasons'][number]
type PropertyRow = {
  id: string
  slug: string
  name: string
  location: string
  timeZone: string
  base: string | null
  minimumStay: number
  checkInDays: number[] | null
  seasons: Season[]
  rates: { seasonId: string | null; weekdays: number[]; price: string }[]
  minimums: PricingRules['arrivalMinimums']
  dates: { date: IsoDate; price: string | null; minimumStay: number | null; reason: string | null }[]
  blocks: Block[]
}
type Block = Pick<typeof blocks.$inferSelect, 'id' | 'kind' | 'note'> & Span

/** Properties with their blocks and the rates of their nights, in one statement. */
async function listProperties(db: Tx, { from, to }: Span, slugs?: string[]) {
  const { rows } = await db.execute<PropertyRow>(sql`
    select id, slug, name, location, time_zone as "timeZone", minimum_stay as "minimumStay", check_in_days as "checkInDays",
      case when price_confirmed then price_per_night::text end as base,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'startsOn', starts_on, 'endsOn', ends_on,
          'minimumStay', minimum_stay, 'checkInDays', check_in_days)), '[]')
        from seasons where property_id = properties.id) as seasons,
      (select coalesce(json_agg(json_build_object('seasonId', season_id, 'weekdays', weekdays, 'price', price::text)), '[]')
        from nightly_rates where property_id = properties.id) as rates,
      (select coalesce(json_agg(json_build_object('seasonId', season_id, 'weekdays', weekdays, 'minimumStay', minimum_stay)), '[]')
        from arrival_minimums where property_id = properties.id) as minimums,
      (select coalesce(json_agg(json_build_object('date', date::text, 'price', price_override::text,
          'minimumStay', minimum_stay, 'reason', reason)), '[]')
        from property_availability where property_id = properties.id and date >= ${from} and date < ${to}) as dates,
      (select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'note', note, 'from', lower(nights)::text,
          'to', upper(nights)::text) order by lower(nights)), '[]')
        from blocks where property_id = properties.id and nights && daterange(${from}, ${to})) as blocks
    from properties where ${slugs ? sql`slug = any(${sql.param(slugs)}::text[])` : sql`true`}
    order by display_order, name, id`)
  return rows.map(({ base, minimumStay, checkInDays, seasons, rates, minimums, dates, ...row }) => ({
    ...row,
    pricing: {
      baseNightly: base === null ? null : centsFromNumeric(base),
      minimumStay,
      checkInDays,
      seasons,
      rates: rates.map((rate) => ({ ...rate, price: centsFromNumeric(rate.price) })),
      arrivalMinimums: minimums,
      overrides: Object.fromEntries(
        dates.map(({ date, price, ...own }) => [
          date,
          { ...own, price: price === null ? null : centsFromNumeric(price) },
        ]),
      ),
      ...NO_FEES,
    } satisfies PricingRules,
  }))
}

/** The board shows nights, not totals. */
const NO_FEES = { discounts: [], cleaningFee: 0, fees: [], taxes: [] }

type OccupiedBar = ReadBar & { propertyId: string }

/** Stays, live holds and imported nights. */
async function listOccupied(db: Tx, { from, to }: Span, now: Date): Promise<OccupiedBar[]> {
  const { id, propertyId, kind, nights, expiresAt, marked } = occupancies
  const rows = await db
    .select({
      ...{ id, propertyId, kind, nights, expiresAt, marked },
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
    .where(and(sql`${nights} && daterange(${from}, ${to})`, or(ne(kind, 'hold'), gt(expiresAt, now))))
    .orderBy(asc(sql`lower(${nights})`))
  return rows.map(barOf)
}

type Occupied = Pick<
  typeof occupancies.$inferSelect,
  'id' | 'propertyId' | 'kind' | 'nights' | 'expiresAt' | 'marked'
> & {
  booking: Pick<
    typeof bookings.$inferSelect,
    'reference' | 'guestName' | 'adults' | 'children' | 'infants' | 'pets' | 'source' | 'status'
  > | null
  calendar: string | null
}

function barOf({ id, propertyId, kind, nights, expiresAt, marked, booking, calendar }: Occupied): OccupiedBar {
  const row = { id, propertyId, ...nights, status: null, expiresAt: null }
  if (kind === 'import') {
    const detail = { reserved: 'booked there', block: 'closed there' }
    return { ...row, kind, title: calendar ?? 'Another calendar', detail: marked ? detail[marked] : '' }
  }
  const party = booking ? partyWords(booking) : ''
  const guest = { ...row, id: booking?.reference ?? id, title: booking?.guestName ?? 'Somebody' }
  if (kind === 'hold') return { ...guest, kind, detail: party, expiresAt: expiresAt?.toISOString() ?? null }
  const detail = booking ? `${party}, ${SOURCE_WORDS[booking.source]}` : ''
  return { ...guest, kind: 'stay', detail, status: booking?.status === 'pending' ? 'pending' : 'confirmed' }
}

const BLOCK_TITLES = { owner: 'Owner stay', closed: 'Closed', visit: 'Visit' }

function barOfBlock({ note, ...block }: Block): ReadBar {
  return { ...block, title: BLOCK_TITLES[block.kind], detail: note ?? '', status: null, expiresAt: null }
}
