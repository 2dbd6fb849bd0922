import { expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

describeBeforeMigration('0114_adjustments_by_tax.sql', 'An adjustment of before they were split by tax', (database) => {
  test('keeps its sums, for all taxes of its stay', async () => {
    const { db } = database()
    const filed = {
      ...{ period: { from: '2027-04-01', to: '2027-05-01' }, reference: 'GONE', home: 'Cabin' },
      ...{ gross: -100_00, tax: -10_00 },
    }
    const figures = (adjustments: unknown[]) => JSON.stringify({ rows: [], adjustments, due: -10_00 })
    await db.execute(`insert into tax_filings (jurisdiction, starts_on, ends_on, figures, filed_at, counted_by, platforms)
      values ('Oconee County', '2027-05-01', '2027-06-01', '${figures([filed])}', '2027-06-05', 'night', '{}'),
        ('Oconee County', '2027-06-01', '2027-07-01', '${figures([])}', '2027-07-05', 'night', '{}')`)
    await migrate(database(), migrationsFolder)
    const { rows } = await db.execute('select figures from tax_filings order by starts_on')
    const unknown = { checkIn: null, checkOut: null, refunds: null, taxable: null }
    expect(rows).toEqual([
      {
        figures: {
          ...{ rows: [], due: -10_00 },
          adjustments: [{ ...filed, ...unknown, kind: 'rate', label: 'All taxes' }],
        },
      },
      { figures: { rows: [], adjustments: [], due: -10_00 } },
    ])
  })
})
