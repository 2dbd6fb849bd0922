import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'
import { propertyAvailability } from './schema.server.ts'

const HOME = '00000000-0000-4000-8000-000000000001'

describeBeforeMigration('0043_property_availability.sql', 'Nights of before the view', (database) => {
  const query = (text: string) => database().pool.query(text)
  const listNights = async () => {
    const { date, isAvailable, priceOverride, reason } = propertyAvailability
    const rows = await database()
      .db.select({ date, isAvailable, priceOverride, reason })
      .from(propertyAvailability)
      .orderBy(asc(date))
    return rows.map((row) => Object.values(row))
  }

  test('are shown by night: closed with its reason, or open with its price', async () => {
    await query(`insert into properties (id, slug, name, title, description, location, address, property_type, bedrooms,
        bathrooms, max_guests, price_per_night) values ('${HOME}', 'cabin', 'Cabin', '', '', '', '', 'cabin', 5, 3, 14, 480)`)
    await query(`insert into blocks (property_id, nights, kind, note) values
      ('${HOME}', '[2028-02-28,2028-03-02)', 'closed', 'New roof'), ('${HOME}', '[2028-03-12,2028-03-13)', 'owner', null),
      ('${HOME}', '[2028-03-20,2028-03-21)', 'visit', 'Chimney sweep')`)
    await query(`insert into property_availability (property_id, date, price_override, minimum_stay, reason) values
      ('${HOME}', '2028-03-01', 700, null, 'Regatta'), ('${HOME}', '2028-03-13', 800, 3, 'Feast'),
      ('${HOME}', '2028-03-14', null, 4, null)`)
    await migrate(database(), migrationsFolder)
    expect(await listNights()).toEqual([
      ['2028-02-28', false, null, 'New roof'],
      ['2028-02-29', false, null, 'New roof'],
      ['2028-03-01', false, '700.00', 'New roof'],
      ['2028-03-12', false, null, 'owner'],
      ['2028-03-13', true, '800.00', 'Feast'],
    ])
    const idsOf = async () =>
      (await query('select id from property_availability order by date')).rows.map(({ id }) => id)
    const ids = await idsOf()
    expect(new Set(ids).size).toBe(5)
    await query(`delete from blocks where note = 'New roof'`)
    expect(await listNights()).toContainEqual(['2028-03-01', true, '700.00', 'Regatta'])
    expect(await idsOf()).toEqual(ids.slice(2))
    await expect(
      query(`insert into night_overrides (property_id, date) values ('${HOME}', '2028-04-01')`),
    ).rejects.toThrow('night_overrides_not_empty')
  })
})
