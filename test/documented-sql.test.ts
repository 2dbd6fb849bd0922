import { expect, test } from 'vitest'
import { loadProperty } from '#content/load-property.ts'
import { demoProperties } from '#content/properties.ts'
import { describeWithDatabase } from './database.ts'
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
  test('does what it says, also when it is run twice', async () => {
    const cabin = demoProperties.find((property) => property.property.slug === 'lake-keowee')
    if (!cabin) throw new Error('The cabin of the documents is no property of the demo any more.')
    await database().db.transaction((tx) => loadProperty(tx, cabin, { order: 0, demo: true }))
    for (const time of [1, 2]) {
      for (const statement of statements) {
        const { rowCount } = await database().pool.query(statement)
        const isLeftAlone = time > 1 && statement.endsWith('on conflict do nothing')
        if (isLeftAlone) expect(rowCount, statement).toBe(0)
        else expect(rowCount, statement).toBeGreaterThan(0)
      }
    }
  })
})
