import { expect, test } from 'vitest'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { getOwedPage } from './owed.server.ts'

describeWithDatabase('payments due', (database) => {
  test('a page has a hundred of those to come, and the sums are of all', async () => {
    const { db } = database()
    const home = await makePricedProperty(db)
    const owe = (month: string, day: number) => {
      const on = (date: number) => `2027-${month}-${String(date).padStart(2, '0')}`
      const stay = { status: 'confirmed', totalAmount: '100.10' } as const
      return makeBooking(db, home, { from: on(day), to: on(day + 1) }, stay)
    }
    await owe('05', 20)
    for (const month of ['07', '08', '09', '10']) for (let day = 1; day <= 25; day += 1) await owe(month, day)
    await owe('11', 1)
    const open = (page: number) => getOwedPage(testServices(database()), UNNAMED, page)
    const first = await open(1)
    expect(first.coming.rows.map(({ dueOn }) => dueOn).slice(98)).toEqual(['2027-10-24', '2027-10-25'])
    expect([first.late.rows.length, first.late.sum, first.coming.sum, first.pages]).toEqual([1, 100_10, 10_110_10, 2])
    const last = await open(2)
    expect(last.coming.rows.map(({ dueOn }) => dueOn)).toEqual(['2027-11-01'])
    expect([last.late.rows.length, last.coming.sum]).toEqual([1, 10_110_10])
    expect((await open(3)).coming).toEqual({ rows: [], sum: 10_110_10 })
  })
})
