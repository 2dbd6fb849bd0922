import { expect, test } from 'vitest'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { getOwedPage } from './owed.server.ts'

describeWithDatabase('payments due', (database) => {
  test('a page has a hundred of those to come, and the sums are of all', async () => {
    const { db } = database()
    const home = await makePricedProperty(db)
    const owe = (from: string) =>
      makeBooking(db, home, { from, to: addDays(from, 1) }, { status: 'confirmed', totalAmount: '100.10' })
    await owe('2027-05-20')
    for (let stay = 0; stay < 101; stay += 1) await owe(addDays('2027-07-01', stay))
    const open = (page: number) => getOwedPage(testServices(database()), UNNAMED, page)
    const first = await open(1)
    expect(first.coming.rows.map(({ dueOn }) => dueOn).slice(98)).toEqual(['2027-10-07', '2027-10-08'])
    expect([first.late.rows.length, first.late.sum, first.coming.sum, first.pages]).toEqual([1, 100_10, 10_110_10, 2])
    const last = await open(2)
    expect(last.coming.rows.map(({ dueOn }) => dueOn)).toEqual(['2027-10-09'])
    expect([last.late.rows.length, last.coming.sum]).toEqual([1, 10_110_10])
    expect((await open(3)).coming).toEqual({ rows: [], sum: 10_110_10 })
  })
})
