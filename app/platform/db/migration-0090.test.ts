import { expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const LINES = [
  { kind: 'nights', label: '4 nights', amount: 40_000 },
  { kind: 'discount', label: 'Refund', amount: -4_000 },
  { kind: 'cleaning', label: 'Cleaning', amount: 10_000 },
  { kind: 'pet', label: 'Pet fee', amount: 2_000 },
  { kind: 'tax', label: 'Sales tax (5%)', amount: 2_400, taxable: 48_000 },
]

describeBeforeMigration('0090_money_reports.sql', 'A database of before reports', (database) => {
  const query = async (text: string) => (await database().pool.query(text)).rows

  test('has a version of each booking that was ever confirmed, and every authority of its taxes', async () => {
    const [home] =
      await query(`insert into properties (slug, name, title, description, location, address, property_type,
        bedrooms, bathrooms, max_guests, price_per_night)
      values ('cabin', 'Home', '', '', '', '', 'cabin', 5, 3, 14, 480) returning id`)
    await query(
      `insert into taxes (property_id, name, jurisdiction, rate) values ('${home.id}', 'Tax', 'Oconee County', 3)`,
    )
    const statuses = {
      confirmed: ['confirmed'],
      cancelled: ['confirmed', 'cancelled'],
      declined: ['pending', 'declined'],
    }
    for (const [status, all] of Object.entries(statuses)) {
      const changes = all.map((to, at) => {
        const from = at === 0 ? 'null' : `'${all[at - 1]}'`
        return `(${at + 1}, ${from}, '${to}', timestamptz '2027-0${at + 1}-01 12:00Z')`
      })
      await query(`with stored as (insert into bookings (reference, property_id, guest_name, guest_email, check_in_date,
          check_out_date, number_of_guests, adults, total_amount, lines, status, refund_amount)
        values ('${status}', '${home.id}', 'Ada', '', '2027-07-01', '2027-07-05', 2, 2, 504, '${JSON.stringify(LINES)}',
          '${status}', ${status === 'cancelled' ? 0 : 'null'}) returning id)
        , nights as (insert into occupancies (property_id, nights, kind, booking_id)
          select '${home.id}', '[2027-07-01,2027-07-05)', 'booking', id from stored where '${status}' = 'confirmed')
        insert into booking_changes (booking_id, number, from_status, to_status, cause, changed_at)
          select id, number, before::text, after, 'operator', at from stored, (values ${changes.join()}) change (number, before, after, at)`)
    }
    await migrate(database(), migrationsFolder)
    const versions =
      await query(`select reference, number, booking_versions.status, rent, cleaning, fees, refunds, taxes,
        to_char(recorded_at at time zone 'utc', 'MM') as from, to_char(replaced_at at time zone 'utc', 'MM') as until
      from booking_versions join bookings on bookings.id = booking_id order by reference, number`)
    const sums = { rent: 36_000, cleaning: 10_000, fees: 2_000, refunds: 4_000, taxes: 2_400 }
    expect(versions).toEqual([
      { reference: 'cancelled', number: 1, status: 'confirmed', ...sums, from: '01', until: '02' },
      { reference: 'cancelled', number: 2, status: 'cancelled', ...sums, from: '02', until: null },
      { reference: 'confirmed', number: 1, status: 'confirmed', ...sums, from: '01', until: null },
    ])
    expect(await query('select name from tax_jurisdictions order by name')).toEqual([
      { name: 'Oconee County' },
      { name: 'Sales tax' },
    ])
  })
})
