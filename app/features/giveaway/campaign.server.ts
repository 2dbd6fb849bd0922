import { eq } from 'drizzle-orm'
import { findImages } from '#app/features/media/media.server.ts'
import type { ImageSource } from '#app/features/media/media.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { campaigns, giveawayDraws } from '#app/platform/db/schema.server.ts'
import { readRecord } from '#app/platform/read-record.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric, formatMoney } from '#app/shared/money.ts'
import { type Channel, campaignContentSchema, campaignOf, instantInWords, mostBonus, phaseOf } from './giveaway.ts'

export type CampaignRow = typeof campaigns.$inferSelect

type Reader = { db: Tx; clock: Services['clock'] }

/** The giveaway that visitors are told of; null when there never was one. */
export async function getCampaign({ db, clock }: Reader): Promise<CampaignRow | null> {
  return campaignOf(await db.select().from(campaigns), clock.now())
}

/** Whether there is a giveaway to link to. */
export async function hasCampaign({ db }: { db: Tx }): Promise<boolean> {
  return (await db.select({ id: campaigns.id }).from(campaigns).limit(1)).length > 0
}

/** When the campaign opens and closes, as its place says it. */
export function datesInWords({ opensAt, closesAt, timeZone }: CampaignRow) {
  return { opens: instantInWords(opensAt, timeZone), closes: instantInWords(closesAt, timeZone) }
}

async function getDrawId(db: Tx, campaignId: string): Promise<string | null> {
  const [draw] = await db
    .select({ id: giveawayDraws.id })
    .from(giveawayDraws)
    .where(eq(giveawayDraws.campaignId, campaignId))
  return draw?.id ?? null
}

/** The giveaway as its page shows it, and the next instant at which the page stops being true. */
export async function getGiveaway(services: Reader & Pick<Services, 'log'>) {
  const campaign = await getCampaign(services)
  if (!campaign) return null
  const now = services.clock.now()
  const record = { record: 'campaigns.content', key: campaign.id, value: campaign.content }
  const found = await readRecord(services, campaignContentSchema, record)
  const content = found?.value ?? campaignContentSchema.parse({})
  const wanted = [...(content.picture ? [content.picture] : []), ...content.cards.map((card) => card.picture)]
  const stored = await findImages(
    services,
    wanted.map(({ path }) => path),
  )
  const pictureOf = (wish: { path: string; alt: string } | undefined): ImageSource | null => {
    const found = wish && stored.get(wish.path)
    return found ? { ...found, alt: wish.alt, placeholder: null } : null
  }
  return {
    name: campaign.name,
    phase: phaseOf(campaign, now),
    ...datesInWords(campaign),
    notAfter: [campaign.opensAt, campaign.closesAt].find((instant) => instant > now) ?? null,
    eligibility: campaign.eligibility,
    retailValue: formatMoney(centsFromNumeric(campaign.retailValue)).replace(/\.00$/, ''),
    prize: campaign.prize,
    lead: content.lead,
    picture: pictureOf(content.picture),
    cards: content.cards.map(({ title, text, picture }) => ({ title, text, picture: pictureOf(picture) })),
    channels: campaign.channels as Channel[],
    bonusPerChannel: campaign.bonusPerChannel,
    maximumBonus: mostBonus(campaign),
    excludedStates: campaign.excludedStates,
    drawId: await getDrawId(services.db, campaign.id),
  }
}
export type Giveaway = Omit<NonNullable<Awaited<ReturnType<typeof getGiveaway>>>, 'notAfter'>

/** The official rules, as the campaign's record has them. */
export async function getRules(services: Reader) {
  const campaign = await getCampaign(services)
  if (!campaign) return null
  return {
    name: campaign.name,
    sponsor: campaign.sponsor,
    ...datesInWords(campaign),
    prize: campaign.prize,
    retailValue: formatMoney(centsFromNumeric(campaign.retailValue)),
    eligibility: campaign.eligibility,
    excludedStates: campaign.excludedStates,
    odds: campaign.odds,
    freeEntryMethod: campaign.freeEntryMethod,
    winnerSelection: campaign.winnerSelection,
    seedSource: campaign.seedSource,
    rulesVersion: campaign.rulesVersion,
    bonusPerChannel: campaign.bonusPerChannel,
    maximumBonus: mostBonus(campaign),
    channels: campaign.channels as Channel[],
    drawId: await getDrawId(services.db, campaign.id),
  }
}
export type Rules = NonNullable<Awaited<ReturnType<typeof getRules>>>
