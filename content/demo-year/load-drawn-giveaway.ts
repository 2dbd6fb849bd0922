import { drawWinner, freezeEntries, listWinners } from '#app/features/giveaway/draws.server.ts'
import {
  giveawayEntries,
  giveawayRounds,
  giveawayShares,
  giveaways,
} from '#app/features/giveaway/giveaway.tables.server.ts'
import { instantInWords } from '#app/features/giveaway/giveaway.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { addDays, dateInZone, formatDate } from '#app/shared/dates.ts'
import { largeLuxury } from '#content/properties/large-luxury.ts'
import type { Chance } from './chance.ts'
import { sampleGuest, samplePhone } from './sample-guests.ts'
import { type AuditRow, changeOf } from './stay-history.ts'

const DAY_MS = 86_400_000

/** It closed so many days ago: entries are stored for a year. */
const CLOSED_DAYS = 300
const SEED = '5 12 33 41 60 9'

const ENTRANTS: [
  first: string,
  initial: string,
  state: string,
  zip: string,
  shares: ('x' | 'email' | 'copy_link')[],
][] = [
  ['Avery', 'C', 'CO', '80487', ['x', 'email']],
  ['Blake', 'D', 'SC', '29696', []],
  ['Casey', 'F', 'GA', '30303', ['copy_link']],
  ['Dana', 'G', 'TX', '78701', []],
  ['Emerson', 'H', 'NC', '28202', ['email']],
  ['Finley', 'J', 'CO', '80202', []],
  ['Gray', 'L', 'TN', '37203', []],
]

/**
 * A giveaway of the last season, like the open one, with its public draw. The winner accepted, and has the code of the
 * prize.
 */
export async function loadDrawnGiveaway(
  tx: Tx,
  chance: Chance,
  { now, open }: { now: Date; open: typeof giveaways.$inferInsert },
): Promise<AuditRow[]> {
  const after = (days: number) => new Date(closesAt.getTime() + days * DAY_MS)
  const closesAt = new Date(Math.floor(now.getTime() / DAY_MS - CLOSED_DAYS) * DAY_MS)
  const giveaway = {
    ...open,
    ...{
      id: chance.uuid(),
      name: 'Sample: last season’s free stay',
      closesAt,
      opensAt: after(-60),
      createdAt: after(-61),
    },
  }
  await tx.insert(giveaways).values(giveaway)
  await enter(tx, chance, { giveawayId: giveaway.id, at: after(-20) })
  const clockAt = (days: number) => ({ db: tx, clock: { now: () => after(days) } })
  const frozen = await freezeEntries(clockAt(1), { giveawayId: giveaway.id })
  if (!frozen.ok) throw new Error(`the sample entries were not frozen: ${frozen.reason}`)
  const drawn = await drawWinner(clockAt(3), { drawId: frozen.draw.id, seed: SEED })
  if (!drawn.ok) throw new Error(`the sample draw was refused: ${drawn.reason}`)
  const winner = (await listWinners({ db: tx }, drawn.draw)).at(-1)?.entry
  if (!winner) throw new Error('the sample draw has no winner')
  const { lines, tickets, listDigest, seedSource } = frozen.draw
  const code = await givePrize(tx, chance, { drawId: drawn.draw.id, entryId: winner.id, now, after })
  const about = { subjectId: giveaway.id }
  const entries = { people: lines, entries: tickets, digest: listDigest, seedSource }
  const answerBy = instantInWords(after(11), giveaway.timeZone)
  return [
    changeOf('giveaway.frozen', { ...about, after: entries, happenedAt: after(1) }),
    changeOf('giveaway.drawn', { ...about, after: { seed: SEED }, happenedAt: after(3) }),
    changeOf('giveaway.winner-written', { ...about, after: { round: 1, answerBy }, happenedAt: after(4) }),
    changeOf('giveaway.code-made', { ...about, ...code, happenedAt: after(7) }),
  ]
}

/** The entries with what was shared, which counts as more of them. */
async function enter(tx: Tx, chance: Chance, { giveawayId, at }: { giveawayId: string; at: Date }): Promise<void> {
  const entries = ENTRANTS.map(([first, initial, state, zipCode]) => {
    const { name: fullName, email } = sampleGuest(first, initial)
    const who = { fullName, email, phone: samplePhone(chance), state, zipCode, rulesVersion: '1' }
    return { id: chance.uuid(), giveawayId, ...who, createdAt: at, updatedAt: at }
  })
  await tx.insert(giveawayEntries).values(entries)
  const shares = ENTRANTS.flatMap(([first, initial, , , channels]) =>
    channels.map((channel) => ({ giveawayId, email: sampleGuest(first, initial).email, channel, createdAt: at })),
  )
  await tx.insert(giveawayShares).values(shares)
}

type Prize = { drawId: string; entryId: string; now: Date; after: (days: number) => Date }

/** The winner was written to, accepted, and got a code. What History has of the code. */
async function givePrize(tx: Tx, chance: Chance, { drawId, entryId, now, after }: Prize) {
  const { id: propertyId, name: property, timeZone } = largeLuxury.property
  const code = `PRIZE-${chance.uuid().slice(0, 8).toUpperCase()}`
  const bookUntil = addDays(dateInZone(now, timeZone), 65)
  const terms = { coversAll: true, propertyId, maximumNights: 7, useLimit: 1, bookUntil, demo: true }
  await tx.insert(promoCodes).values({ code, ...terms, createdAt: after(7) })
  const answered = { answer: 'accepted', answeredAt: after(6), isNamed: true, promoCode: code } as const
  const written = { drawId, round: 1, entryId, writtenAt: after(4), answerBy: after(11) }
  await tx.insert(giveawayRounds).values({ ...written, ...answered })
  return { propertyIds: [propertyId], after: { round: 1, property, nights: 7, bookUntil: formatDate(bookUntil) } }
}
