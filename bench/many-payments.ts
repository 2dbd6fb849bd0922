import type pg from 'pg'
import { fillWithProperties } from './many-properties.ts'

/** The embedded database ends a statement that takes half a minute. */
const PARTS = 5
const PART_OF = `abs(hashtext(reference)) % ${PARTS}`

/**
 * Prices with taxes and with each night, a code, payments by card and by hand, and the reports’ own rows. Every ninth
 * stay was canceled, and half of what was paid was kept. Stays of the next weeks are paid. Daily payouts, and an owner of
 * five homes.
 */
const pricesAt = (now: string) => [
  `insert into promo_codes (code, percent) values ('WINTER', 10)`,
  `update bookings set source = (array['website', 'airbnb', 'phone', 'vrbo', 'friends'])[1 + abs(hashtext(reference)) % 5],
    promo_code = case when abs(hashtext(reference)) % 17 = 0 then 'WINTER' end, total_amount = 2310.15,
    guest_name = (array['Ada', 'Bo', 'Cy', 'Di', 'Ed'])[1 + abs(hashtext(reference)) % 5] || ' ' || reference,
    guest_phone = '970-555-0123',
    created_at = least(check_in_date - interval '30 days', timestamptz '${now}' - interval '1 day' * (1 + abs(hashtext(reference)) % 200)),
    lines = '[{"kind":"nights","label":"5 nights","amount":200000},{"kind":"cleaning","label":"Cleaning fee","amount":15000},
      {"kind":"fee","label":"Linen","amount":5000},
      {"kind":"tax","label":"Sales tax (2.9%)","amount":6380,"jurisdiction":"Colorado","taxable":220000},
      {"kind":"tax","label":"Lodging tax (2.1%)","amount":4635,"jurisdiction":"Routt County","taxable":220000}]' where ${PART_OF} = $1`,
  `create temporary table facts as
    select id, ${PART_OF} as part, abs(hashtext(reference)) % 2 = 0 as by_card, check_in_date < '${now}'::date + 60 as is_paid,
        case when abs(hashtext(reference)) % 9 = 0 and created_at + interval '5 days' < '${now}' then created_at + interval '5 days' end
          as canceled_at, created_at + interval '2 days' as paid_at
      from bookings`,
  `create unique index on facts (id)`,
  `analyze facts`,
  `update bookings set status = 'cancelled' from facts where facts.id = bookings.id and canceled_at is not null`,
  `delete from occupancies using facts where booking_id = facts.id and canceled_at is not null`,
  `insert into booking_changes (booking_id, number, to_status, cause, changed_at)
    select id, 1, 'confirmed', 'guest', created_at from bookings where ${PART_OF} = $1`,
  `insert into booking_changes (booking_id, number, from_status, to_status, cause, changed_at)
    select id, 2, 'confirmed', 'cancelled', 'guest', canceled_at from facts where canceled_at is not null`,
  `insert into booking_versions (booking_id, number, recorded_at, replaced_at, property_id, status, source, promo_code,
      check_in_date, check_out_date, rent, cleaning, fees, refunds, taxes, tax_lines, return_due, night_sums)
    select id, 1, created_at, canceled_at, property_id, 'confirmed', source, promo_code, check_in_date, check_out_date,
        200000, 15000, 5000, 0, 11015, jsonb_build_array(lines::jsonb -> 3, lines::jsonb -> 4), 0,
        array(select 40000 * night from generate_series(1, check_out_date - check_in_date) night)
      from bookings join facts using (id) where part = $1`,
  `insert into booking_versions (booking_id, number, recorded_at, property_id, status, source, promo_code,
      check_in_date, check_out_date, rent, cleaning, fees, refunds, taxes, tax_lines, return_due, retained_elsewhere, night_sums)
    select booking_id, 2, canceled_at, property_id, 'cancelled', source, promo_code, check_in_date, check_out_date, rent,
        cleaning, fees, refunds, taxes, tax_lines, 0, case when by_card then 0 else 115507 end, night_sums
      from booking_versions join facts on facts.id = booking_id where canceled_at is not null`,
]

/** What was paid for them, until `now`. */
const paymentsAt = (now: string) => [
  `insert into payments (booking_id, kind, intent_id, amount, status, received, refund_due, refunded, created_at)
    select id, 'whole', 'pi_' || reference, total_amount, 'captured', total_amount, returned, returned, paid_at
      from bookings join facts using (id), lateral (select case when canceled_at is null then 0 else 1155.08 end as returned) part
      where by_card and is_paid and part = $1`,
  `insert into ledger (booking_id, payment_id, kind, amount, happened_at)
    select booking_id, payments.id, 'charged', received, paid_at from payments join facts on facts.id = booking_id
    union all select booking_id, payments.id, 'refunded', refunded, canceled_at
      from payments join facts on facts.id = booking_id where refunded > 0
    union all select booking_id, null, 'retained', received - refunded, canceled_at
      from payments join facts on facts.id = booking_id where refunded > 0
    union all select id, null, 'paid-elsewhere', case when canceled_at is null then total_amount else 1155.07 end, paid_at
      from bookings join facts using (id) where not by_card and is_paid`,
  `update bookings set paid_by_card = paid_of_payment(payments) from payments where booking_id = bookings.id and ${PART_OF} = $1`,
  `update bookings set paid_elsewhere = amount from ledger where booking_id = bookings.id and kind = 'paid-elsewhere' and ${PART_OF} = $1`,
  `insert into payouts (id, status, currency, amount, arrives_on, created_at, lines, lines_fetched_at)
    select 'po_' || day::date, 'paid', 'usd', sum(round(received * 97))::int, day::date, day, 'listed', day
      from (select received, date_trunc('day', happened_at at time zone 'UTC') + interval '2 days' as day
        from payments join ledger on payment_id = payments.id where ledger.kind = 'charged') charged where day < '${now}' group by day`,
  `insert into payout_lines (id, payout_id, kind, type, intent_id, amount, fee, happened_at)
    select 'txn_' || intent_id, payouts.id, 'charge', 'charge', intent_id, round(received * 100)::int,
        round(received * 100)::int - round(received * 97)::int, happened_at
      from payments join ledger on payment_id = payments.id and ledger.kind = 'charged'
      join payouts on arrives_on = (happened_at at time zone 'UTC')::date + 2`,
  `insert into payout_sync_state (synced_at) values ('${now}')`,
  `insert into owners (name, commission_percent, commission_on, commission_per_stay, receives_cleaning_fee, receives_other_fees) values ('Ann Bell', 20, 'rent', 0, true, false)`,
  `insert into owner_properties (property_id, owner_id) select properties.id, owners.id from properties, owners where display_order <= 5`,
]

/** Rows that were written again leave no gaps, as on a real site. */
async function runInParts(client: pg.PoolClient, statement: string) {
  if (!statement.includes('$1')) return client.query(statement)
  for (let part = 0; part < PARTS; part += 1) {
    await client.query(statement, [part])
    await client.query('vacuum bookings')
  }
}

const TABLES = ['bookings', 'booking_changes', 'occupancies', 'payments', 'ledger']

/** Fills an empty, migrated database with properties, bookings and what was paid for them until `now`. */
export async function fillWithPayments(
  pool: pg.Pool,
  { now, ...filling }: Parameters<typeof fillWithProperties>[1] & { now: Date },
): Promise<void> {
  await fillWithProperties(pool, filling)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    for (const table of TABLES) await client.query(`alter table ${table} disable trigger user`)
    const at = now.toISOString()
    for (const statement of [...pricesAt(at), ...paymentsAt(at)]) await runInParts(client, statement)
    await client.query('drop table facts')
    for (const table of TABLES) await client.query(`alter table ${table} enable trigger user`)
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}
