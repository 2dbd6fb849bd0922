import { expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

describeBeforeMigration('0099_filings_with_stays.sql', 'A filing of before its stays were kept', (database) => {
  test('was counted as its authority wants it today, and platforms remitted what they do today', async () => {
    const { db } = database()
    await db.execute(`insert into tax_jurisdictions (name, counted_by) values ('Oconee County', 'night')`)
    await db.execute(`insert into tax_platforms (source) values ('vrbo'), ('airbnb')`)
    await db.execute(`insert into tax_filings (jurisdiction, starts_on, ends_on, figures, filed_at)
      values ('Oconee County', '2027-05-01', '2027-06-01', '{"rows": [], "adjustments": [], "due": 0}', '2027-06-05')`)
    await migrate(database(), migrationsFolder)
    const { rows } = await db.execute('select counted_by, platforms, entries, changes_until from tax_filings')
    expect(rows).toEqual([{ counted_by: 'night', platforms: ['airbnb', 'vrbo'], entries: null, changes_until: null }])
  })
})
