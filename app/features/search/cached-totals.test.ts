import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, testServices } from '#test/factories.ts'
import { listOffered } from './find-properties.server.ts'
import { searchProperties } from './search.server.ts'

const PARTY = { adults: 2, children: 0, infants: 0, pets: 0 }

describeWithDatabase('cached totals', (database) => {
  test('do not keep the properties of outdated content in memory', async () => {
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    const { db } = database()
    await makePricedProperty(db)
    const services = testServices(database())
    const search = (checkIn: string, checkOut: string) => searchProperties(services, { ...PARTY, checkIn, checkOut })
    expect(await search('2027-07-01', '2027-07-06')).toMatchObject({ count: 1 })
    const outdated = new WeakRef(await listOffered(services))
    await db.update(properties).set({ name: 'Renamed' })
    expect(await search('2027-07-02', '2027-07-07')).toMatchObject({ count: 1 })
    await expect
      .poll(() => {
        collectGarbage()
        return outdated.deref()
      })
      .toBeUndefined()
  })
})
