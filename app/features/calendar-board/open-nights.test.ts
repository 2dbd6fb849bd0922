import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { changeFacts, changeWords } from '#app/features/back-office/changes.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookingRequestSchema } from '#app/features/bookings/bookings.ts'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { formatSpan } from '#app/shared/dates.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeImport, makePricedProperty, testServices } from '#test/factories.ts'
import { nightChanges } from './nights.changes.server.ts'

describeWithDatabase('nights of a block that are opened', (database) => {
  const services = () => testServices(database())
  const by = UNNAMED
  const WHOLE = { from: '2027-06-07', to: '2027-06-14' }
  const openCases: [words: string, fields: Record<string, string>, left: [string, string][], says: string][] = [
    [
      'one night in the middle makes two blocks',
      { first: '2027-06-09', last: '' },
      [
        ['2027-06-07', '2027-06-09'],
        ['2027-06-10', '2027-06-14'],
      ],
      'Owner stay removed in cove, Jun 9–10. Left: Jun 7–9 and Jun 10–14.',
    ],
    [
      'its first nights shorten it',
      { first: '2027-06-07', last: '2027-06-08' },
      [['2027-06-09', '2027-06-14']],
      'Owner stay removed in cove, Jun 7–9. Left: Jun 9–14.',
    ],
    [
      'its last night shortens it',
      { first: '2027-06-13', last: '2027-06-13' },
      [['2027-06-07', '2027-06-13']],
      'Owner stay removed in cove, Jun 13–14. Left: Jun 7–13.',
    ],
    [
      'all of its nights remove it',
      { first: '2027-06-07', last: '2027-06-13' },
      [],
      'Owner stay removed in cove, Jun 7–14.',
    ],
  ]
  const send = (change: Change<ZodType>, fields: Record<string, string>) =>
    postChange(change, { services: services(), by }, fields)
  const open = (id: string, fields: Record<string, string>) => send(nightChanges['open-nights'], { id, ...fields })
  async function closeWeek() {
    const cove = await makePricedProperty(database().db, { slug: 'cove', name: 'cove' })
    await send(nightChanges.change, {
      properties: 'cove',
      included: 'cove',
      first: WHOLE.from,
      last: '2027-06-13',
      what: 'owner',
      note: 'The Millers',
    })
    return cove
  }
  /** The record of the only change with this name. */
  async function recorded(action: string) {
    const [row] = await database().db.select().from(audit).where(eq(audit.action, action))
    if (!row) throw new Error('nothing was recorded')
    return row
  }
  const undo = (id: string) => undoChange(services(), { id, by })
  const notes = async () => (await database().db.select().from(blocks)).map(({ note }) => note)
  const blockOf = async () => (await database().db.select().from(blocks))[0]?.id ?? ''
  const spans = async () =>
    (await database().db.select().from(blocks)).map(({ nights: { from, to } }) => [from, to]).sort()

  test.for(openCases)(
    'some nights of a block are opened, and come back with undo: %s',
    async ([, fields, left, says]) => {
      await closeWeek()
      await open(await blockOf(), fields)
      const change = await recorded('block.shortened')
      expect(await spans()).toEqual(left)
      expect(await notes()).toEqual(left.map(() => 'The Millers'))
      expect(changeWords(change)).toBe(says)
      const words = left.map(([from, to]) => formatSpan(from, to)).join(' and ')
      expect(changeFacts(change)).toEqual([{ name: 'Nights', before: 'Jun 7–14', after: words }])
      expect(await undo(change.id)).toMatchObject({ ok: true })
      expect([await spans(), await notes()]).toEqual([[[WHOLE.from, WHOLE.to]], ['The Millers']])
    },
  )

  test('opened nights that somebody booked meanwhile stay with the guest, and so does a block that was changed since', async () => {
    const cove = await closeWeek()
    const added = await recorded('block.added')
    await open(await blockOf(), { first: '2027-06-09', last: '' })
    const opened = await recorded('block.shortened')
    expect(await undo(added.id)).toMatchObject({
      message: 'Some of these nights were opened again since. Nothing was changed.',
    })
    await makeImport(database().db, cove, { from: '2027-06-09', to: '2027-06-10' })
    expect(await undo(opened.id)).toMatchObject({
      message: 'The night of Wednesday, June 9 is taken by now. Nothing was changed.',
    })
    await database().db.delete(occupancies).where(eq(occupancies.propertyId, cove))
    const [, second] = await database().db.select().from(blocks).orderBy(blocks.nights)
    await open(second?.id ?? '', { first: '2027-06-12', last: '2027-06-13' })
    expect(await undo(opened.id)).toMatchObject({
      message: 'What is left of this block was changed since. Nothing was changed.',
    })
    expect(await spans()).toEqual([
      ['2027-06-07', '2027-06-09'],
      ['2027-06-10', '2027-06-12'],
    ])
  })

  test('the next block stays as it is, a second press changes nothing, and a night that was closed again stays so', async () => {
    await closeWeek()
    const id = await blockOf()
    const close = (first: string, last: string) =>
      send(nightChanges.change, {
        properties: 'cove',
        included: 'cove',
        first,
        last,
        what: 'closed',
        note: '',
      })
    await close('2027-06-14', '2027-06-15')
    const LAST = { first: '2027-06-13', last: '' }
    expect(await open(id, LAST)).toMatchObject({ ok: true })
    const left = [
      ['2027-06-07', '2027-06-13'],
      ['2027-06-14', '2027-06-16'],
    ]
    expect(await spans()).toEqual(left)
    expect(await open(id, LAST)).toMatchObject({ ok: false, status: 400 })
    expect(await spans()).toEqual(left)
    expect(await close('2027-06-13', '2027-06-13')).toMatchObject({ ok: true })
    const opened = await recorded('block.shortened')
    expect(await undo(opened.id)).toMatchObject({
      message: 'The night of Sunday, June 13 is taken by now. Nothing was changed.',
    })
    expect(await spans()).toEqual([left[0], ['2027-06-13', '2027-06-14'], left[1]])
  })

  test('only nights of the block can be opened, in their order', async () => {
    await closeWeek()
    const wrong: [Record<string, string>, object][] = [
      [
        { first: '2027-06-06', last: '2027-06-08' },
        { fields: { first: expect.stringContaining('Please choose from') } },
      ],
      [
        { first: '2027-06-12', last: '2027-06-14' },
        { fields: { last: expect.stringContaining('Please choose from') } },
      ],
      [{ first: '2027-06-12', last: '2027-06-11' }, { fields: { last: 'The last night comes before the first' } }],
      [{ first: '', last: '' }, { fields: { first: 'Please choose the first night' } }],
      [{ first: '2027-06-12', last: 'soon' }, { fields: { last: 'Please choose the last night' } }],
    ]
    for (const [fields, expected] of wrong) {
      expect(await open(await blockOf(), fields), JSON.stringify(fields)).toMatchObject({
        ok: false,
        ...expected,
      })
    }
    expect(await open('x', { first: '2027-06-12', last: '' })).toMatchObject({ ok: false, status: 404 })
    expect(await spans()).toEqual([[WHOLE.from, WHOLE.to]])
  })

  testOnBoth('a night that is opened and sold, and its undo at the same moment, are never both', async () => {
    const cove = await closeWeek()
    await open(await blockOf(), { first: '2027-06-08', last: '2027-06-12' })
    const opened = await recorded('block.shortened')
    const stay = { propertyId: cove, checkInDate: '2027-06-08', checkOutDate: '2027-06-13' }
    const request = bookingRequestSchema.parse({
      ...stay,
      adults: 2,
      guestName: 'Bo',
      guestEmail: 'bo@example.com',
    })
    const [undone, booked] = await Promise.all([undo(opened.id), requestBooking(services(), request)])
    expect([undone.ok, booked.ok].filter(Boolean)).toHaveLength(1)
    const sold = await database().db.$count(occupancies)
    expect([(await spans()).length, sold]).toEqual(undone.ok ? [1, 0] : [2, 1])
  })
})
