import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { subjectOf } from '#app/platform/change/audit.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { OTHER_FORM } from '#app/platform/change/recorded.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, makeSite, NOON, testServices } from '#test/factories.ts'
import { HISTORY } from './changes.server.ts'
import { historyFilterFromQuery, listHistory } from './history.server.ts'
import { undoChange } from './undo.server.ts'

const FORMS = [
  { before: null, after: null },
  { before: { was: [7] }, after: { is: 'once' } },
  { before: 7, after: 'once' },
  { before: [], after: {} },
  { before: '', after: [''] },
]

const STAY = { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 0 }
const entered = (propertyId: string, stay: object) => ({
  undo: {
    left: { propertyId, status: 'confirmed', stay: { ...STAY, ...stay }, total: 50_000 },
    money: { payments: [], paidElsewhere: 0 },
  },
})
const rated = (propertyId: string, date: string) => ({
  rates: [{ propertyId, rates: [{ date, price: 50_000, minimumStay: null, reason: null }] }],
})
const PROPERTY = randomUUID()

/** Texts where the database wants a home or a day. */
const OTHER_VALUES: [name: keyof typeof HISTORY, before: unknown, after: unknown][] = [
  ['booking.added', entered('cabin', {}), {}],
  ['booking.added', entered(PROPERTY, { checkIn: 'July 1' }), {}],
  ['night-prices.changed', rated('cabin', '2027-07-01'), rated('cabin', '2027-07-01')],
  ['night-prices.changed', rated(PROPERTY, 'July 1'), rated(PROPERTY, 'July 1')],
  ['block.added', null, { blockIds: ['the first'] }],
  ['prices.changed', { cabin: {} }, { cabin: {} }],
]

/** Its Undo finds the bookings by their import. */
const READS_NOTHING = 'bookings.imported'

describeWithDatabase('a row of a form that nobody knows', (database) => {
  const services = () => testServices(database())

  async function storeRows(values: (typeof FORMS)[number]) {
    await makeSite(database().db)
    const subjectId = await makeProperty(database().db)
    await database().db.delete(audit)
    const rows = Object.keys(HISTORY).map((action) => ({
      action,
      subject: subjectOf(action),
      subjectId,
      ...values,
      id: randomUUID(),
      happenedAt: NOON,
    }))
    await database().db.insert(audit).values(rows)
    return rows
  }

  test.each(FORMS)('has its words and its day in History: %j', async (values) => {
    const rows = await storeRows(values)
    const filter = historyFilterFromQuery(new URLSearchParams())
    const { entries } = await listHistory(services(), filter, UNNAMED, rows.length)
    expect(entries).toHaveLength(rows.length)
    for (const { words, at } of entries) expect([words, at]).toEqual([expect.stringMatching(/\S/), expect.any(String)])
  })

  test.each(FORMS)('is not taken back where Undo reads it, and fails nowhere: %j', async (values) => {
    const undone: string[] = []
    for (const { id, action } of await storeRows(values)) {
      const outcome = await undoChange(services(), { id, by: UNNAMED })
      if (outcome.ok) undone.push(action)
    }
    expect(undone.filter((action) => action !== READS_NOTHING)).toEqual([])
  })

  test.each(OTHER_VALUES)('is refused by its Undo: %s before %j, after %j', async (action, before, after) => {
    await makeSite(database().db)
    const subjectId = await makeProperty(database().db)
    const row = { action, subject: subjectOf(action), subjectId, before, after, happenedAt: NOON }
    const [stored] = await database().db.insert(audit).values(row).returning({ id: audit.id })
    expect(await undoChange(services(), { id: stored?.id ?? '', by: UNNAMED })).toEqual({
      ok: false,
      reason: 'refused',
      status: 409,
      message: `${OTHER_FORM.message} Nothing was changed.`,
    })
  })
})
