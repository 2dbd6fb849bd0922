import { expect, test } from 'vitest'
import { site as operator } from '#content/site.ts'
import { describeOnNewDatabases } from '#test/database.ts'
import { migrateUntil, migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const MIGRATION = '0034_names.sql'

describeOnNewDatabases('A database of before its names followed the glossary', (database) => {
  const query = async (text: string, values?: unknown[]) => (await database().pool.query(text, values)).rows

  test('keeps its content, with its earlier versions, under the new names', async () => {
    await migrateUntil(database(), MIGRATION)
    const old = (title: string) => ({
      sharePicture: { path: '/objects/brand/lodge.jpg', alt: 'The "picture": of a lodge' },
      home: { homesHeading: title, hero: { title, picture: { path: '/a.jpg', alt: '' } } },
    })
    const now = (title: string) => ({
      ogImage: { path: '/objects/brand/lodge.jpg', alt: 'The "picture": of a lodge' },
      home: { propertiesHeading: title, hero: { title, image: { path: '/a.jpg', alt: '' } } },
    })
    await query(`insert into site (brand, email, content) values ('Inn', 'a@example.com', $1)`, [old('First')])
    await query('update site set content = $1', [old('Second')])
    const cards = (key: string) => ({
      [key]: { path: '/b.jpg' },
      cards: [{ title: 'Hiking', [key]: { path: '/c.jpg' } }],
    })
    await query(
      `insert into campaigns (name, sponsor, opens_at, closes_at, time_zone, prize, retail_value, eligibility, odds,
          free_entry_method, winner_selection, rules_version, content)
        values ('Win', 'Us', now(), now() + interval '1 day', 'UTC', 'A stay', 1, '', '', '', '', '1', $1)`,
      [cards('picture')],
    )
    await query(
      `insert into properties (slug, name, title, description, location, address, property_type, bedrooms, bathrooms, max_guests, place)
        values ('cabin', 'Cabin', 'Cabin', '', '', '', 'cabin', 1, '1.0', 2, 'lake')`,
    )
    await query(`update properties set name = 'The cabin'`)
    const booking = '00000000-0000-4000-8000-000000000002'
    // In one transaction, at whose end the booking needs its changes.
    await query(`
      insert into bookings (id, reference, property_id, guest_name, guest_email, check_in_date, check_out_date,
          number_of_guests, adults, total_amount, lines, status)
        select '${booking}', '7K3-M9Q', id, 'Anna', 'a@example.com', '2027-10-01', '2027-10-04', 2, 2, 500, '[]', 'cancelled'
          from properties;
      insert into booking_changes (booking_id, number, from_status, to_status, cause)
        values ('${booking}', 1, null, 'pending', 'guest'), ('${booking}', 2, 'pending', 'cancelled', 'guest');
      insert into payments (booking_id, kind, amount, status) values ('${booking}', 'whole', 500, 'authorised')`)

    expect((await migrate(database(), migrationsFolder))[0]).toBe(MIGRATION)

    expect(await query('select content from site')).toEqual([{ content: now('Second') }])
    expect(
      await query(`select record, content #>> '{home,hero,image,path}' image, content #>> '{content,home,propertiesHeading}' heading
        from record_versions where record like 'site%' order by record`),
    ).toEqual([
      { record: 'site', image: null, heading: 'First' },
      { record: 'site.content', image: '/a.jpg', heading: null },
    ])
    expect(await query('select content from campaigns')).toEqual([{ content: cards('image') }])
    expect(await query('select theme from properties')).toEqual([{ theme: 'lake' }])
    expect(
      await query(
        `select content ->> 'theme' theme, content ? 'place' old from record_versions where record = 'properties'`,
      ),
    ).toEqual([{ theme: 'lake', old: false }])
    expect(await query('select status from payments')).toEqual([{ status: 'authorized' }])
    const texts = operator.content as Record<string, unknown>
    await query('update site set content = content || $1', [{ ...texts, footerLine: 'New' }])
    expect(await query(`select from record_versions where record = 'site.content'`)).toHaveLength(2)
    await expect(query(`update site set content = '{"ogImage": 5}'`)).rejects.toThrow('content of site')
  })
})
