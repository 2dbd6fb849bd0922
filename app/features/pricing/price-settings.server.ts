import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { inEffect, priceSettingsSchema } from './price-settings.ts'

const pricedHomeSchema = z.object({
  id: z.guid(),
  slug: z.string(),
  name: z.string(),
  published: z.boolean(),
  isAvailable: z.boolean(),
  timeZone: z.string(),
  maxGuests: z.int(),
  maxPets: z.int(),
  settings: priceSettingsSchema,
})

/** A property as the pages about prices show it. `today` is its date. */
export type PricedHome = z.infer<typeof pricedHomeSchema> & { today: IsoDate }

const listOf = (item: SQL, from: SQL) => sql`(select coalesce(jsonb_agg(${item}), '[]') from ${from})`
const inCents = (column: string) => sql.raw(`(${column} * 100)::int`)

const rates = (season: SQL) =>
  listOf(
    sql`jsonb_build_object('weekdays', r.weekdays, 'price', ${inCents('r.price')}, 'from', r.from_date, 'demo', r.demo)
      order by cardinality(r.weekdays) desc, r.weekdays, r.from_date nulls first`,
    sql`nightly_rates r where r.property_id = p.id and r.season_id ${season}`,
  )
const minimums = (season: SQL) =>
  listOf(
    sql`jsonb_build_object('weekdays', m.weekdays, 'minimumStay', m.minimum_stay) order by m.weekdays`,
    sql`arrival_minimums m where m.property_id = p.id and m.season_id ${season}`,
  )

const SEASONS = listOf(
  sql`jsonb_build_object('id', s.id, 'name', s.name, 'startsOn', s.starts_on, 'endsOn', s.ends_on, 'minimumStay', s.minimum_stay,
    'checkInDays', s.check_in_days, 'rates', ${rates(sql`= s.id`)}, 'arrivalMinimums', ${minimums(sql`= s.id`)}, 'demo', s.demo)
    order by s.starts_on, s.name`,
  sql`seasons s where s.property_id = p.id`,
)
const FEES = listOf(
  sql`jsonb_build_object('id', f.id, 'kind', f.kind, 'label', f.label, 'amount', ${inCents('f.amount')}, 'per', f.per,
    'includedGuests', f.included_guests, 'eachPet', f.each_pet, 'demo', f.demo,
    'taxedBy', ${listOf(sql`x.tax_id order by x.tax_id`, sql`fee_taxes x where x.fee_id = f.id`)}) order by f.kind, f.label`,
  sql`fees f where f.property_id = p.id`,
)
const TAXES = listOf(
  sql`jsonb_build_object('id', t.id, 'name', t.name, 'rate', trim_scale(t.rate)::text, 'jurisdiction', t.jurisdiction,
    'basis', t.basis, 'appliesTo', t.applies_to, 'firstNights', t.first_nights, 'notFromNights', t.not_from_nights,
    'displayOrder', t.display_order, 'demo', t.demo) order by t.display_order, t.id`,
  sql`taxes t where t.property_id = p.id`,
)
const DISCOUNTS = listOf(
  sql`jsonb_build_object('id', d.id, 'label', d.label, 'fromNights', d.from_nights, 'percent', trim_scale(d.percent)::text)
    order by d.from_nights`,
  sql`stay_discounts d where d.property_id = p.id`,
)

const HOME = sql`jsonb_build_object('id', p.id, 'slug', p.slug, 'name', p.name, 'published', p.published,
  'isAvailable', p.is_available, 'timeZone', p.time_zone, 'maxGuests', p.max_guests, 'maxPets', p.max_pets,
  'settings', jsonb_build_object(
    'nightly', jsonb_build_object('price', case when p.price_confirmed then ${inCents('p.price_per_night')} end,
      'cleaning', coalesce(${inCents('p.cleaning_fee')}, 0), 'rates', ${rates(sql`is null`)}),
    'stayRules', jsonb_build_object('minimumStay', p.minimum_stay, 'arrivalMinimums', ${minimums(sql`is null`)},
      'checkInDays', p.check_in_days, 'noticeDays', p.notice_days, 'noticeUntilHour', p.notice_until_hour,
      'bookingWindowDays', p.booking_window_days),
    'payment', jsonb_build_object('depositPercent', p.deposit_percent, 'balanceDays', p.balance_days),
    'cancellation', p.cancellation_policy, 'settledQuestions', p.settled_questions,
    'seasons', ${SEASONS}, 'fees', ${FEES}, 'taxes', ${TAXES}, 'discounts', ${DISCOUNTS}))`

type Reads = { db: Tx; clock: Services['clock'] }

async function readHomes({ db, clock }: Reads, where: SQL): Promise<PricedHome[]> {
  const { rows } = await db.execute<{ home: unknown }>(
    sql`select ${HOME} as home from properties p where ${where} order by p.display_order, p.name, p.id`,
  )
  return rows.map(({ home }) => {
    const read = pricedHomeSchema.parse(home)
    const today = dateInZone(clock.now(), read.timeZone)
    return { ...read, today, settings: inEffect(read.settings, today) }
  })
}

/** All properties with what is set for their prices, in the operator's order, in one statement. */
export const listPricedHomes = (reads: Reads): Promise<PricedHome[]> => readHomes(reads, sql`true`)

/** A property with what is set for its prices; null if there is none. */
export async function getPricedHome(reads: Reads, slug: string): Promise<PricedHome | null> {
  const [home] = await readHomes(reads, sql`p.slug = ${slug}`)
  return home ?? null
}

/** The same by id, whose prices nobody else can change until the transaction ends. */
export async function lockPricedHome(reads: Reads, propertyId: string): Promise<PricedHome | null> {
  await reads.db.execute(sql`select from properties where id = ${propertyId} for no key update`)
  const [home] = await readHomes(reads, sql`p.id = ${propertyId}`)
  return home ?? null
}
