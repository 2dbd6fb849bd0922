import { randomBytes } from 'node:crypto'
import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { dateField, optionalField, wholeField } from '#app/platform/change/fields.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { emailInput } from '#app/shared/input/typed-input.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { type DrawRow, listWinners, lockRound } from '../draws.server.ts'
import { isEntry } from '../entries.server.ts'
import { prizeCodeIssued, winnerDrawn } from '../giveaway.mail.tsx'
import { giveawayEntries, giveawayRounds, giveaways } from '../giveaway.tables.server.ts'
import { instantInWords } from '../giveaway.ts'
import type { PrizeCode } from '../rounds.ts'
import { findWinnerCode, getPrizeCode } from '../winner.server.ts'
import { findBounce, markSentAgain } from './bounced-winner.server.ts'
import { lockDraw, roundField } from './draw.changes.server.ts'
import { LONGEST_ANSWER_DAYS, MOST_PRIZE_NIGHTS } from './giveaways-page.ts'

const WRITTEN: FactFields = {
  round: { label: 'Round', kind: 'number' },
  answerBy: { label: 'Answer until', kind: 'line' },
}

const DAY_MS = 86_400_000
const MAILED = 'The winner has the email.'
const ANOTHER = 'Another winner was drawn meanwhile. Please look at the page again.'
const ERASED = 'The entry of this winner was erased. Draw another winner.'
const TAKEN = 'This address has an entry of its own. Call the winner, or draw another one.'
const NO_DAYS = 'Please enter how many days your rules promise'

const ofWinner = { id: boundedText(100).refine(isUuid), round: roundField }

/** The winner who was drawn last, with the giveaway, if the form showed this round. */
async function findWinner(tx: Tx, draw: DrawRow | undefined, round: number) {
  if (!draw?.seed || draw.rounds !== round) return refuse('refused', ANOTHER)
  const entry = (await listWinners({ db: tx }, draw)).at(-1)?.entry
  if (!entry) return refuse('refused', ERASED)
  const [giveaway] = await tx.select().from(giveaways).where(eq(giveaways.id, draw.giveawayId))
  if (!giveaway) throw new Error('a draw belongs to no giveaway')
  return { ok: true as const, draw, entry, giveaway }
}

type Mailed = {
  entry: { email: string; fullName: string }
  giveaway: typeof giveaways.$inferSelect
  token: string
}

const detailsOf = async (services: Services, tx: Tx, { entry, giveaway, token }: Mailed) => ({
  site: await getMailSite({ ...services, db: tx }),
  siteUrl: services.config.siteUrl,
  to: entry.email,
  name: entry.fullName,
  giveaway: giveaway.name,
  token,
})

async function mailWinner(services: Services, tx: Tx, mailed: Mailed & { draw: DrawRow; answerBy: Date }) {
  const { prize, timeZone } = mailed.giveaway
  const answerBy = instantInWords(mailed.answerBy, timeZone)
  const details = { ...(await detailsOf(services, tx, mailed)), prize, answerBy, drawId: mailed.draw.id }
  await enqueueMail(services, tx, winnerDrawn(details))
}

async function mailCode(services: Services, tx: Tx, mailed: Mailed & { code: PrizeCode }) {
  await enqueueMail(services, tx, prizeCodeIssued({ ...(await detailsOf(services, tx, mailed)), code: mailed.code }))
}

/** The steps after a draw: the winner is written to, and gets the code of the prize. */
export const winnerChanges = {
  write: defineChange({
    scope: 'site:write',
    name: 'giveaway.winner-written',
    facts: WRITTEN,
    words: 'Giveaway winner emailed',
    undo: MAILED,
    form: z.object({ ...ofWinner, days: optionalField(wholeField(1, LONGEST_ANSWER_DAYS)) }),
    lock: (tx, _, { id }) => lockDraw(tx, id),
    run: async (tx, { id: subjectId, round, days }, { services, subject, now }) => {
      const winner = await findWinner(tx, subject.draw, round)
      if (!winner.ok) return winner
      const { draw, entry, giveaway } = winner
      // Days that the rules name are those that entrants accepted.
      const answerDays = giveaway.answerDays ?? days
      if (answerDays === undefined) return refuse('invalid-input', NO_DAYS, { days: NO_DAYS })
      const answerBy = new Date(now.getTime() + answerDays * DAY_MS)
      const written = { drawId: draw.id, round, entryId: entry.id, writtenAt: now, answerBy }
      const [stored] = await tx.insert(giveawayRounds).values(written).onConflictDoNothing().returning()
      if (!stored) return null
      await mailWinner(services, tx, { ...winner, token: stored.token, answerBy })
      return { subjectId, after: { round, answerBy: instantInWords(answerBy, giveaway.timeZone) } }
    },
  }),
  /** The last email came back: the address is corrected, and it is sent again. */
  resend: defineChange({
    scope: 'site:write',
    name: 'giveaway.winner-written-again',
    facts: WRITTEN,
    words: 'Giveaway winner emailed at another address',
    undo: MAILED,
    form: z.object({
      ...ofWinner,
      email: emailInput(),
      reason: boundedText(500, 'Please keep this to 500 characters')
        .trim()
        .min(1, 'Please say how you know the address'),
    }),
    lock: (tx, _, { id }) => lockDraw(tx, id),
    run: async (tx, { id: subjectId, round, email: typed, reason }, { services, subject, now }) => {
      const winner = await findWinner(tx, subject.draw, round)
      if (!winner.ok) return winner
      const { draw, entry, giveaway } = winner
      const kept = await lockRound(tx, draw)
      if (!kept?.writtenAt || !kept.answerBy || kept.answer === 'declined' || !(await findBounce(tx, entry.email))) {
        return refuse('refused', 'No email to this winner has come back. Nothing was sent.')
      }
      const email = typed.toLowerCase()
      const isTaken = and(isEntry({ giveawayId: giveaway.id, email }), ne(giveawayEntries.id, entry.id))
      if ((await tx.$count(giveawayEntries, isTaken)) > 0) return refuse('refused', TAKEN, { email: TAKEN })
      await markSentAgain(tx, entry.email)
      const to = { draw, giveaway, entry: { ...entry, email }, token: kept.token }
      const isLast = and(eq(giveawayRounds.drawId, draw.id), eq(giveawayRounds.round, round))
      await tx.update(giveawayRounds).set({ email }).where(isLast)
      if (kept.answer === 'accepted') {
        const code = await getPrizeCode(tx, kept.promoCode)
        if (code) await mailCode(services, tx, { ...to, code })
        return { subjectId, after: { round }, reason }
      }
      // A winner who never got the email has all the days that the rules promise.
      const answerBy = new Date(now.getTime() + (kept.answerBy.getTime() - kept.writtenAt.getTime()))
      await tx.update(giveawayRounds).set({ writtenAt: now, answerBy }).where(isLast)
      await mailWinner(services, tx, { ...to, answerBy })
      return { subjectId, after: { round, answerBy: instantInWords(answerBy, giveaway.timeZone) }, reason }
    },
  }),
  'make-code': defineChange({
    scope: 'prices:write',
    name: 'giveaway.code-made',
    facts: {
      round: { label: 'Round', kind: 'number' },
      property: { label: 'Home', kind: 'line' },
      nights: { label: 'Nights', kind: 'number' },
      bookUntil: { label: 'Book until', kind: 'line' },
    },
    words: 'Prize code made for the winner',
    undo: MAILED,
    form: z.object({
      ...ofWinner,
      property: boundedText(200, 'Please choose a home'),
      nights: wholeField(1, MOST_PRIZE_NIGHTS),
      stayFrom: optionalField(dateField),
      stayUntil: optionalField(dateField),
      bookUntil: dateField,
    }),
    lock: (tx, _, { id }) => lockDraw(tx, id),
    run: async (tx, { id: subjectId, round, property: slug, nights, ...dates }, { services, subject, now }) => {
      const winner = await findWinner(tx, subject.draw, round)
      if (!winner.ok) return winner
      const { draw } = winner
      const kept = await lockRound(tx, draw)
      if (kept && (await findWinnerCode(tx, kept.promoCode))) return null
      if (kept?.answer !== 'accepted') return refuse('refused', 'The winner hasn’t accepted the prize.')
      const [property] = await tx.select().from(properties).where(eq(properties.slug, slug))
      if (!property) return refuse('invalid-input', NO_PROPERTY, { property: NO_PROPERTY })
      const wrong = checkDates({ ...dates, today: dateInZone(now, property.timeZone) })
      if (wrong) return refuse('invalid-input', Object.values(wrong).join(' '), wrong)
      const code = `PRIZE-${randomBytes(6).toString('hex').toUpperCase()}`
      const terms = { coversAll: true, propertyId: property.id, maximumNights: nights, useLimit: 1, ...dates }
      await tx.insert(promoCodes).values({ code, ...terms, demo: services.config.demo, createdAt: now })
      const isLast = and(eq(giveawayRounds.drawId, draw.id), eq(giveawayRounds.round, round))
      await tx.update(giveawayRounds).set({ promoCode: code }).where(isLast)
      const made = await getPrizeCode(tx, code)
      if (!made) throw new Error('the code of a prize was not stored')
      await mailCode(services, tx, { ...winner, token: kept.token, code: made })
      return {
        subjectId,
        propertyIds: [property.id],
        after: { round, property: property.name, nights, bookUntil: made.bookUntil },
      }
    },
  }),
}

const NO_PROPERTY = 'There is no such home.'

type Dates = { stayFrom?: string | undefined; stayUntil?: string | undefined; bookUntil: string; today: string }

function checkDates({ stayFrom, stayUntil, bookUntil, today }: Dates): Record<string, string> | null {
  if (bookUntil < today) return { bookUntil: 'This day has passed.' }
  if (stayUntil && stayUntil < today) return { stayUntil: 'This night has passed.' }
  if (stayFrom && stayUntil && stayUntil < stayFrom) return { stayUntil: 'The last night must be after the first.' }
  return null
}
