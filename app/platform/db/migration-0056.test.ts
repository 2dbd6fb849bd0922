import { expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

describeBeforeMigration('0056_property_status.sql', 'A database of before homes had a status', (database) => {
  const query = async (text: string) => (await database().pool.query(text)).rows

  test('gives each home the status that its two columns said, and keeps both', async () => {
    for (const [slug, published, isAvailable] of [
      ['cabin', true, true],
      ['closed', true, false],
      ['new', false, true],
    ])
      await query(`insert into properties (slug, name, title, description, location, address, property_type, bedrooms,
          bathrooms, max_guests, price_per_night, published, is_available)
        values ('${slug}', 'Home', '', '', '', '', 'cabin', 5, 3, 14, 480, ${published}, ${isAvailable})`)
    await migrate(database(), migrationsFolder)
    expect(await query('select slug, status, published, listed, is_available from properties order by slug')).toEqual([
      { slug: 'cabin', status: 'published', published: true, listed: true, is_available: true },
      { slug: 'closed', status: 'not-bookable', published: true, listed: true, is_available: false },
      { slug: 'new', status: 'draft', published: false, listed: false, is_available: true },
    ])
  })
})
