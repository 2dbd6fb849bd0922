import { asc, desc, eq, sql } from 'drizzle-orm'
import { TIME_ZONES } from '#app/features/properties/manage/page/time-zones.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { listSiteImages } from '#app/features/site/manage/site-images.server.ts'
import { findSite } from '#app/features/site/site.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { may } from '#app/shared/may.ts'
import { listRounds, listWinners, waitsForSeed } from '../draws.server.ts'
import { datesInWords, type GiveawayRow, parseContent } from '../giveaway.server.ts'
import { giveawayDraws, giveawayEntries, giveaways } from '../giveaway.tables.server.ts'
import { findCurrentGiveaway, instantInWords, phaseOf } from '../giveaway.ts'
import { stepOf } from '../rounds.ts'
import { USUAL_RULES } from '../usual-rules.ts'
import { findWinnerCode } from '../winner.server.ts'
import { findBounce } from './bounced-winner.server.ts'
import { getEntries } from './entries.server.ts'
import { lockedWords, rulesOf } from './giveaway-record.server.ts'
import type { Start } from './giveaway-record.ts'
import type { ManagedDraw, ManagedGiveaway, Prizes } from './giveaways-page.ts'
import { findPrize, getPrizes } from './prize.server.ts'

/** How long a prize can be booked, unless the operator says otherwise. */
const PRIZE_DAYS = 365

/** The initial input of a new giveaway: the rules of the last one, or the usual rules. Its days are empty. */
async function beginStart({ db, clock, log }: Services, last: GiveawayRow | undefined): Promise<Partial<Start>> {
  if (last) return { ...rulesOf(last), opens: '', closes: '' }
  const { displayOrder, name, timeZone } = properties
  const [property] = await db.select({ timeZone }).from(properties).orderBy(asc(displayOrder), asc(name)).limit(1)
  const row = (await findSite({ db, clock, log }))?.row
  const sponsor = [row?.brand, row?.postalAddress].filter(Boolean).join(', ')
  return { ...USUAL_RULES, sponsor, timeZone: property?.timeZone ?? 'America/New_York' }
}

/** The fields of the requested prize. Without prices, the operator types its value. */
function prizeFields({ chosen }: Prizes): Partial<Start> {
  if (!chosen) return {}
  return { prize: chosen.words, retailValue: chosen.value ?? undefined }
}

async function bouncedOf(
  db: Services['db'],
  entry: { email: string } | null,
  round: { answer: string | null } | null,
): Promise<string | null> {
  if (!entry || round?.answer === 'declined') return null
  return (await findBounce(db, entry.email))?.error ?? null
}

async function getDrawOf(
  services: Pick<Services, 'db' | 'clock'>,
  { id, timeZone, prize }: GiveawayRow,
): Promise<ManagedDraw | null> {
  const { db, clock } = services
  const [draw] = await db.select().from(giveawayDraws).where(eq(giveawayDraws.giveawayId, id))
  if (!draw) return null
  const { lines, tickets, seed, seedSource, seedKind, rounds, frozenAt } = draw
  const frozen = instantInWords(frozenAt, timeZone)
  const kept = await listRounds({ db }, draw.id)
  const winners = (await listWinners({ db }, draw)).map((winner) => ({
    ...winner,
    replacedReason: kept.find(({ round }) => round === winner.round)?.replacedReason ?? null,
  }))
  const from = await waitsForSeed(services, draw)
  const shown = { id: draw.id, lines, tickets, seed, seedSource, seedKind, seedFrom: from, rounds, frozen, winners }
  const winner = winners.at(-1)
  if (!winner) return { ...shown, last: null }
  const round = kept.find((one) => one.round === winner.round) ?? null
  const inWords = (instant: Date | null | undefined) => (instant ? instantInWords(instant, timeZone) : null)
  const now = clock.now()
  const code = await findWinnerCode(db, round?.promoCode ?? null)
  const last = {
    step: stepOf(round && { ...round, promoCode: code }, { hasEntry: winner.entry !== null, now }),
    written: inWords(round?.writtenAt),
    answerBy: inWords(round?.answerBy),
    answer: round?.answer ?? null,
    isNamed: round?.isNamed ?? false,
    code,
    bounced: await bouncedOf(db, winner.entry, round),
    prize: { ...(await findPrize(services, prize)), bookUntil: addDays(dateInZone(now, timeZone), PRIZE_DAYS) },
  }
  return { ...shown, last }
}

async function getManagedGiveaway(
  services: Services,
  row: GiveawayRow,
  { shown, previewed }: { shown: GiveawayRow | null; previewed: GiveawayRow | null },
): Promise<Omit<ManagedGiveaway, 'entries'>> {
  const { db, clock } = services
  const entries = sql<number>`coalesce(sum(${giveawayEntries.totalEntries}), 0)::int`
  const isOf = eq(giveawayEntries.giveawayId, row.id)
  const [counted] = await db.select({ entrants: sql<number>`count(*)::int`, entries }).from(giveawayEntries).where(isOf)
  const { entrants = 0, entries: total = 0 } = counted ?? {}
  const [rules, page] = [rulesOf(row), { name: row.name, ...(await parseContent(services, row)) }]
  const draw = await getDrawOf(services, row)
  return {
    id: row.id,
    rules,
    page,
    draw,
    entrants,
    total,
    ...datesInWords(row),
    phase: phaseOf(row, clock.now()),
    rulesVersion: row.rulesVersion,
    isDraft: row.draft,
    isShown: row.id === shown?.id,
    isPreviewed: row.id === previewed?.id,
    versions: { rules: versionOf(rules), page: versionOf(page) },
    locked: lockedWords({ entrants, isDrawn: draw !== null }),
  }
}

/**
 * Every giveaway, the newest first, and what a new one begins with. The query has the address of an image that was just
 * sent. It also has the prize, and whose entries, that were asked for. `by` sees entries only with contacts.
 */
export async function getGiveawaysPage(services: Services, query = new URLSearchParams(), by = UNNAMED) {
  const { db, clock } = services
  const rows = await db.select().from(giveaways).orderBy(desc(giveaways.opensAt))
  const [shown, previewed] = [rows.filter(({ draft }) => !draft), rows].map((some) =>
    findCurrentGiveaway(some, clock.now()),
  )
  const all: ManagedGiveaway[] = []
  for (const row of rows) {
    const current = { shown: shown ?? null, previewed: previewed ?? null }
    const isAsked = query.get('entries') === row.id && may(by, 'contacts:read')
    const entries = isAsked ? await getEntries(services, row) : null
    all.push({ ...(await getManagedGiveaway(services, row, current)), entries })
  }
  const content = (await findSite(services))?.content ?? {}
  const images = await listSiteImages(services, [all.map(({ page }) => page), content], query.get('image'))
  const prizes = await getPrizes(services, query)
  const start = { ...(await beginStart(services, rows[0])), ...prizeFields(prizes) }
  return { giveaways: all, start, prizes, zones: TIME_ZONES, images }
}
