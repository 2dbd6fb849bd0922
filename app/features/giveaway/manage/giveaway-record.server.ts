import { eq, ne } from 'drizzle-orm'
import { lockImage } from '#app/features/media/orphans.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { wallTimeOf } from '#app/shared/wall-time.ts'
import { countOf } from '#app/shared/words.ts'
import type { Channel } from '../channels.ts'
import { type GiveawayRow, parseContent } from '../giveaway.server.ts'
import { giveawayDraws, giveawayEntries, giveaways } from '../giveaway.tables.server.ts'
import { momentsOf, type Page, type Rules } from './giveaway-record.ts'

/** A giveaway with the facts that limit its changes. */
export type LockedGiveaway = {
  row: GiveawayRow
  page: Page
  /** How many people have accepted its rules. */
  entrants: number
  isDrawn: boolean
  others: GiveawayRow[]
}

/** Locks the record of the site. If two operators set the days of giveaways, the second sees those of the first. */
export async function lockGiveaways(tx: Tx): Promise<GiveawayRow[]> {
  await tx.select({ id: site.id }).from(site).for('update')
  return tx.select().from(giveaways)
}

/**
 * Locks a giveaway, which makes entries wait. Null if it is gone, or one of the images that it is about to show. Images
 * come first: cleaning up locks them in this order.
 */
export async function lockGiveaway(
  tx: Tx,
  services: Pick<Services, 'clock' | 'log'>,
  { id, added = () => [] }: { id: string; added?: (page: Page) => string[] },
): Promise<LockedGiveaway | null> {
  if (!isUuid(id)) return null
  const reads = { ...services, db: tx }
  const isThis = eq(giveaways.id, id)
  const pageOf = async (row: GiveawayRow): Promise<Page> => ({ name: row.name, ...(await parseContent(reads, row)) })
  const [seen] = await tx.select().from(giveaways).where(isThis)
  for (const path of new Set(seen ? added(await pageOf(seen)) : [])) {
    if (!(await lockImage(tx, path, 'share'))) return null
  }
  await lockGiveaways(tx)
  const [row] = await tx.select().from(giveaways).where(isThis).for('update')
  if (!row) return null
  return {
    row,
    page: await pageOf(row),
    entrants: await tx.$count(giveawayEntries, eq(giveawayEntries.giveawayId, id)),
    isDrawn: (await tx.$count(giveawayDraws, eq(giveawayDraws.giveawayId, id))) > 0,
    others: await tx.select().from(giveaways).where(ne(giveaways.id, id)),
  }
}

/** The rules that entrants accept, as their form has them. */
export const rulesOf = (row: GiveawayRow): Rules => ({
  sponsor: row.sponsor,
  opens: wallTimeOf(row.opensAt, row.timeZone),
  closes: wallTimeOf(row.closesAt, row.timeZone),
  timeZone: row.timeZone,
  prize: row.prize,
  retailValue: centsFromNumeric(row.retailValue),
  eligibility: row.eligibility,
  excludedStates: row.excludedStates,
  freeEntryMethod: row.freeEntryMethod,
  odds: row.odds,
  winnerSelection: row.winnerSelection,
  ...(row.answerDays === null ? {} : { answerDays: row.answerDays }),
  seedKind: row.seedKind,
  ...(row.seedSource ? { seedSource: row.seedSource } : {}),
  channels: row.channels as Channel[],
  bonusPerChannel: row.bonusPerChannel,
  maximumBonus: row.maximumBonus,
})

/** The same as the columns of its row. */
export function columnsOf({ opens, closes, retailValue, seedSource, answerDays, ...rules }: Rules) {
  const { opensAt, closesAt } = momentsOf({ ...rules, opens, closes })
  if (!opensAt || !closesAt) throw new Error('a moment that the clocks skip passed its schema')
  const empty = { seedSource: seedSource ?? null, answerDays: answerDays ?? null }
  return { ...rules, ...empty, opensAt, closesAt, retailValue: numericFromCents(retailValue) }
}

/** Why the accepted rules stay unchanged; null while nobody has accepted them. */
export function lockedWords({ entrants, isDrawn }: Pick<LockedGiveaway, 'entrants' | 'isDrawn'>): string | null {
  if (isDrawn) return 'The list of entries is public, so the rules stay as they were accepted.'
  if (entrants === 0) return null
  return `${countOf(entrants, 'person has', 'people have')} accepted these rules, so they stay as they are.`
}

/** The next version of the rules, once somebody may have accepted them. */
export const nextVersion = ({ rulesVersion, opensAt, draft }: GiveawayRow, now: Date): string =>
  !draft && opensAt <= now ? String((Number(rulesVersion) || 0) + 1) : rulesVersion
