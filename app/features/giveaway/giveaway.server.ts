import { eq } from 'drizzle-orm'
import { findImages } from '#app/features/media/media.server.ts'
import type { ImageSource } from '#app/features/media/media.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { parseRecord } from '#app/platform/parse-record.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric, formatAmount } from '#app/shared/money.ts'
import type { Channel } from './channels.ts'
import { giveawayDraws, giveaways } from './giveaway.tables.server.ts'
import { findCurrentGiveaway, giveawayContentSchema, instantInWords, phaseOf } from './giveaway.ts'
import { maximumShareBonus } from './share-bonus.ts'
import { findLastWinner } from './winner.server.ts'

export type GiveawayRow = typeof giveaways.$inferSelect

/** Drafts are the operator's alone. */
const isPublic = eq(giveaways.draft, false)

type Reader = { db: Tx; clock: Services['clock'] }

/** The giveaway that the site shows; null when there never was one. */
export async function getGiveawayRow({ db, clock }: Reader): Promise<GiveawayRow | null> {
  return findCurrentGiveaway(await db.select().from(giveaways).where(isPublic), clock.now())
}

/** Whether there is a giveaway to link to. */
export function hasGiveaway({ db, cache }: Pick<Services, 'db' | 'cache'>): Promise<boolean> {
  return cache.read('has a giveaway', async () => {
    const rows = await db.select({ id: giveaways.id }).from(giveaways).where(isPublic).limit(1)
    return rows.length > 0
  })
}

/** When the giveaway opens and closes, in its own time zone. */
export function datesInWords({ opensAt, closesAt, timeZone }: GiveawayRow) {
  return { opens: instantInWords(opensAt, timeZone), closes: instantInWords(closesAt, timeZone) }
}

async function getDrawId(db: Tx, giveawayId: string): Promise<string | null> {
  const [draw] = await db
    .select({ id: giveawayDraws.id })
    .from(giveawayDraws)
    .where(eq(giveawayDraws.giveawayId, giveawayId))
  return draw?.id ?? null
}

/** The content of a giveaway's page beside the rules. */
export async function parseContent(services: Reader & Pick<Services, 'log'>, { id, content }: GiveawayRow) {
  const record = { record: 'campaigns.content', key: id, value: content }
  const found = await parseRecord(services, giveawayContentSchema, record)
  return found?.value ?? giveawayContentSchema.parse({})
}

/** The giveaway as its page shows it, and the next time at which the page becomes outdated. */
export async function getGiveaway(services: Reader & Pick<Services, 'log'>) {
  const giveaway = await getGiveawayRow(services)
  if (!giveaway) return null
  const now = services.clock.now()
  const content = await parseContent(services, giveaway)
  const wanted = [content, ...content.cards].flatMap(({ image }) => image?.path ?? [])
  const stored = await findImages(services, wanted)
  const imageOf = (reference: { path: string; alt: string } | undefined): ImageSource | null => {
    const found = reference && stored.get(reference.path)
    return found ? { ...found, alt: reference.alt, placeholder: null } : null
  }
  return {
    name: giveaway.name,
    phase: phaseOf(giveaway, now),
    ...datesInWords(giveaway),
    notAfter: [giveaway.opensAt, giveaway.closesAt].find((instant) => instant > now) ?? null,
    eligibility: giveaway.eligibility,
    retailValue: formatAmount(centsFromNumeric(giveaway.retailValue)),
    prize: giveaway.prize,
    lead: content.lead,
    image: imageOf(content.image),
    cards: content.cards.map(({ title, text, image }) => ({ title, text, image: imageOf(image) })),
    channels: giveaway.channels as Channel[],
    bonusPerChannel: giveaway.bonusPerChannel,
    maximumBonus: maximumShareBonus(giveaway),
    excludedStates: giveaway.excludedStates,
    wonLast: await findLastWinner(services),
    drawId: await getDrawId(services.db, giveaway.id),
  }
}
export type Giveaway = Omit<NonNullable<Awaited<ReturnType<typeof getGiveaway>>>, 'notAfter'>

/** The official rules, from the giveaway's record. */
export async function getRules(services: Reader) {
  const giveaway = await getGiveawayRow(services)
  if (!giveaway) return null
  return {
    name: giveaway.name,
    sponsor: giveaway.sponsor,
    ...datesInWords(giveaway),
    prize: giveaway.prize,
    retailValue: formatAmount(centsFromNumeric(giveaway.retailValue)),
    eligibility: giveaway.eligibility,
    excludedStates: giveaway.excludedStates,
    odds: giveaway.odds,
    freeEntryMethod: giveaway.freeEntryMethod,
    winnerSelection: giveaway.winnerSelection,
    answerDays: giveaway.answerDays,
    seedSource: giveaway.seedSource,
    seedKind: giveaway.seedKind,
    rulesVersion: giveaway.rulesVersion,
    bonusPerChannel: giveaway.bonusPerChannel,
    maximumBonus: maximumShareBonus(giveaway),
    channels: giveaway.channels as Channel[],
    drawId: await getDrawId(services.db, giveaway.id),
  }
}
