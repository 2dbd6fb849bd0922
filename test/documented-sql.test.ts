import { expect, test } from 'vitest'
import { priceIfFree } from '#app/features/availability/availability.server.ts'
import { loadProperty } from '#content/load-property.ts'
import { demoProperties } from '#content/properties.ts'
import { describeWithDatabase } from './database.ts'
import { testServices } from './factories.ts'
import { listFiles, readText } from './repository.ts'

const documents = listFiles().filter((file) => file === 'README.md' || /^docs\/.*\.md$/.test(file))
/** Every SQL statement in the documents, in order. */
const statements = documents.flatMap((file) =>
  [...readText(file).matchAll(/^```sql\n(.*?)^```/gms)]
    .flatMap(([, block = '']) => block.split(/;$/m))
    .map((statement) => statement.trim())
    .filter(Boolean),
)

describeWithDatabase('the documented SQL', (database) => {
  const cabin = demoProperties.find((property) => property.property.slug === 'lake-keowee')

  async function priceOfAWeek(from: string, to: string, adults: number) {
    const stay = { checkIn: from, checkOut: to, adults, children: 0, infants: 0, pets: 0 }
    const asked = { propertyId: cabin?.property.id ?? '', ...stay }
    const check = await priceIfFree(testServices(database()), asked)
    return check.ok ? check.price.total : check
  }
  async function pricesAfterEachTime({ demo }: { demo: boolean }) {
    if (!cabin) throw new Error('The cabin of the documents is no property of the demo any more.')
    await database().db.transaction((tx) => loadProperty(tx, cabin, { order: 0, demo }))
    const found: unknown[] = []
    for (const time of [1, 2, 3]) {
      for (const statement of statements) {
        const { rowCount } = await database().pool.query(statement)
        const isLeftAlone = time > 1 && statement.endsWith('on conflict do nothing')
        if (isLeftAlone) expect(rowCount, statement).toBe(0)
        else expect(rowCount, statement).toBeGreaterThan(0)
      }
      found.push([
        await priceOfAWeek('2027-07-03', '2027-07-10', 12),
        await priceOfAWeek('2027-08-01', '2027-08-05', 2),
        await priceOfAWeek('2027-10-03', '2027-10-06', 2),
      ])
    }
    return found
  }

  test('sets the stated price, also when it is run twice', async () => {
    expect(statements.length).toBeGreaterThan(10)
    // July: 5 × 690 and 2 × 820, less 10%; 300 for cleaning; two extra guests at 25 a night; 5% tax on everything.
    const july = 549_255
    // Four summer nights at 690 and three fall nights at 480, with cleaning and tax.
    const [august, october] = [(4 * 690 + 300) * 105, (3 * 480 + 300) * 105]
    expect(await pricesAfterEachTime({ demo: false })).toEqual(Array(3).fill([july, august, october]))
  })

  test('replaces the demo’s rows of the same name, which then belong to the operator', async () => {
    const [first, ...again] = await pricesAfterEachTime({ demo: true })
    expect(again).toEqual([first, first])
    const { rows } = await database().pool.query(
      'select name, demo from taxes union all select label, demo from fees union all select name, demo from seasons order by 1',
    )
    expect(rows).toEqual([
      { name: 'Extra guest', demo: false },
      { name: 'July', demo: false },
      { name: 'Oconee County tax', demo: true },
      { name: 'Pet fee', demo: true },
      { name: 'State accommodations tax', demo: true },
      { name: 'State sales tax', demo: false },
      { name: 'Summer', demo: false },
    ])
  })
})
