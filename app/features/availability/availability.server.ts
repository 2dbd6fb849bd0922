import { and, eq } from 'drizzle-orm'
import type { Quote } from '#app/features/pricing/price.ts'
import { judgePromo } from '#app/features/pricing/promo-code.ts'
import { findPromo, readPromo } from '#app/features/pricing/promo-codes.server.ts'
import { rateOfNight } from '#app/features/pricing/rates.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone, eachNight, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { partyOf, type Stay } from '#app/shared/stay.ts'
import type { Refusal } from '#app/shared/stay-refusal.ts'
import { notFound } from '#app/shared/stay-refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { minimumStayOn } from './arrivals.ts'
import type { BookingTerms, HomeCalendar } from './availability.ts'
import { judgeAnywhere, LAST_ZONE, momentIn } from './judge-anywhere.server.ts'
import { type Home, listHomes } from './property-pricing.server.ts'
import { datesTaken, judgeArrival, judgeStay, limitsOf, notAvailable } from './stay-rules.ts'
import { listTakenNights } from './taken-nights.server.ts'

async function getHome(db: Tx, propertyId: string, nights: { from: IsoDate; to: IsoDate }): Promise<Home | null> {
  if (!isUuid(propertyId)) return null
  const [home] = await listHomes(db, and(eq(properties.id, propertyId), eq(properties.published, true)), nights)
  return home ?? null
}

const isBookable = (home: Home) => home.isAvailable && home.terms.pricing.baseNightly !== null

/** The nights `[from, to)` of a published home, those of `holdId` as free; null when there is no such home. */
export async function getCalendar(
  services: Services,
  { propertyId, from, to, holdId }: { propertyId: string; from: IsoDate; to: IsoDate; holdId?: string },
): Promise<HomeCalendar | null> {
  const { db } = services
  const now = services.clock.now()
  const home = await getHome(db, propertyId, { from, to })
  if (!home) return null
  const { pricing } = home.terms
  const moment = momentIn(home.timeZone, now)
  const taken = await listTakenNights(db, propertyId, { from, to }, { now, holdId })
  const nights = eachNight(from, to).map((date) => ({
    date,
    state: taken.has(date) ? ('taken' as const) : ('free' as const),
    minimumStay: minimumStayOn(pricing, date),
    arrival: judgeArrival(home.terms, date, moment) === null,
    rate: rateOfNight(pricing, date)?.price ?? null,
  }))
  return { propertyId, today: moment.today, bookable: isBookable(home), nights }
}

/** What the booking frame needs to let a guest choose, with the same rules that the server judges by; null when there is no such home. */
export async function getBookingTerms(services: Services, propertyId: string): Promise<BookingTerms | null> {
  const { db, config } = services
  const now = services.clock.now()
  const from = dateInZone(now, LAST_ZONE)
  const to = addDays(from, config.bookingWindowDays + config.maxStayNights + 2)
  const home = await getHome(db, propertyId, { from, to })
  if (!home) return null
  const limits = limitsOf(home.terms, config)
  const moment = momentIn(home.timeZone, now)
  const { today } = moment
  const taken = await listTakenNights(db, propertyId, { from: today, to }, { now })
  const lastDay = addDays(today, limits.bookingWindowDays + 1)
  return {
    propertyId,
    bookable: isBookable(home),
    terms: home.terms,
    limits,
    ...moment,
    lastDay,
    taken: [...taken].sort(),
  }
}

type StayVerdict = Refusal | { ok: true; quote: Quote }
type HomeStay = Stay & { propertyId: string; promoCode?: string }

/**
 * Whether a stay can be had now, and for how much; the nights of `holdId`, one's own, count as free. In a transaction that
 * holds the home's lock, and that of the code, the answer stays true.
 */
export function judgeHomeStay(
  services: Services,
  { holdId, ...input }: HomeStay & { holdId?: string },
  db: Tx = services.db,
): Promise<StayVerdict> {
  const asking = { now: services.clock.now(), holdId }
  return judge(services, { ...input, ownHold: holdId }, db, (nights) =>
    listTakenNights(db, input.propertyId, nights, asking),
  )
}

/**
 * What refuses a stay at first sight, without a lock: of many who want the same nights, all but the first are answered by this
 * and wait for nobody. Null says nothing yet.
 */
export async function refuseAtOnce(
  services: Services,
  { propertyId, holdId, ...stay }: Stay & { propertyId: string; holdId?: string },
  db: Tx,
): Promise<Refusal | null> {
  const refusal = judgeAnywhere(services, stay)
  if (refusal) return refusal
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const taken = await listTakenNights(db, propertyId, nights, { now: services.clock.now(), holdId })
  return taken.size > 0 ? datesTaken() : null
}

/** `judgeHomeStay`, whoever has the nights: what the stay would cost if they were free. */
export function priceHomeStay(services: Services, input: HomeStay): Promise<StayVerdict> {
  return judge(services, input, services.db, async () => new Set())
}

/**
 * What the booking card asks for a stay and a code that the address of a home's page names, so that the page can say it before
 * the card is there; a code that is not for these nights counts for nothing, as in the card. Null while the stay cannot be had,
 * and with a code that is no good, of which the card says why.
 */
export async function getStayTotal(
  services: Services,
  { typedCode, ...input }: Stay & { propertyId: string; typedCode: string | null },
): Promise<Cents | null> {
  const promo = await readPromo(services, { typed: typedCode, propertyId: input.propertyId })
  if (promo && !promo.terms) return null
  const isFor = promo?.terms && judgePromo(promo.terms, input) === null
  const promoCode = isFor ? promo.terms?.code : undefined
  const verdict = await judgeHomeStay(services, { ...input, ...partyOf(input), promoCode })
  return verdict.ok ? verdict.quote.total : null
}

type TakenNights = (nights: { from: IsoDate; to: IsoDate }) => Promise<ReadonlySet<IsoDate>>

async function judge(
  services: Services,
  { propertyId, promoCode, ownHold, ...stay }: HomeStay & { ownHold?: string },
  db: Tx,
  listTaken: TakenNights,
): Promise<StayVerdict> {
  const refusal = judgeAnywhere(services, stay)
  if (refusal) return refusal
  const nights = { from: stay.checkIn, to: stay.checkOut }
  const home = await getHome(db, propertyId, nights)
  if (!home) return notFound()
  if (!home.isAvailable) return notAvailable()
  const now = services.clock.now()
  const moment = momentIn(home.timeZone, now)
  const promoAsked = { propertyId, today: moment.today, now, ownHold }
  const found = promoCode ? await findPromo(services, db, { code: promoCode, ...promoAsked }) : null
  const promo = found?.ok ? found.promo : null
  const context = { ...moment, limits: services.config, taken: await listTaken(nights), promo }
  const verdict = judgeStay(home.terms, stay, context)
  if (!verdict.ok || !found) return verdict
  return (found.ok ? judgePromo(found.promo, stay) : found) ?? verdict
}
