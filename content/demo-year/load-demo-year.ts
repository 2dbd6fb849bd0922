import { sql } from 'drizzle-orm'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import { checkStayRules, minimumStayOn } from '#app/features/availability/stay-rules.ts'
import { bookingChanges, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { ledger, payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import type { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { stayMessages } from '#app/features/guest-messages/guest-messages.tables.server.ts'
import { ALL_NIGHTS } from '#app/features/pricing/list-prices.server.ts'
import type { PromoCode } from '#app/features/pricing/promo-code.ts'
import { stayReviews } from '#app/features/reviews/reviews.tables.server.ts'
import { findOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, hourInZone } from '#app/shared/dates.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { asRestored } from './as-restored.ts'
import { type Chance, chanceFrom } from './chance.ts'
import { planBlocks, planComingStays } from './coming-stays.ts'
import { loadConversations } from './load-conversations.ts'
import { loadDrawnGiveaway } from './load-drawn-giveaway.ts'
import { loadNewsletter } from './load-newsletter.ts'
import { loadOwner } from './load-owner.ts'
import { loadTaxFilings } from './load-tax-filings.ts'
import { planPastStays } from './past-stays.ts'
import type { PlannedStay } from './planned-stay.ts'
import { historyOfStay, storeHistory } from './stay-history.ts'
import { messagesOf } from './stay-messages.ts'
import { reviewsOf } from './stay-reviews.ts'
import { rowsOfStay, type StayRows } from './stay-rows.ts'

const SEED = 20_261_129

/** The demo’s discount code, and its open giveaway. */
type Own = {
  promoCode: Pick<PromoCode, 'code' | 'percent' | 'minimumNights'>
  giveaway: typeof giveaways.$inferInsert
}
type Chosen = { chance: Chance; code: PromoCode }

const codeOf = (own: Own['promoCode']): PromoCode => ({
  ...own,
  amount: null,
  coversAll: false,
  stayFrom: null,
  stayUntil: null,
  maximumNights: null,
})

type Ready = Pick<Services, 'clock' | 'config' | 'log'>

/**
 * Writes a year of samples around the start's day: stays with their money, and what an operator did with them. One
 * statement for each table. Returns the stays.
 */
export async function loadDemoYear(services: Ready, tx: Tx, own: Own): Promise<StayRows[]> {
  const now = services.clock.now()
  const chance = chanceFrom(SEED)
  const stays = await planStays(services, tx, { chance, code: codeOf(own.promoCode) })
  const blocked = demoProperties.flatMap(({ property: { id: propertyId, slug, timeZone } }) =>
    planBlocks(slug, dateInZone(now, timeZone)).map((block) => ({ propertyId, ...block })),
  )
  await tx.insert(blocks).values(blocked)
  await storeStays(tx, stays, now)
  const timeZone = await findOperatorTimeZone(tx)
  const around = { now, today: dateInZone(now, timeZone), timeZone }
  const reviews = reviewsOf(stays, now)
  await tx.insert(stayReviews).values(reviews.rows)
  const history = [
    ...stays.flatMap(historyOfStay),
    ...(await loadTaxFilings(tx, chance, around)),
    ...(await loadOwner(tx, chance, around)),
    ...(await loadConversations(tx, chance, { stays, now })),
    ...reviews.history,
    ...(await loadNewsletter(tx, chance, around)),
    ...(await loadDrawnGiveaway(tx, chance, { now, open: own.giveaway })),
  ]
  await storeHistory(tx, history)
  return stays
}

/** All stays with their rows. Those to come have the first references. */
async function planStays({ clock, config, log }: Ready, tx: Tx, { chance, code }: Chosen): Promise<StayRows[]> {
  const now = clock.now()
  const homes = new Map((await listPropertyRules(tx, sql`true`, ALL_NIGHTS)).map((home) => [home.id, home]))
  const planned: { stay: PlannedStay; propertyId: string }[] = []
  const past: typeof planned = []
  for (const { property } of demoProperties) {
    const { id: propertyId, slug, timeZone, theme } = property
    const home = homes.get(propertyId)
    if (!home) throw new Error(`${slug} was not stored`)
    const today = dateInZone(now, timeZone)
    const context = { today, hour: hourInZone(now, timeZone), limits: config, gaps: new Set<string>() }
    for (const stay of planComingStays(slug, { today, now })) {
      const refused = checkStayRules(home.rules, { ...stay, ...stay.party }, context)
      if (refused) log.debug({ event: 'content.stay-skipped', reason: refused.reason }, 'demo booking skipped')
      else (stay.later.kind === 'canceled' ? past : planned).push({ stay, propertyId })
    }
    const minimumOf = (checkIn: string) => minimumStayOn(home.rules.pricing, checkIn)
    const kind = theme === 'lake' ? 'lake' : 'mountain'
    past.push(...planPastStays(chance, { slug, theme: kind, today, minimumOf }).map((stay) => ({ stay, propertyId })))
  }
  return [...planned, ...past].map(({ stay, propertyId }, index) => {
    const home = homes.get(propertyId)
    if (!home) throw new Error(`${stay.slug} was not stored`)
    return rowsOfStay(stay, { home, reference: `DEMO-${String(index + 1).padStart(2, '0')}`, now, chance, code })
  })
}

/** The rows that triggers write as things happen have the days on which they would have happened. */
async function storeStays(tx: Tx, stays: readonly StayRows[], now: Date): Promise<void> {
  await asRestored(tx, async () => {
    await tx.insert(bookings).values(stays.map(({ booking }) => booking))
    await tx.insert(bookingChanges).values(stays.flatMap(({ changes }) => changes))
    await tx.insert(occupancies).values(stays.flatMap(({ occupancy }) => occupancy ?? []))
    await tx.insert(payments).values(stays.flatMap((stay) => stay.payments))
    await tx.insert(ledger).values(stays.flatMap((stay) => stay.ledger))
    await tx.execute(sql`insert into booking_versions select version.*
      from jsonb_array_elements(${JSON.stringify(stays.flatMap(versionsOf))}::jsonb) stated,
        jsonb_populate_record(null::bookings, stated -> 'booking') booking,
        jsonb_populate_record(version_of_booking(booking), stated -> 'version') version`)
  })
  await tx.insert(stayMessages).values(stays.flatMap((stay) => messagesOf(stay, now)))
}

/** Each state of a stay until the next one. */
const versionsOf = ({ states }: StayRows) =>
  states.map(({ at, booking }, index) => ({
    booking,
    version: { number: index + 1, recorded_at: at, replaced_at: states[index + 1]?.at ?? null },
  }))
