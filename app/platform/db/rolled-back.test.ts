import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeProperty } from '#test/factories.ts'
import type { Db } from './database.server.ts'
import { rolledBack } from './rolled-back.server.ts'

describeOnBothDatabases('work that is rolled back', (database) => {
  const namesIn = async (db: Db) =>
    (await db.select({ name: properties.name }).from(properties)).map(({ name }) => name)

  test('sees what it wrote, in inner transactions and at once, and nothing of it stays', async () => {
    await makeProperty(database().db, { name: 'Before' })
    const seen = await rolledBack(database(), async (db) => {
      await db.transaction((tx) => tx.update(properties).set({ name: 'Within' }))
      const failed = db.transaction(async (tx) => {
        await tx.update(properties).set({ name: 'Failed' })
        throw new Error('failed')
      })
      await expect(failed).rejects.toThrow('failed')
      return Promise.all([namesIn(db), namesIn(db), db.$count(properties, eq(properties.name, 'Within'))])
    })
    expect(seen).toEqual([['Within'], ['Within'], 1])
    expect(await namesIn(database().db)).toEqual(['Before'])
  })

  test('throws its error, and what it still asks afterwards is refused', async () => {
    let late: Db | undefined
    const work = rolledBack(database(), async (db) => {
      late = db
      await makeProperty(db)
      throw new Error('broken')
    })
    await expect(work).rejects.toThrow('broken')
    await expect(late && namesIn(late)).rejects.toMatchObject({ cause: new Error('this transaction is over') })
    expect(await namesIn(database().db)).toEqual([])
  })
})
