import { and, eq, gt } from 'drizzle-orm'
import { checkAvailability } from '#app/features/availability/availability.server.ts'
import type { Price } from '#app/features/pricing/price.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { quotes } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import type { Problem } from '#app/shared/problem.ts'
import type { Stay } from '#app/shared/stay.ts'
import { BODY_NAMES, problemOf, refusalStatus } from '#app/shared/stay-refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { isBookedBy } from './quote-status.server.ts'
import type { QuoteRequest, StoredQuote } from './quotes.ts'

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
  }: Stay & { propertyId: string; quote: Price; promoCode?: string; originId?: string },
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

type Refused = { ok: false; status: 400 | 404 | 409; problem: Problem }

/** Checks a stay and stores its price as a quote. */
export async function createQuote(
  services: Services,
  { checkInDate: checkIn, checkOutDate: checkOut, propertyId, holdId, ...rest }: QuoteRequest,
): Promise<{ ok: true; quote: StoredQuote } | Refused> {
  const { adults, children, infants, pets, promoCode } = rest
  const stay = { propertyId, checkIn, checkOut, adults, children, infants, pets, promoCode }
  const check = await checkAvailability(services, { ...stay, holdId })
  if (!check.ok) {
    return { ok: false, status: refusalStatus(check.reason), problem: problemOf(check, BODY_NAMES) }
  }
  return { ok: true, quote: await storeQuote(services, services.db, { ...stay, quote: check.price }) }
}

type Asked = { id: string; propertyId: string; stay: Stay }
type OpenQuote = { id: string; path: string; stay: Stay; promoCode: string; until: number }

/** The quote of exactly this stay if it can still be booked; null if it has expired or is being booked. */
export async function findOpenQuote(
  { db, clock }: Services,
  { id, propertyId, stay }: Asked,
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
  return { id: row.id, path: `/quotes/${token}`, stay, promoCode: promoCode ?? '', until: expiresAt.getTime() }
}
