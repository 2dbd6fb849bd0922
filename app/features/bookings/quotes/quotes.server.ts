import { and, eq, gt, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import { checkAvailability } from '#app/features/availability/availability.server.ts'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import type { Price, PriceLine } from '#app/features/pricing/price.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMoment, nightsBetween, timeInZone } from '#app/shared/dates.ts'
import { currencyInput, holdInput, promoInput, stayBody } from '#app/shared/input/stay-input.ts'
import { centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import type { StayRefusal } from '#app/shared/stay-refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { bookings, quotes } from '../bookings.tables.server.ts'
import type { StoredQuote } from '../bookings.ts'
import { isOfOffer, isOpenHold } from '../hold-kinds.server.ts'
import type { BookingStatus } from '../status/change-status.server.ts'
import type { QuotePage } from './quote-page.ts'

export const quoteRequestSchema = z.object({
  ...stayBody,
  holdId: holdInput,
  promoCode: promoInput,
  currency: currencyInput,
})
type QuoteRequest = z.infer<typeof quoteRequestSchema>

const HOUR_MS = 3_600_000

/** Stores a price as a quote with its own page. */
export async function storeQuote(
  { clock, config }: Services,
  tx: Tx,
  {
    propertyId,
    checkIn,
    checkOut,
    quote,
    ...rest
  }: Stay & { propertyId: string; quote: Price; promoCode?: string; originId?: string; isOffer?: boolean },
): Promise<StoredQuote> {
  const createdAt = clock.now()
  const [row] = await tx
    .insert(quotes)
    .values({
      ...rest,
      propertyId,
      checkInDate: checkIn,
      checkOutDate: checkOut,
      lines: quote.lines,
      totalAmount: numericFromCents(quote.total),
      createdAt,
      expiresAt: new Date(createdAt.getTime() + config.quoteHours * HOUR_MS),
    })
    .returning({ id: quotes.id, token: quotes.token, expiresAt: quotes.expiresAt })
  if (!row) throw new Error('quote not stored')
  return { ...row, ...quote }
}

/** Checks a stay and stores its price as a quote. The price of an operator's offer is valid until it expires. */
export async function createQuote(
  services: Services,
  {
    checkInDate: checkIn,
    checkOutDate: checkOut,
    propertyId,
    holdId,
    isOffer,
    ...rest
  }: QuoteRequest & { isOffer?: true },
): Promise<{ ok: true; quote: StoredQuote } | StayRefusal> {
  const { adults, children, infants, pets, promoCode } = rest
  const stay = { propertyId, checkIn, checkOut, adults, children, infants, pets, promoCode }
  const check = await checkAvailability(services, { ...stay, holdId })
  if (!check.ok) return check
  return { ok: true, quote: await storeQuote(services, services.db, { ...stay, isOffer, quote: check.price }) }
}

type Input = { id: string; propertyId: string; stay: Stay }
type OpenQuote = {
  id: string
  path: string
  stay: Stay
  promoCode: string
  until: number
  /** The price of an offer; null for the quote of a guest, who pays the price of the day. */
  offer: Price | null
  /** The operator holds the nights for whoever has the offer, so they are open with it. */
  isHeld: boolean
}

/** The quote of exactly this stay if it can still be booked. Null if it has expired or is being booked. */
export async function findOpenQuote(
  { db, clock }: Services,
  { id, propertyId, stay }: Input,
): Promise<OpenQuote | null> {
  if (!isUuid(id) || !isUuid(propertyId)) return null
  const { checkIn, checkOut, adults, children, infants, pets } = stay
  const [row] = await db
    .select()
    .from(quotes)
    .where(
      and(
        eq(quotes.id, id),
        eq(quotes.propertyId, propertyId),
        eq(quotes.checkInDate, checkIn),
        eq(quotes.checkOutDate, checkOut),
        eq(quotes.adults, adults),
        eq(quotes.children, children),
        eq(quotes.infants, infants),
        eq(quotes.pets, pets),
        gt(quotes.expiresAt, clock.now()),
      ),
    )
  if (!row || (await isBookedBy(db, row, { statuses: ['held', 'pending', 'confirmed'] }))) return null
  const { token, promoCode, expiresAt } = row
  return {
    id: row.id,
    path: `/quotes/${token}`,
    stay,
    promoCode: promoCode ?? '',
    until: expiresAt.getTime(),
    offer: row.isOffer ? quoteFromRow(row) : null,
    isHeld: await isHeldByOffer({ db, clock }, row),
  }
}

type QuoteRow = typeof quotes.$inferSelect

export function stayOfQuote({ checkInDate, checkOutDate, adults, children, infants, pets }: QuoteRow): Stay {
  return { checkIn: checkInDate, checkOut: checkOutDate, adults, children, infants, pets }
}

/** The price in a row of quotes or bookings. */
export function quoteFromRow(row: {
  checkInDate: string
  checkOutDate: string
  lines: unknown
  totalAmount: string
}): Price {
  return {
    nights: nightsBetween(row.checkInDate, row.checkOutDate),
    lines: row.lines as PriceLine[],
    total: centsFromNumeric(row.totalAmount),
    currency: 'USD',
  }
}

/** The ids of a quote, of the quote that it revises, and of all other revisions of that. */
export function revisionsOf(db: Tx, { id, originId }: Pick<QuoteRow, 'id' | 'originId'>) {
  const first = originId ?? id
  return db
    .select({ id: quotes.id })
    .from(quotes)
    .where(or(eq(quotes.id, first), eq(quotes.originId, first)))
}

/** Whether a booking by the quote or a revision of it has one of these statuses. */
export async function isBookedBy(
  db: Tx,
  quote: Pick<QuoteRow, 'id' | 'originId'>,
  { statuses }: { statuses: readonly BookingStatus[] },
): Promise<boolean> {
  const [row] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(inArray(bookings.quoteId, revisionsOf(db, quote)), inArray(bookings.status, statuses)))
    .limit(1)
  return row !== undefined
}

/** Whether an operator holds the nights for whoever books by the quote. */
async function isHeldByOffer({ db, clock }: Pick<Services, 'db' | 'clock'>, quote: QuoteRow): Promise<boolean> {
  const isLive = gt(occupancies.expiresAt, clock.now())
  const chain = inArray(occupancies.quoteId, revisionsOf(db, quote))
  return (await db.$count(occupancies, and(chain, isOpenHold, isOfOffer, isLive))) > 0
}

/** Until when an unpaid booking by the quote or a revision of it holds the nights. Null if there is none. */
export async function findHeldUntil(db: Tx, quote: Pick<QuoteRow, 'id' | 'originId'>): Promise<Date | null> {
  const [row] = await db
    .select({ until: occupancies.expiresAt })
    .from(bookings)
    .innerJoin(occupancies, eq(occupancies.bookingId, bookings.id))
    .where(and(inArray(bookings.quoteId, revisionsOf(db, quote)), eq(bookings.status, 'held')))
    .limit(1)
  return row?.until ?? null
}

/** The hold or booking of the nights by the quote or a revision of it; null if there is none. */
export async function findQuoteStatus(
  { db, clock }: Services,
  quote: QuoteRow,
  timeZone: string,
): Promise<{ holdId?: string; claim: QuotePage['claim']; heldUntil: string | null }> {
  const chain = revisionsOf(db, quote)
  const { id, kind, expiresAt } = occupancies
  const [row] = await db
    .select({ id, kind, expiresAt, isOfOffer, booking: bookings })
    .from(occupancies)
    .leftJoin(bookings, eq(bookings.id, occupancies.bookingId))
    .where(
      and(
        eq(occupancies.propertyId, quote.propertyId),
        eq(occupancies.nights, { from: quote.checkInDate, to: quote.checkOutDate }),
        or(eq(occupancies.kind, 'booking'), gt(occupancies.expiresAt, clock.now())),
        or(inArray(occupancies.quoteId, chain), inArray(bookings.quoteId, chain)),
      ),
    )
  if (!row) return { claim: null, heldUntil: null }
  const price = row.booking && quoteFromRow(row.booking)
  // Held by the operator, for whoever books with this page.
  if (row.expiresAt && row.isOfOffer) {
    return { holdId: row.id, claim: null, heldUntil: formatMoment(row.expiresAt, timeZone) }
  }
  if (row.expiresAt) {
    const claim = { state: 'held' as const, until: timeInZone(row.expiresAt, timeZone), price }
    return { holdId: row.id, claim, heldUntil: null }
  }
  if (!row.booking || !price) throw new Error('occupancy refers to a missing booking')
  const state = row.booking.status === 'pending' ? 'requested' : 'booked'
  return { claim: { state, until: null, price }, heldUntil: null }
}
