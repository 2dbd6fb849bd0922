import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backupsToRetain } from './backup-retention.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2026-01-01T02:00:00Z')
const KEEP = { days: 7, weeks: 4, months: 12 }
const at = (day: number) => ({ madeAt: new Date(START + day * DAY_MS) })
const days = (kept: Set<{ madeAt: Date }>) => [...kept].map(({ madeAt }) => madeAt.toISOString().slice(0, 10)).sort()

test('after 400 nights, 7 days, 4 weeks and 12 months are kept', () => {
  const kept = backupsToRetain(
    Array.from({ length: 400 }, (_, day) => at(day)),
    KEEP,
  )
  expect(days(kept)).toEqual([
    ...['2026-03-31', '2026-04-30', '2026-05-31', '2026-06-30', '2026-07-31', '2026-08-31', '2026-09-30'],
    ...['2026-10-31', '2026-11-30', '2026-12-31', '2027-01-17', '2027-01-24'],
    ...['2027-01-29', '2027-01-30', '2027-01-31', '2027-02-01', '2027-02-02', '2027-02-03', '2027-02-04'],
  ])
})

test('several of one day count once, and the last is kept', () => {
  const morning = { madeAt: new Date('2026-05-01T02:00:00Z') }
  const evening = { madeAt: new Date('2026-05-01T20:00:00Z') }
  expect([...backupsToRetain([morning, evening], KEEP)]).toEqual([evening])
})

const counts = fc.record({ days: fc.nat(9), weeks: fc.nat(9), months: fc.nat(9) })
const backups = fc
  .array(fc.integer({ min: 0, max: 900 * 24 }), { maxLength: 60 })
  .map((hours) => hours.map((h) => at(h / 24)))

test('the newest is always kept, and never more than the counts allow', () => {
  fc.assert(
    fc.property(backups, counts, (all, keep) => {
      const kept = backupsToRetain(all, keep)
      const newest = Math.max(...all.map(({ madeAt }) => madeAt.getTime()))
      if (all.length > 0) expect([...kept].some(({ madeAt }) => madeAt.getTime() === newest)).toBe(true)
      expect(kept.size).toBeLessThanOrEqual(Math.max(1, keep.days + keep.weeks + keep.months))
    }),
  )
})

test('what was deleted is missed by no later run: the rule applied twice deletes nothing more', () => {
  fc.assert(
    fc.property(backups, counts, (all, keep) => {
      const kept = backupsToRetain(all, keep)
      expect(backupsToRetain([...kept], keep)).toEqual(kept)
    }),
  )
})

test('one more backup each night never loses the last one of a day, a week or a month that still counts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), counts, (nights, keep) => {
      let stored = new Set<{ madeAt: Date }>()
      const all = Array.from({ length: nights }, (_, day) => at(day))
      for (const backup of all) stored = backupsToRetain([...stored, backup], keep)
      expect(days(stored)).toEqual(days(backupsToRetain(all, keep)))
    }),
    { numRuns: 40 },
  )
})
