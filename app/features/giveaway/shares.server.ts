import { and, eq } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { errorCode } from '#app/platform/db/retry.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { CHANNEL_NAMES } from './channels.ts'
import { FROZEN, findOpenGiveaway, inConstantTime, isEntry } from './entries.server.ts'
import { datesInWords } from './giveaway.server.ts'
import { giveawayEntries, giveawayShares } from './giveaway.tables.server.ts'
import { type EntryReason, entriesInWords, NO_ENTRY, refusalWords, type Share } from './giveaway.ts'
import { maximumShareBonus } from './share-bonus.ts'

/** The result of a share: exactly one of `success`, `alreadyShared` and `maxBonusReached` is true; none without an entry. */
type Shared = {
  ok: true
  success: boolean
  totalEntries: number
  message: string
  alreadyShared: boolean
  maxBonusReached: boolean
}
type ShareRefusal = Refusal<Exclude<EntryReason, 'excluded-state' | 'key-reused'> | 'unknown-channel'>

/**
 * Stores a share of an entrant. The database adds the bonus: once per channel, up to the maximum. An address without an
 * entry gets a response of the same shape after the same time.
 */
export function recordShare(services: Services, input: Share & { ipAddress?: string }): Promise<Shared | ShareRefusal> {
  return inConstantTime(services, input.email, () => record(services, input))
}

async function record(services: Services, input: Share & { ipAddress?: string }): Promise<Shared | ShareRefusal> {
  const found = await findOpenGiveaway(services)
  if (!found.ok) return found
  const { giveaway } = found
  if (!giveaway.channels.includes(input.channel)) {
    return refuse('unknown-channel', 'Sharing this way earns no entries in this giveaway.')
  }
  const share = { giveawayId: giveaway.id, ...input, createdAt: services.clock.now() }
  try {
    return await services.db.transaction((tx) => store(tx, share, maximumShareBonus(giveaway)))
  } catch (error) {
    if (errorCode(error) !== FROZEN) throw error
    return refuse('closed', refusalWords('closed', datesInWords(giveaway)))
  }
}

type ShareRow = Share & { giveawayId: string; ipAddress?: string; createdAt: Date }

async function store(tx: Tx, share: ShareRow, most: number): Promise<Shared | ShareRefusal> {
  const entry = () => tx.select({ total: giveawayEntries.totalEntries }).from(giveawayEntries).where(isEntry(share))
  const [before] = await entry().for('update')
  if (!before) {
    return {
      ok: true,
      success: false,
      totalEntries: 0,
      message: NO_ENTRY,
      alreadyShared: false,
      maxBonusReached: false,
    }
  }
  const isThis = and(
    eq(giveawayShares.giveawayId, share.giveawayId),
    eq(giveawayShares.email, share.email),
    eq(giveawayShares.channel, share.channel),
  )
  const [known] = await tx.select({ id: giveawayShares.id }).from(giveawayShares).where(isThis)
  if (known) {
    const message = `You’ve already shared ${CHANNEL_NAMES[share.channel].phrase}. Each way counts once.`
    return {
      ok: true,
      success: false,
      totalEntries: before.total,
      message,
      alreadyShared: true,
      maxBonusReached: false,
    }
  }
  await tx.insert(giveawayShares).values(share)
  const total = (await entry())[0]?.total ?? before.total
  const earned = total - before.total
  if (earned > 0) {
    const message = `You earned ${countOf(earned, 'bonus entry', 'bonus entries')}. You now have ${entriesInWords(total)}.`
    return { ok: true, success: true, totalEntries: total, message, alreadyShared: false, maxBonusReached: false }
  }
  const message = `Thanks for sharing. ${noMoreInWords(most)}`
  return { ok: true, success: false, totalEntries: total, message, alreadyShared: false, maxBonusReached: true }
}

function noMoreInWords(most: number): string {
  if (most === 0) return 'Sharing earns no bonus entries in this giveaway.'
  return most === 1 ? 'You already have the one bonus entry.' : `You already have all ${most} bonus entries.`
}
