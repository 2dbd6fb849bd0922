import { asc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { propertyAvailability } from '#app/features/availability/availability.tables.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeBooking, makePayment, makeProperty, makeSite } from '#test/factories.ts'

const OCTOBER = { from: '2027-10-01', to: '2027-10-04' }

describeOnBothDatabases('The database itself', (database) => {
  const query = async (text: string) => (await database().pool.query(text)).rows
  const valuesOf = async (text: string) => (await query(text)).map((row) => Object.values(row))
  const listNights = async () => {
    const { date, isAvailable, priceOverride, reason } = propertyAvailability
    const rows = await database()
      .db.select({ date, isAvailable, priceOverride, reason })
      .from(propertyAvailability)
      .orderBy(asc(date))
    return rows.map((row) => Object.values(row))
  }

  test('shows nights as closed with their reason, or open with their price', async () => {
    const property = await makeProperty(database().db)
    await query(`insert into blocks (property_id, nights, kind, note) values
      ('${property}', '[2028-02-28,2028-03-02)', 'closed', 'New roof'), ('${property}', '[2028-03-12,2028-03-13)', 'owner', null),
      ('${property}', '[2028-03-20,2028-03-21)', 'visit', 'Chimney sweep')`)
    await query(`insert into night_overrides (property_id, date, price_override, minimum_stay, reason) values
      ('${property}', '2028-03-01', 700, null, 'Regatta'), ('${property}', '2028-03-13', 800, 3, 'Feast'),
      ('${property}', '2028-03-14', null, 4, null)`)
    expect(await listNights()).toEqual([
      ['2028-02-28', false, null, 'New roof'],
      ['2028-02-29', false, null, 'New roof'],
      ['2028-03-01', false, '700.00', 'New roof'],
      ['2028-03-12', false, null, 'owner'],
      ['2028-03-13', true, '800.00', 'Feast'],
    ])
    const ids = await valuesOf('select id from property_availability order by date')
    expect(new Set(ids.flat()).size).toBe(5)
    await query(`delete from blocks where note = 'New roof'`)
    expect(await listNights()).toContainEqual(['2028-03-01', true, '700.00', 'Regatta'])
    expect(await valuesOf('select id from property_availability order by date')).toEqual(ids.slice(2))
  })

  test('reads the amenities of a home from the groups of its page, and skips what is none', async () => {
    const groups = ['Words', 5, [], { name: 'Outside', items: ['Dock', 5, null] }, { items: ['Sauna'] }]
    for (const [slug, presentation] of Object.entries({ lead: { amenityGroups: groups }, none: {} }))
      await makeProperty(database().db, { slug, presentation })
    await query(
      `begin; set local site.restoring = 'on'; update properties set presentation = '["Words"]' where slug = 'none'; commit`,
    )
    expect(await valuesOf('select slug, amenities from properties order by slug')).toEqual([
      ['lead', ['Dock', 'Sauna']],
      ['none', []],
    ])
  })

  test.each([
    ['draft', [false, false, true]],
    ['published', [true, true, true]],
    ['not-bookable', [true, true, false]],
    ['unlisted', [true, false, true]],
    ['retired', [false, false, false]],
  ] as const)(
    'says of a home that is %s whether it has a page, is listed, and can be booked',
    async (status, shown) => {
      await makeProperty(database().db, { status })
      expect(await valuesOf('select published, listed, is_available from properties')).toEqual([shown])
    },
  )

  test('confirms a price when it is written, even if it stays the same', async () => {
    await makeProperty(database().db, { pricePerNight: '100', priceConfirmed: false })
    await query(`update properties set name = 'Another'`)
    expect(await valuesOf('select price_confirmed from properties')).toEqual([[false]])
    await query('update properties set price_per_night = 100')
    expect(await valuesOf('select price_confirmed from properties')).toEqual([[true]])
  })

  test('keeps what a home and the site were, and forgets it with the home', async () => {
    await makeSite(database().db)
    await makeProperty(database().db, { name: 'Cabin', facts: { wifi: {} } })
    await query(`update properties set name = 'The Cabin', facts = '{}'; update site set brand = 'Lodge'`)
    await query('update properties set updated_at = now()')
    expect(
      await valuesOf(
        `select record, coalesce(content ->> 'name', content ->> 'brand') from record_versions order by record`,
      ),
    ).toEqual([
      ['properties', 'Cabin'],
      ['properties.facts', null],
      ['site', 'Powder & Cove'],
    ])
    await query('delete from properties')
    expect(await valuesOf('select record from record_versions')).toEqual([['site']])
  })

  test('keeps the brand of a legal document that is superseded, when the brand changes', async () => {
    await makeSite(database().db)
    const on = { 1: '2026-01-01', 2: '2026-02-01', 3: '9999-01-01' }
    for (const [version, day] of Object.entries(on))
      await query(`insert into legal_documents (kind, version, title, body, effective_on)
        values ('terms', '${version}', 'Terms', '{"lead": "", "sections": []}', '${day}')`)
    await query(`update site set brand = 'Lodge'`)
    expect(await valuesOf('select version, brand from legal_documents order by version')).toEqual([
      ['1', 'Powder & Cove'],
      ['2', null],
      ['3', null],
    ])
  })

  test('writes what a card paid and got back into the ledger, once', async () => {
    const { db } = database()
    const stay = await makeBooking(db, await makeProperty(db), OCTOBER, { status: 'confirmed' })
    await makePayment(db, stay)
    await query(`update payments set received = 1000, status = 'captured'`)
    await query('update payments set received = received, attempts = 1')
    await query('update payments set refund_due = 500, refunded = 500')
    await query('update payments set refunded = 400')
    expect(await valuesOf('select kind, amount from ledger order by happened_at')).toEqual([
      ['charged', '1000.00'],
      ['refunded', '500.00'],
      ['refunded', '-100.00'],
    ])
  })

  test('lets a ledger of an older version that is below zero be made right, but not worse', async () => {
    const { db } = database()
    const stay = await makeBooking(db, await makeProperty(db), OCTOBER, { status: 'confirmed' })
    const add = (amount: number) =>
      `insert into ledger (booking_id, kind, amount, happened_at) values ('${stay}', 'paid-elsewhere', ${amount}, now());`
    await query(`begin; set local site.restoring = 'on'; ${add(-513.6)} commit`)
    await expect(query(add(-1))).rejects.toMatchObject({ constraint: 'ledger_refund_limit' })
    await query(add(13.6))
    await query(add(500))
    await expect(query(add(-1))).rejects.toMatchObject({ constraint: 'ledger_refund_limit' })
  })

  test('has every authority that a tax was ever for, and one with a new name wants its tax as before', async () => {
    const property = await makeProperty(database().db)
    await query(`insert into taxes (property_id, name, jurisdiction, rate) values
      ('${property}', 'Tax', 'Oconee County', 3), ('${property}', 'Sales tax', null, 5)`)
    await query(`update tax_jurisdictions set counted_by = 'night' where name = 'Oconee County'`)
    await query(`update taxes set jurisdiction = 'Oconee' where name = 'Tax'`)
    await query('delete from taxes')
    expect(await valuesOf('select name, counted_by from tax_jurisdictions order by name')).toEqual([
      ['Oconee', 'night'],
      ['Oconee County', 'night'],
      ['Sales tax', 'check-out'],
    ])
  })

  test.each([
    [120, 0, [80_00, 300_00, 50_00]],
    [240, 0, [0, 260_00, 50_00]],
    [550, 0, [0, 0, 0]],
    [570, 20, [0, 0, -20_00]],
  ])('has no rent below zero: $%d off, with a tax of $%d, lowers cleaning and fees', async (off, tax, sums) => {
    const { db } = database()
    const lines: PriceLine[] = [
      { kind: 'nights', label: 'Nights', amount: 200_00 },
      { kind: 'cleaning', label: 'Cleaning fee', amount: 300_00 },
      { kind: 'fee', label: 'Linen', amount: 50_00 },
      { kind: 'tax', label: 'Bed tax ($10.00 a night)', amount: tax * 100 },
      { kind: 'discount', label: 'Refund', amount: -off * 100 },
    ]
    const row = { status: 'confirmed' as const, lines, totalAmount: String(550 + tax - off) }
    await makeBooking(db, await makeProperty(db), OCTOBER, row)
    expect(await valuesOf('select rent, cleaning, fees from booking_versions')).toEqual([sums])
  })

  test('keeps of a canceled stay what was paid by hand without what is promised back, as of each version', async () => {
    const { db } = database()
    const own = { status: 'confirmed' as const, totalAmount: '1000.00' }
    const stay = await makeBooking(db, await makeProperty(db), OCTOBER, own)
    const pay = (amount: number) =>
      sql`insert into ledger (booking_id, kind, amount, happened_at) values (${stay}, 'paid-elsewhere', ${amount}, now())`
    await db.execute(pay(1000))
    await db.transaction(async (tx) => {
      await tx.execute(sql`delete from occupancies`)
      await tx.execute(sql`update bookings set status = 'cancelled', refund_amount = 600, return_due = 600`)
      await tx.execute(sql`insert into booking_changes (booking_id, number, from_status, to_status, cause)
        values (${stay}, 2, 'confirmed', 'cancelled', 'guest')`)
    })
    await db.transaction(async (tx) => {
      await tx.execute(pay(-600))
      await tx.execute(sql`update bookings set return_due = 0`)
    })
    const versions = await valuesOf('select status, retained_elsewhere from booking_versions order by number')
    expect(versions[0]).toEqual(['confirmed', 0])
    expect(versions.at(-1)).toEqual(['cancelled', 400_00])
    expect(versions.find(([status]) => status === 'cancelled')).toEqual(['cancelled', 400_00])
  })
})
