import { sql } from 'drizzle-orm'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { spansOf } from '#app/shared/dates.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { numericFromCents } from '#app/shared/money.ts'
import type { NightChange, OwnRate, PropertyPlan, RatesChange } from './plan-change.ts'

/** The facts of changed prices and minimums in History, by home and night. */
export const RATES: FactFields = {
  summary: { kind: 'hidden' },
  rates: {
    label: 'Homes',
    kind: 'list',
    item: 'Home',
    by: 'propertyId',
    fields: {
      propertyId: { label: 'Home', kind: 'properties' },
      rates: {
        label: 'Nights',
        kind: 'list',
        item: 'Night',
        by: 'date',
        fields: {
          date: { label: 'Night', kind: 'date' },
          price: { label: 'Price', kind: 'money' },
          minimumStay: { label: 'Shortest stay in nights', kind: 'number' },
          reason: { label: 'Reason', kind: 'line' },
        },
      },
    },
  },
}

/** The stored parts of a changed rate, by property, so that it can be undone. */
type RatesOf = { propertyId: string; rates: OwnRate[] }

type StoredBlocks = { name: 'block.added'; after: object }
type StoredRates = { name: 'night-prices.changed' | 'night-minimums.changed'; before: object; after: object }

/** Stores what the plans change, with its name and values in History. */
export const storeNights = (tx: Tx, plans: PropertyPlan[], change: NightChange): Promise<StoredBlocks | StoredRates> =>
  'note' in change ? storeBlocks(tx, plans, change) : storeRates(tx, plans, change)

type BlockChange = Extract<NightChange, { note: string | null }>

async function storeBlocks(tx: Tx, plans: PropertyPlan[], { what: kind, note }: BlockChange): Promise<StoredBlocks> {
  const rows = plans.flatMap(({ propertyId, nights }) =>
    spansOf(nights).map((span) => ({ propertyId, nights: span, kind, note })),
  )
  const stored = await tx.insert(blocks).values(rows).returning({ id: blocks.id, nights: blocks.nights })
  return {
    name: 'block.added',
    after: { kind, note, blockIds: stored.map(({ id }) => id), undo: stored.map(({ nights }) => nights) },
  }
}

async function storeRates(tx: Tx, plans: PropertyPlan[], { to }: RatesChange): Promise<StoredRates> {
  const ratesOf = (when: 'before' | 'after'): RatesOf[] =>
    plans.map((plan) => ({ propertyId: plan.propertyId, rates: plan[when] }))
  await replaceRates(tx, ratesOf('after'))
  const name = to ? 'night-prices.changed' : 'night-minimums.changed'
  return { name, before: { rates: ratesOf('before') }, after: { rates: ratesOf('after') } }
}

/** Stores the own rates of these dates; a rate without price and minimum removes the date's row. */
export async function replaceRates(tx: Tx, changed: RatesOf[]): Promise<void> {
  const rows = changed.flatMap(({ propertyId, rates }) =>
    rates.map(({ date, price, minimumStay, reason }) => ({
      property_id: propertyId,
      date,
      minimum_stay: minimumStay,
      reason,
      price_override: price === null ? null : numericFromCents(price),
    })),
  )
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as given (property_id uuid, date date, price_override numeric, minimum_stay int, reason text)`
  await tx.execute(sql`delete from night_overrides old using ${given}
    where old.property_id = given.property_id and old.date = given.date`)
  await tx.execute(sql`insert into night_overrides (property_id, date, price_override, minimum_stay, reason)
    select * from ${given} where price_override is not null or minimum_stay is not null`)
}
