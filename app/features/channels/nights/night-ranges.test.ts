import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { changedNights, nightsIn, rangesOf, withoutNights } from './night-ranges.ts'

type Price = { price: number; isOpen: boolean }
const nights = (...rows: [date: IsoDate, price: number, isOpen?: boolean][]) =>
  new Map(rows.map(([date, price, isOpen = true]): [IsoDate, Price] => [date, { price, isOpen }]))

test('nights that follow each other with the same values are one range, whose last night is in it', () => {
  const month = nights(['2027-06-01', 480], ['2027-06-02', 480], ['2027-06-03', 590], ['2027-06-05', 590])
  expect(rangesOf(month)).toEqual([
    { from: '2027-06-01', to: '2027-06-02', value: { price: 480, isOpen: true } },
    { from: '2027-06-03', to: '2027-06-03', value: { price: 590, isOpen: true } },
    { from: '2027-06-05', to: '2027-06-05', value: { price: 590, isOpen: true } },
  ])
})

test('a range crosses the end of a month, a leap day and a year', () => {
  const dates = ['2027-12-31', '2028-01-01'].concat(['2028-02-28', '2028-02-29', '2028-03-01'])
  const ranges = rangesOf(nights(...dates.map((date): [IsoDate, number] => [date, 1])))
  expect(ranges.map(({ from, to }) => `${from} ${to}`)).toEqual(['2027-12-31 2028-01-01', '2028-02-28 2028-03-01'])
})

test('only nights that are unknown or another are sent', () => {
  const accepted = nights(['2027-06-01', 480], ['2027-06-02', 480], ['2027-06-03', 480])
  const wanted = nights(['2027-06-01', 480], ['2027-06-02', 480, false], ['2027-06-04', 480])
  expect([...changedNights(wanted, accepted).keys()]).toEqual(['2027-06-02', '2027-06-04'])
})

test('past nights and those that are underway are not among those that are certain', () => {
  const accepted = nights(['2027-05-31', 1], ['2027-06-01', 1], ['2027-06-02', 1])
  const left = withoutNights(accepted, { named: new Set(['2027-06-02']), from: '2027-06-01' })
  expect([...left.keys()]).toEqual(['2027-06-01'])
})

const price = fc.record({ price: fc.integer({ min: 1, max: 3 }), isOpen: fc.boolean() }, { noNullPrototype: true })
const someNights = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 60 }), price))
  .map((rows) => new Map(rows.map(([day, value]) => [addDays('2027-12-01', day), value])))

test('ranges have exactly their nights, do not overlap, and are as few as can be', () => {
  fc.assert(
    fc.property(someNights, (some) => {
      const ranges = rangesOf(some)
      expect(nightsIn(ranges)).toEqual(new Map(some))
      for (const [index, range] of ranges.entries()) {
        const next = ranges[index + 1]
        if (!next) continue
        expect(range.to < next.from).toBe(true)
        if (addDays(range.to, 1) === next.from) expect(range.value).not.toEqual(next.value)
      }
    }),
  )
})

test('what was accepted is what is wanted once the changed nights are accepted, too', () => {
  fc.assert(
    fc.property(someNights, someNights, (accepted, wanted) => {
      const changed = changedNights(wanted, accepted)
      const after = new Map([...accepted, ...changed])
      for (const [date, value] of wanted) expect(after.get(date)).toEqual(value)
      expect(changedNights(wanted, after).size).toBe(0)
    }),
  )
})
