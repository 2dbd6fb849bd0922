import { beforeEach, expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { makeProperty } from '#test/factories.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

describeBeforeMigration('0025_prices_once.sql', 'prices that were pasted twice', (database) => {
  const run = (text: string) => database().pool.query(text)
  const list = async (text: string) => (await run(text)).rows.map((row) => Object.values(row).join(' '))
  let property: string

  beforeEach(async () => {
    property = await plainProperty()
  })
  async function plainProperty(set = "slug = 'own'") {
    const { rows } =
      await run(`insert into properties (slug, name, title, description, location, address, property_type,
        bedrooms, bathrooms, max_guests, price_per_night, cleaning_fee, published)
      values ('new', 'New', 'New', 'New', 'Here', 'Here', 'home', 1, 1, 2, 100, 50, false) returning id`)
    await run(`update properties set ${set} where id = '${rows[0].id}'`)
    return rows[0].id as string
  }
  const migrateAnew = () => migrate(database(), migrationsFolder)
  const twice = async (text: string) => {
    await run(text.replaceAll('HOME', `'${property}'`))
    await run(text.replaceAll('HOME', `'${property}'`))
  }

  test('are charged once from then on', async () => {
    await twice("insert into taxes (property_id, name, rate, jurisdiction) values (HOME, 'State sales tax', 5, 'SC')")
    await twice("insert into fees (property_id, kind, label, amount) values (HOME, 'pet', 'Pet fee', 150)")
    await twice(`with made as (insert into seasons (property_id, name, starts_on, ends_on, minimum_stay)
        values (HOME, 'July', '07-01', '07-31', 7) returning id)
      insert into nightly_rates (property_id, season_id, weekdays, price) select HOME, id, '{5,6}', 820 from made`)
    await twice("insert into nightly_rates (property_id, weekdays, price) values (HOME, '{5,6}', 590)")
    await twice("insert into arrival_minimums (property_id, weekdays, minimum_stay) values (HOME, '{5}', 5)")
    await migrateAnew()
    expect(await list('select name, rate from taxes')).toEqual(['State sales tax 5.0000'])
    expect(await list('select label from fees')).toEqual(['Pet fee'])
    expect(await list('select name from seasons')).toEqual(['July'])
    expect(await list('select price from nightly_rates order by price')).toEqual(['590.00', '820.00'])
    expect(await list('select season_id is null from nightly_rates order by price')).toEqual(['true', 'false'])
    expect(await list('select minimum_stay from arrival_minimums')).toEqual(['5'])
  })

  test('stay with a number where they differ, and the rate in force stays', async () => {
    await run(`insert into taxes (property_id, name, rate, jurisdiction, demo) values
      ('${property}', 'Sales tax', 5, 'State', false), ('${property}', 'Sales tax', 1, 'City', true),
      ('${property}', 'Sales tax (2)', 2, 'County', false)`)
    await run(`insert into nightly_rates (property_id, weekdays, price) values
      ('${property}', '{5,6}', 640), ('${property}', '{5,6}', 590), ('${property}', '{6}', 700)`)
    await migrateAnew()
    expect(await list('select rate, name from taxes order by rate desc')).toEqual([
      '5.0000 Sales tax',
      '2.0000 Sales tax (2)',
      '1.0000 Sales tax (2) (2)',
    ])
    expect(await list('select price from nightly_rates order by price')).toEqual(['590.00', '700.00'])
  })

  test('keep the operator’s row over the demo’s', async () => {
    await run(
      `insert into taxes (property_id, name, rate, demo) values ('${property}', 'Tax', 5, true), ('${property}', 'Tax', 5, false)`,
    )
    await migrateAnew()
    expect(await list('select demo from taxes')).toEqual(['false'])
  })

  test('do not confirm the default price of a property that the call created', async () => {
    await plainProperty("slug = 'published', published = true")
    await plainProperty("slug = 'priced', price_per_night = 120")
    await migrateAnew()
    expect(await list('select slug, price_confirmed from properties order by slug')).toEqual([
      'own false',
      'priced true',
      'published true',
    ])
    await run("update properties set price_per_night = 100 where slug = 'own'")
    expect(await list("select price_confirmed from properties where slug = 'own'")).toEqual(['true'])
  })

  test('can no longer be entered twice', async () => {
    await migrateAnew()
    const own = await makeProperty(database().db)
    const enter = (text: string) => run(text.replaceAll('HOME', `'${own}'`))
    for (const text of [
      "insert into taxes (property_id, name, rate) values (HOME, 'Again', 5)",
      "insert into fees (property_id, kind, label, amount) values (HOME, 'pet', 'Again', 150)",
      "insert into seasons (property_id, name, starts_on, ends_on, minimum_stay) values (HOME, 'Again', '07-01', '07-31', 7)",
      "insert into nightly_rates (property_id, weekdays, price) values (HOME, '{1}', 590)",
      "insert into arrival_minimums (property_id, weekdays, minimum_stay) values (HOME, '{1}', 5)",
    ]) {
      await enter(text)
      await expect(enter(text), text).rejects.toMatchObject({ code: '23505' })
    }
  })
})
