import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Accepted, VisitorForm } from '#app/platform/http/form-action.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatDate } from '#app/shared/dates.ts'
import { firstName } from '#app/shared/greeting.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { giveawayDraws, giveawayEntries, giveawayRounds, giveaways } from './giveaway.tables.server.ts'
import { instantInWords } from './giveaway.ts'
import { answerState, type PrizeCode, type WinnerPage } from './rounds.ts'
import { isState, US_STATES } from './us-states.ts'

/** A winner as everybody may read it: `Maria from Colorado`. */
const publicName = ({ fullName, state }: { fullName: string; state: string }) =>
  `${firstName(fullName)} from ${isState(state) ? US_STATES[state] : state}`

async function findRound(db: Tx, token: string) {
  if (!isUuid(token)) return null
  const [found] = await db
    .select({ round: giveawayRounds, entry: giveawayEntries, giveaway: giveaways })
    .from(giveawayRounds)
    .innerJoin(giveawayEntries, eq(giveawayEntries.id, giveawayRounds.entryId))
    .innerJoin(giveaways, eq(giveaways.id, giveawayEntries.giveawayId))
    .where(eq(giveawayRounds.token, token))
  return found ?? null
}

/** The page of a winner; null once the entry was erased. */
export async function getWinnerPage(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<WinnerPage | null> {
  const found = await findRound(db, token)
  if (!found) return null
  const { round, entry, giveaway } = found
  return {
    giveaway: giveaway.name,
    prize: giveaway.prize,
    name: firstName(entry.fullName),
    publicName: publicName(entry),
    state: answerState(round, clock.now()),
    answerBy: round.answerBy && instantInWords(round.answerBy, giveaway.timeZone),
    isNamed: round.isNamed,
    code: await getPrizeCode(db, round.promoCode),
  }
}

/** An ended code is of use only to who has booked with it: another one can be made. */
const isOfUse = or(
  isNull(promoCodes.endedAt),
  sql`exists (select from bookings where promo_code = ${promoCodes.code} and status in ('held', 'pending', 'confirmed'))`,
)

/** The code that a winner has; null without one, and for one that was ended. */
export async function findWinnerCode(db: Tx, code: string | null): Promise<string | null> {
  if (code === null) return null
  const isThis = and(eq(promoCodes.code, code), isOfUse)
  const [found] = await db.select({ code: promoCodes.code }).from(promoCodes).where(isThis)
  return found?.code ?? null
}

/**
 * The code of a prize, and where it is used. Null without one, for one that is for no home, and for one that was ended.
 */
export async function getPrizeCode(db: Tx, code: string | null): Promise<PrizeCode | null> {
  if (code === null) return null
  const [found] = await db
    .select({ promo: promoCodes, property: properties })
    .from(promoCodes)
    .innerJoin(properties, eq(properties.id, promoCodes.propertyId))
    .where(and(eq(promoCodes.code, code), isOfUse))
  if (!found) return null
  const { promo, property } = found
  const inWords = (date: string | null) => date && formatDate(date, 'long')
  return {
    code,
    property: property.name,
    path: `/property/${property.slug}?promo=${code}`,
    nights: promo.maximumNights,
    stayFrom: inWords(promo.stayFrom),
    stayUntil: inWords(promo.stayUntil),
    bookUntil: inWords(promo.bookUntil),
  }
}

const answerSchema = z.object({
  answer: z.enum(['accepted', 'declined'], 'Please choose one of the two'),
  isNamed: z.literal('yes').optional(),
})

const OVER = 'The time to answer is over. Reply to our email if you have a question.'
const ANSWERED = 'You have already answered. Reply to our email to change that.'

/** Stores a winner's answer, once. A winner who accepted can still change whether to be named. */
export const answerForm = (token: string): VisitorForm<typeof answerSchema, Accepted, Refusal> => ({
  limit: 'contact',
  honeypot: null,
  schema: answerSchema,
  run: ({ db, clock, log }, { answer, isNamed }) =>
    db.transaction(async (tx): Promise<Accepted | Refusal> => {
      const isThis = eq(giveawayRounds.token, token)
      if (isUuid(token))
        await tx.select({ token: giveawayRounds.token }).from(giveawayRounds).where(isThis).for('update')
      const found = await findRound(tx, token)
      if (!found) return refuse('not-found', OVER)
      const { round } = found
      const state = answerState(round, clock.now())
      if (state === 'over') return refuse('refused', OVER)
      if (state !== 'open' && state !== answer) return refuse('refused', ANSWERED)
      const answeredAt = round.answeredAt ?? clock.now()
      await tx
        .update(giveawayRounds)
        .set({ answer, answeredAt, isNamed: answer === 'accepted' && isNamed === 'yes' })
        .where(isThis)
      if (state === 'open') log.info({ event: 'giveaway.answered', answer }, 'a winner answered')
      return { ok: true, isRepeat: state !== 'open' }
    }),
})

/** The last winner, and when: null unless that winner agreed to be named. */
export async function findLastWinner({ db }: { db: Tx }): Promise<{ name: string; month: string } | null> {
  const [last] = await db
    .select({ round: giveawayRounds, entry: giveawayEntries, draw: giveawayDraws, timeZone: giveaways.timeZone })
    .from(giveawayRounds)
    .innerJoin(giveawayDraws, eq(giveawayDraws.id, giveawayRounds.drawId))
    .innerJoin(giveaways, eq(giveaways.id, giveawayDraws.giveawayId))
    .leftJoin(giveawayEntries, eq(giveawayEntries.id, giveawayRounds.entryId))
    .where(and(eq(giveawayRounds.answer, 'accepted'), isNull(giveawayRounds.replacedReason)))
    .orderBy(desc(giveawayRounds.answeredAt))
    .limit(1)
  if (!last?.round.isNamed || !last.entry || !last.draw.drawnAt) return null
  const month = new Intl.DateTimeFormat('en-US', { timeZone: last.timeZone, year: 'numeric', month: 'long' })
  return { name: publicName(last.entry), month: month.format(last.draw.drawnAt) }
}
