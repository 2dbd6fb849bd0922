import { beforeEach, expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const HOME = '00000000-0000-4000-8000-000000000001'
const OTHER = '00000000-0000-4000-8000-000000000002'
const STAY = '00000000-0000-4000-8000-000000000003'
const PAYMENT = '00000000-0000-4000-8000-000000000004'

const LINES = [
  { kind: 'nights', label: '3 nights × $480.00', amount: 144_000 },
  { kind: 'discount', label: 'Code COVE (10%)', amount: -14_400 },
  { kind: 'cleaning', label: 'Cleaning', amount: 30_000 },
  { kind: 'guest', label: 'Extra guest × 2, 3 nights', amount: 15_000 },
  { kind: 'pet', label: 'Pet fee', amount: 15_000 },
  { kind: 'tax', label: 'Sales tax (5%)', amount: 8_730, note: 'SC, on nights, cleaning, and extra guests' },
  { kind: 'tax', label: 'Sales tax of the county (3%)', amount: 3_888, note: 'on nights' },
  { kind: 'tax', label: 'A tax that is gone (1%)', amount: 1_296, note: 'on nights' },
]

describeBeforeMigration('0030_back_office.sql', 'A database of before the back office', (database) => {
  const query = async (text: string, values?: unknown[]) => (await database().pool.query(text, values)).rows
  const valuesOf = async (text: string) => (await query(text)).map((row) => Object.values(row))

  async function makeOlderDatabase() {
    await query(`insert into properties (id, slug, name, title, description, location, address, property_type, bedrooms,
        bathrooms, max_guests, price_per_night) values
      ('${HOME}', 'cabin', 'Cabin', '', '', '', '', 'cabin', 5, 3, 14, 480),
      ('${OTHER}', 'condo', 'Condo', '', '', '', '', 'condo', 2, 2, 8, 320)`)
    await query(`insert into fees (property_id, kind, label, amount, per, included_guests, taxable) values
      ('${HOME}', 'guest', 'Extra guest', 25, 'night', 10, true), ('${HOME}', 'pet', 'Pet fee', 150, 'stay', null, false),
      ('${OTHER}', 'pet', 'Pet fee', 100, 'stay', null, true)`)
    await query(`insert into taxes (property_id, name, rate, jurisdiction, applies_to) values
      ('${HOME}', 'Sales tax', 5, 'SC', default), ('${HOME}', 'Sales tax of the county', 3, null, '{nights}'),
      ('${HOME}', 'Fee tax', 2, null, '{fees}'), ('${OTHER}', 'City tax', 1, null, '{nights,cleaning}')`)
    await query(`insert into property_availability (property_id, date, is_available, price_override, minimum_stay, reason) values
      ('${HOME}', '2027-11-02', false, null, null, 'New roof'), ('${HOME}', '2027-11-03', false, null, null, 'New roof'),
      ('${HOME}', '2027-11-04', false, null, 3, 'Owner'), ('${HOME}', '2027-11-05', false, 700, null, 'Fireworks'),
      ('${HOME}', '2027-11-09', false, null, null, 'New roof'), ('${HOME}', '2027-12-01', true, 800, null, 'Feast'),
      ('${HOME}', '2027-12-02', true, null, null, 'Nothing'), ('${OTHER}', '2027-11-02', false, null, null, null)`)
    // In one transaction, at whose end the booking needs its changes.
    await query(`
      insert into bookings (id, reference, property_id, guest_name, guest_email, check_in_date, check_out_date,
          number_of_guests, adults, pets, total_amount, lines, status, refund_amount)
        values ('${STAY}', '7K3-M9Q', '${HOME}', 'Anna', 'a@example.com', '2027-10-01', '2027-10-04', 12, 12, 1, 2035.14,
          '${JSON.stringify(LINES)}', 'cancelled', 1000);
      insert into booking_changes (booking_id, number, from_status, to_status, cause, changed_at) values
        ('${STAY}', 1, null, 'confirmed', 'guest', '2027-06-01'), ('${STAY}', 2, 'confirmed', 'cancelled', 'guest', '2027-07-01');
      insert into payments (id, booking_id, kind, amount, status, received, refund_due, refunded, created_at, refund_tried_at)
        values ('${PAYMENT}', '${STAY}', 'whole', 2035.14, 'captured', 2035.14, 1000, 1000, '2027-06-01', '2027-07-02')`)
    await query(
      `insert into quotes (property_id, check_in_date, check_out_date, adults, children, infants, pets, lines,
        total_amount, expires_at) values ('${HOME}', '2027-10-01', '2027-10-04', 12, 0, 0, 1, $1, 2035.14, '2027-06-02')`,
      [JSON.stringify(LINES)],
    )
  }
  beforeEach(async () => {
    await makeOlderDatabase()
    await migrate(database(), migrationsFolder)
  })

  test('keeps every charge: fees with the taxes that applied to them, and lines that say where they come from', async () => {
    const taxed = `select fees.label, taxes.name from fee_taxes join fees on fees.id = fee_id join taxes on taxes.id = tax_id
      order by 2`
    expect(await valuesOf(taxed)).toEqual([
      ['Extra guest', 'Fee tax'],
      ['Extra guest', 'Sales tax'],
    ])
    expect(await valuesOf('select name, applies_to, basis from taxes order by name')).toEqual([
      ['City tax', ['nights', 'cleaning'], 'percent'],
      ['Fee tax', [], 'percent'],
      ['Sales tax', ['nights', 'cleaning'], 'percent'],
      ['Sales tax of the county', ['nights'], 'percent'],
    ])
    const ids = Object.fromEntries(
      await valuesOf(`select label, id from fees where property_id = '${HOME}'
      union all select name, id from taxes`),
    )
    const marked = [
      ...LINES.slice(0, 3),
      { ...LINES[3], feeId: ids['Extra guest'] },
      { ...LINES[4], feeId: ids['Pet fee'] },
      { ...LINES[5], taxId: ids['Sales tax'], jurisdiction: 'SC', basis: 'percent', taxable: 174_600 },
      { ...LINES[6], taxId: ids['Sales tax of the county'], basis: 'percent', taxable: 129_600 },
      { ...LINES[7], basis: 'percent', taxable: 129_600 },
    ]
    expect(await valuesOf('select lines from bookings union all select lines from quotes')).toEqual([
      [marked],
      [marked],
    ])
  })

  test('has a ledger of the money that moved, which goes on by itself, and earlier versions of properties and the site', async () => {
    const rows = () =>
      valuesOf('select kind, amount, payment_id, happened_at::date::text from ledger order by happened_at, kind')
    const moved = [
      ['charged', '2035.14', PAYMENT, '2027-06-01'],
      ['kept', '1035.14', null, '2027-07-01'],
      ['refunded', '1000.00', PAYMENT, '2027-07-02'],
    ]
    expect(await rows()).toEqual(moved)
    await query('update payments set received = received, refunded = 1500, tries = 1')
    await query('update payments set refunded = 1400')
    const [today] = await valuesOf('select current_date::text')
    const added = (await rows()).filter((row) => row[3] === today?.[0])
    expect(added.map(([kind, amount]) => [kind, amount])).toEqual([
      ['refunded', '500.00'],
      ['refunded', '-100.00'],
    ])

    await query(`insert into site (brand, email) values ('Inn', 'a@example.com')`)
    await query(`update properties set name = 'The Cabin' where slug = 'cabin'; update site set brand = 'Lodge'`)
    await query('update properties set updated_at = now()')
    const versions = `select record, coalesce(content ->> 'name', content ->> 'brand') from record_versions
      where record in ('properties', 'site') order by record`
    expect(await valuesOf(versions)).toEqual([
      ['properties', 'Cabin'],
      ['site', 'Inn'],
    ])
  })

  test('has its blocked dates as periods beside prices of dates, and refuses the same block twice, but not a visit in it', async () => {
    const shown = `select slug, nights::text, kind, note from blocks join properties on properties.id = property_id order by 1, 2`
    expect(await valuesOf(shown)).toEqual([
      ['cabin', '[2027-11-02,2027-11-04)', 'closed', 'New roof'],
      ['cabin', '[2027-11-04,2027-11-05)', 'closed', 'Owner'],
      ['cabin', '[2027-11-05,2027-11-06)', 'closed', null],
      ['cabin', '[2027-11-09,2027-11-10)', 'closed', 'New roof'],
      ['condo', '[2027-11-02,2027-11-03)', 'closed', null],
    ])
    const dates = 'select date::text, price_override, minimum_stay, reason from night_overrides order by date'
    expect(await valuesOf(dates)).toEqual([
      ['2027-11-04', null, 3, null],
      ['2027-11-05', '700.00', null, 'Fireworks'],
      ['2027-12-01', '800.00', null, 'Feast'],
    ])
    const block = (kind: string) =>
      query(`insert into blocks (property_id, nights, kind) values ('${HOME}', '[2027-11-03,2027-11-12)', '${kind}')`)
    await expect(block('owner')).rejects.toMatchObject({ constraint: 'blocks_do_not_overlap' })
    await block('visit')
    await block('visit')
  })
})
