import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { changeWords } from '#app/features/back-office/changes.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookingRequestSchema } from '#app/features/bookings/bookings.ts'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import { nightOverrides } from '#app/features/pricing/pricing.tables.server.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { listBoardProperties } from './board.server.ts'
import { draftFrom, parseChange } from './change-form.ts'
import { nightChanges } from './nights.changes.server.ts'
import { planChange } from './plan-change.ts'
import { fingerprintOf, planLine } from './plan-words.ts'

const by = UNNAMED
const WEEK = { first: '2027-06-07', last: '2027-06-13' }

describeWithDatabase('changes of nights', (database) => {
  const services = () => testServices(database())
  const property = (slug: string) => makePricedProperty(database().db, { slug, name: slug })

  /** The sheet for these fields, and its posted values. */
  async function seenFor(fields: Record<string, string>) {
    const draft = draftFrom((name) => fields[name] ?? '')
    const read = parseChange(draft, 30)
    if (!read.ok) return { included: '', seen: '', seenWords: '' }
    const board = await listBoardProperties(
      services(),
      { from: '2027-06-01', to: '2027-09-01' },
      fields.properties?.split(','),
    )
    const plans = planChange(board, { first: WEEK.first, last: WEEK.last, ...fields, only: draft.only }, read.change)
    const included = board.filter((_, index) => !plans[index]?.leftOut).map(({ slug }) => slug)
    return { included: included.join(','), seen: fingerprintOf(plans), seenWords: planLine(plans) }
  }
  const post = (change: Change<ZodType>, fields: Record<string, string>) =>
    postChange(change, { services: services(), by }, fields)
  const send = (fields: Record<string, string>) => post(nightChanges.change, { ...WEEK, ...fields })
  const removeBlock = (id: string) => post(nightChanges['remove-block'], { id })
  const save = async (fields: Record<string, string>) => send({ ...(await seenFor(fields)), ...fields })
  const changeOf = async (id: string | undefined) => {
    const [row] = await database()
      .db.select()
      .from(audit)
      .where(eq(audit.id, id ?? ''))
    return row
  }
  const idOf = (outcome: Awaited<ReturnType<typeof save>>) => (outcome.ok ? outcome.id : JSON.stringify(outcome)) ?? ''
  const undo = (id: string) => undoChange(services(), { id, by })
  const blocked = async () => (await database().db.select().from(blocks)).map(({ kind, nights }) => [kind, nights])
  const rates = async () => {
    const rows = await database().db.select().from(nightOverrides).orderBy(nightOverrides.date)
    return rows.map(({ date, priceOverride, minimumStay, reason }) => [date, priceOverride, minimumStay, reason])
  }

  test('a week is blocked in two homes at once, the third is named, and one undo opens them again', async () => {
    const [cove] = [await property('cove'), await property('ridge')]
    const lodge = await property('lodge')
    await makeBooking(database().db, lodge, { from: '2027-06-10', to: '2027-06-12' })
    const id = idOf(await save({ properties: 'cove,ridge,lodge', what: 'owner', note: 'The Millers' }))
    const nights = { from: '2027-06-07', to: '2027-06-14' }
    expect(await blocked()).toEqual([
      ['owner', nights],
      ['owner', nights],
    ])
    const change = await changeOf(id)
    expect(change && changeWords(change)).toBe(
      'Owner stay in cove and ridge, Jun 7–14. Left out: lodge (Ada Guest has Jun 10–12).',
    )
    expect(change?.propertyIds).toContain(cove)
    expect(await undo(id)).toMatchObject({ ok: true })
    expect(await undo(id)).toMatchObject({ ok: false })
    expect(await blocked()).toEqual([])
  })

  test('a night that is sold while the operator looks is never blocked: the home is left out and named', async () => {
    const cove = await property('cove')
    await property('ridge')
    const fields = { properties: 'cove,ridge', what: 'closed' }
    const seen = await seenFor(fields)
    await makeBooking(database().db, cove, { from: '2027-06-12', to: '2027-06-16' })
    const id = idOf(await send({ ...seen, ...fields }))
    const change = await changeOf(id)
    expect(change && changeWords(change)).toBe('Blocked in ridge, Jun 7–14. Left out: cove (Ada Guest has Jun 12–16).')
    expect(await blocked()).toHaveLength(1)
  })

  test('a home that was left out stays so, though its nights are free by now', async () => {
    await property('cove')
    await property('ridge')
    const fields = { properties: 'cove,ridge', what: 'closed' }
    await send({ ...(await seenFor(fields)), ...fields, included: 'ridge' })
    expect(await blocked()).toHaveLength(1)
  })

  testOnBoth('a block and a booking of the same nights at the same moment never both get them', async () => {
    const cove = await property('cove')
    const fields = { properties: 'cove', what: 'owner' }
    const seen = await seenFor(fields)
    const stay = { propertyId: cove, checkInDate: '2027-06-08', checkOutDate: '2027-06-13' }
    const request = bookingRequestSchema.parse({
      ...stay,
      adults: 2,
      guestName: 'Bo',
      guestEmail: 'bo@example.com',
    })
    const [change, booked] = await Promise.all([send({ ...seen, ...fields }), requestBooking(services(), request)])
    expect([change?.ok, booked.ok].filter(Boolean)).toHaveLength(1)
    expect((await blocked()).length + (await database().db.$count(occupancies))).toBe(1)
  })

  testOnBoth('the same block twice, pressed twice, is one', async () => {
    await property('cove')
    const fields = { properties: 'cove', what: 'owner' }
    const seen = await seenFor(fields)
    const outcomes = await Promise.all([1, 2].map(() => send({ ...seen, ...fields })))
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(1)
    expect(outcomes.find((outcome) => !outcome?.ok)).toMatchObject({
      status: 409,
      message: 'Nothing was changed: cove (these nights are blocked already).',
    })
    expect(await blocked()).toHaveLength(1)
  })

  test('a removed block comes back with undo, unless the nights are taken by now', async () => {
    const cove = await property('cove')
    const remove = async () => {
      const [block] = await database().db.select().from(blocks)
      return idOf(await removeBlock(block?.id ?? ''))
    }
    await save({ properties: 'cove', what: 'closed', note: 'New roof' })
    const first = await remove()
    const change = await changeOf(first)
    expect(change && changeWords(change)).toBe('Blocked removed in cove, Jun 7–14.')
    expect(await undo(first)).toMatchObject({ ok: true })
    expect(await blocked()).toHaveLength(1)
    const second = await remove()
    await makeBooking(database().db, cove, { from: '2027-06-08', to: '2027-06-12' })
    expect(await undo(second)).toMatchObject({
      message: 'The night of Tuesday, June 8 is taken by now. Nothing was changed.',
    })
    expect(await blocked()).toEqual([])
    expect(await removeBlock('x')).toMatchObject({ ok: false, status: 404 })
  })

  test('the note of a block is changed and brought back while its nights stay blocked', async () => {
    await property('cove')
    await save({ properties: 'cove', what: 'owner', note: 'The Millers' })
    const [block] = await database().db.select().from(blocks)
    const id = block?.id ?? ''
    const notes = async () => (await database().db.select().from(blocks)).map(({ note }) => note)
    const write = (note: string) => post(nightChanges.note, { id, note })
    const first = idOf(await write('The Parkers'))
    expect(await write(' The Parkers ')).toEqual({ ok: true })
    const second = idOf(await write(''))
    expect(await notes()).toEqual([null])
    expect(await undo(first)).toMatchObject({ message: 'The note was changed again since. Nothing was changed.' })
    expect(await undo(second)).toMatchObject({ ok: true })
    expect(await undo(first)).toMatchObject({ ok: true })
    expect(await notes()).toEqual(['The Millers'])
    expect(await post(nightChanges.note, { id: 'x', note: '' })).toMatchObject({ status: 404 })
  })

  test('two weekends rise by 15% in three homes, and one undo gives each night what it had', async () => {
    const cove = await property('cove')
    await property('ridge')
    await property('lodge')
    const own = { propertyId: cove, date: '2027-06-11', priceOverride: '500.00', minimumStay: 3, reason: 'Regatta' }
    await database().db.insert(nightOverrides).values(own)
    const fields = { properties: 'cove,ridge,lodge', what: 'rates', amount: '+15%', only: 'weekend' }
    const id = idOf(await save({ ...fields, first: '2027-06-04', last: '2027-06-13' }))
    expect(await rates()).toHaveLength(12)
    expect((await rates()).filter(([, , minimum]) => minimum === 3)).toEqual([['2027-06-11', '575.00', 3, 'Regatta']])
    const change = await changeOf(id)
    expect(change && changeWords(change)).toBe('Prices +15% in cove, lodge, and ridge, Jun 4–13.')
    expect(await undo(id)).toMatchObject({ ok: true })
    expect(await rates()).toEqual([['2027-06-11', '500.00', 3, 'Regatta']])
  })

  test('a price that somebody else changed meanwhile is not overwritten: the second operator is shown both', async () => {
    await property('cove')
    const fields = { properties: 'cove', what: 'rates', amount: '+10%' }
    const seen = await seenFor(fields)
    await save({ properties: 'cove', what: 'rates', amount: '900', last: '2027-06-07' })
    const refused = await send({ ...seen, ...fields })
    expect(refused).toMatchObject({ ok: false, status: 409 })
    expect(refused?.ok === false && refused.message).toBe(
      'Somebody changed these nights while you looked, so nothing was saved. You saw cove: 7 nights, Jun 7–14: $690–$820 becomes $759–$902. Now it is cove: 7 nights, Jun 7–14: $690–$900 becomes $759–$990. Save again if that is right.',
    )
    expect(await rates()).toHaveLength(1)
  })

  test('prices that were changed again since are not undone', async () => {
    await property('cove')
    const first = idOf(await save({ properties: 'cove', what: 'rates', amount: '900', reason: 'Regatta' }))
    const second = idOf(await save({ properties: 'cove', what: 'rates', minimumStay: '5', last: '2027-06-07' }))
    expect(await undo(first)).toMatchObject({
      message: 'The night of Monday, June 7 was changed again since. Nothing was changed.',
    })
    expect(await undo(second)).toMatchObject({ ok: true })
    expect(await undo(first)).toMatchObject({ ok: true })
    expect(await rates()).toEqual([])
  })

  test('wrong input is refused in a sentence, and nothing is stored', async () => {
    await property('cove')
    const cases: [Record<string, string>, object][] = [
      [{ what: 'rates', amount: '0' }, { fields: { amount: 'A night costs $1 to $99,999.' } }],
      [{ what: 'rates', amount: '1000000' }, { fields: { amount: 'A night costs $1 to $99,999.' } }],
      [{ what: 'rates', minimumStay: '0' }, { fields: { minimumStay: expect.stringContaining('1 to') } }],
      [{ what: 'owner', last: '2027-06-01' }, { fields: { last: expect.stringContaining('before the first') } }],
      [{ what: 'owner', first: 'soon' }, { fields: { first: 'Please choose the first night' } }],
      [{ what: 'owner', properties: '' }, { fields: { properties: 'Please choose a home' } }],
      [{ what: '' }, { fields: { what: 'Please choose what to do' } }],
      [{ what: 'owner', properties: 'no-such-home' }, { status: 404 }],
    ]
    for (const [fields, expected] of cases) {
      const outcome = await send({ properties: 'cove', included: 'cove', ...fields })
      expect(outcome, JSON.stringify(fields)).toMatchObject({ ok: false, ...expected })
    }
    expect([await blocked(), await rates(), await database().db.$count(audit)]).toEqual([[], [], 0])
  })
})
