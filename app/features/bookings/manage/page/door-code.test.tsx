import { eq } from 'drizzle-orm'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { changeFacts, changeWords } from '#app/features/back-office/changes.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { getGuestPage } from '#app/features/bookings/guest-page/guest-page.server.ts'
import { stayDoorCodes } from '#app/features/guest-messages/guest-messages.tables.server.ts'
import { erasePerson } from '#app/features/privacy/erase-person.server.ts'
import { applyRetention } from '#app/features/privacy/privacy.server.ts'
import { arrivalGuides } from '#app/features/properties/properties.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { RETENTION } from '#app/shared/retention.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { payByHand } from '#test/pay-by-hand.ts'
import { moveChanges } from '../by-hand/by-hand.changes.server.ts'
import { bookingChanges } from './booking.changes.server.ts'
import { getManagedStay } from './booking-page.server.ts'
import { confirmBooking } from './confirm-booking.server.ts'
import { ChangeDoorCode } from './door-code.tsx'

const DAY = 86_400_000
const CHECK_IN = 31
const CODES = /2468#|1357#|9753#/

describeWithDatabase('the door code of one stay', (database) => {
  const at = (days: number) => testServices(database(), { clock: testClock(new Date(NOON.getTime() + days * DAY)) })
  const by = { ...UNNAMED, name: 'mia' }

  /** A confirmed stay a month ahead, which is paid, in a home whose guide opens ten days before. */
  async function makeStay(
    change: Partial<typeof bookings.$inferInsert> = {},
    guide: { doorCode?: string } | null = {},
  ) {
    const { db } = database()
    const propertyId = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin', timeZone: 'UTC' })
    const row = { propertyId, shownDays: 10, doorCode: '2468#' }
    if (guide) await db.insert(arrivalGuides).values({ ...row, ...guide })
    const nights = { from: '2027-07-02', to: '2027-07-06' }
    const id = await makeBooking(db, propertyId, nights, { status: 'confirmed', ...change })
    await payByHand(db, id)
    const [stay] = await db.select().from(bookings).where(eq(bookings.id, id))
    if (!stay) throw new Error('the stay was not stored')
    return stay
  }
  type Stay = Awaited<ReturnType<typeof makeStay>>

  async function save({ reference }: Stay, doorCode: string, { days = 0, version = '' } = {}) {
    const shown = (await getManagedStay(at(days), reference, UNNAMED))?.doorCode.version ?? ''
    const form = new FormData()
    const fields = { intent: 'door-code', doorCode, version: version || shown }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return postBooking(at(days), { reference, form, by })
  }
  /** The code that the guest reads, or the day from which it is there. */
  async function guestReads({ token }: Stay, days: number) {
    const guide = (await getGuestPage(at(days), token))?.arrivalGuide
    return guide?.isOpen ? guide.doorCode : null
  }
  const mails = async () => (await queuedMail(database())).map(({ to, subject }) => `${to} ${subject}`)
  const history = async () => (await database().db.select().from(audit).orderBy(audit.happenedAt)).map(changeWords)
  async function formOf({ reference }: Stay, days: number) {
    const stay = await getManagedStay(at(days), reference, UNNAMED)
    if (!stay) throw new Error('there is no such stay')
    const Stub = createRoutesStub([{ path: '/', Component: () => <ChangeDoorCode stay={stay} answer={null} /> }])
    return renderToStaticMarkup(<Stub />)
  }

  test('is what its guest reads instead of the home’s, from the same day, and nobody else', async () => {
    const stay = await makeStay()
    const { db } = database()
    const next = { from: '2027-07-06', to: '2027-07-10' }
    const otherId = await makeBooking(db, stay.propertyId, next, { status: 'confirmed' })
    await payByHand(db, otherId)
    const [other] = await db.select().from(bookings).where(eq(bookings.id, otherId))
    expect(await save(stay, ' 1357# ')).toMatchObject({ ok: true })
    expect(await guestReads(stay, CHECK_IN - 11)).toBeNull()
    expect(await guestReads(stay, CHECK_IN - 3)).toEqual({ opensOn: '2027-06-30', waitsFor: 0 })
    expect(await guestReads(stay, CHECK_IN - 2)).toEqual({ value: '1357#' })
    expect(other && (await guestReads(other, CHECK_IN + 4))).toEqual({ value: '2468#' })
    expect(await getManagedStay(at(0), stay.reference, UNNAMED)).toMatchObject({
      doorCode: { own: '1357#', property: '2468#', shownOn: '2027-06-30', isShown: false },
    })
    expect(await save(stay, '')).toMatchObject({ ok: true })
    expect(await guestReads(stay, CHECK_IN)).toEqual({ value: '2468#' })
    expect(await mails()).toEqual([])
    expect(await history()).toEqual(['Door code of the stay set', 'Door code of the stay removed'])
  })

  test('is emailed to nobody; a guest who could see another one is told once that it changed', async () => {
    const stay = await makeStay()
    expect(await formOf(stay, 0)).toContain('Nothing is emailed.')
    await save(stay, '1357#')
    const late = { days: CHECK_IN - 1 }
    expect(await formOf(stay, CHECK_IN - 1)).toContain('we email ada@example.com the link')
    for (const _ of [1, 2]) expect(await save(stay, '9753#', late)).toMatchObject({ ok: true })
    const [mail, ...others] = await queuedMail(database())
    expect(mail).toMatchObject({ to: 'ada@example.com', template: 'door-code-changed' })
    expect(mail?.text).toContain(`/stay/${stay.token}`)
    expect(others).toEqual([])
    // The home's own code again: what the guest saw is not that.
    await save(stay, '', late)
    expect(await mails()).toHaveLength(2)
    // The same as the home's.
    await save(stay, '2468#', late)
    expect(await mails()).toHaveLength(2)
    expect(JSON.stringify(await queuedMail(database()))).not.toMatch(CODES)
  })

  test('is in no record of the change, which says who was told and how to take it back', async () => {
    const stay = await makeStay()
    await save(stay, '1357#', { days: CHECK_IN })
    await save(stay, '9753#', { days: CHECK_IN })
    const rows = await database().db.select().from(audit)
    expect(JSON.stringify(rows)).not.toMatch(CODES)
    const [first, second] = rows
    expect(first && changeFacts(first)).toEqual([
      { name: 'Door code', before: 'the home’s', after: 'its own, not stored here' },
      { name: 'Guest emailed', before: '', after: 'yes' },
    ])
    expect(second && changeWords(second)).toBe('Door code of the stay changed')
    expect(await undoChange(at(CHECK_IN), { id: second?.id ?? '', by })).toMatchObject({
      ok: false,
      message: 'This can’t be undone. History does not keep codes. Write the old one again.',
    })
  })

  test('is told by the operator where nobody can email, and on the page alone where there was none', async () => {
    const byPhone = await makeStay({ source: 'phone', guestEmail: '' }, null)
    const late = CHECK_IN - 1
    expect(await formOf(byPhone, late)).toContain('reads it on their page at once. Nothing is emailed.')
    await save(byPhone, '1357#', { days: late })
    expect(await guestReads(byPhone, late)).toEqual({ value: '1357#' })
    expect(await formOf(byPhone, late)).toContain('They have no email address: tell them yourself if you change it.')
    expect(await save(byPhone, '9753#', { days: late })).toMatchObject({ ok: true })
    expect(await mails()).toEqual([])
  })

  test('is on the page of a stay whose home has no guide, with the day from which it is there', async () => {
    const stay = await makeStay({}, null)
    expect((await getGuestPage(at(0), stay.token))?.arrivalGuide).toBeNull()
    await save(stay, '1357#')
    expect(await guestReads(stay, 0)).toEqual({ opensOn: '2027-06-30', waitsFor: 0 })
  })

  test('waits with a request until it is confirmed', async () => {
    const request = await makeStay({ status: 'pending' })
    expect(await formOf(request, 0)).toContain('once you confirm, and from Wednesday, June 30, 2027')
    expect(await save(request, '1357#')).toMatchObject({ ok: true })
    expect((await getGuestPage(at(CHECK_IN), request.token))?.arrivalGuide).toBeNull()
    await makeChange(confirmBooking, { services: at(0), id: request.reference }, {})
    expect(await guestReads(request, CHECK_IN)).toEqual({ value: '1357#' })
  })

  test('of a stay that is over or canceled is shown to nobody, and stays as it is', async () => {
    const stay = await makeStay()
    await save(stay, '1357#')
    const ended = { ok: false, status: 409, message: 'This stay is over or was called off. Nothing was changed.' }
    expect(await guestReads(stay, CHECK_IN + 5)).toBeNull()
    expect(await save(stay, '9753#', { days: CHECK_IN + 5 })).toMatchObject(ended)
    const cancellation = { cancelledFor: 'guest', refund: 'other', amount: 0, shown: 0, seen: '', message: '' } as const
    const seen = (await getManagedStay(at(0), stay.reference, UNNAMED))?.moneyVersion ?? ''
    const maker = { services: at(0), id: stay.reference }
    expect(await makeChange(bookingChanges.cancel, maker, { ...cancellation, seen })).toMatchObject({ ok: true })
    expect((await getGuestPage(at(CHECK_IN), stay.token))?.arrivalGuide).toBeNull()
    expect(await save(stay, '9753#')).toMatchObject(ended)
  })

  test('is left behind by a stay that moves to another home, and is back with the stay', async () => {
    const stay = await makeStay()
    const { db } = database()
    const lodge = await makePricedProperty(db, { slug: 'lodge', name: 'Lodge', timeZone: 'UTC' })
    await db.insert(arrivalGuides).values({ propertyId: lodge, shownDays: 10, doorCode: '8888#' })
    await save(stay, '1357#')
    const fields = {
      intent: 'move',
      property: 'lodge',
      checkIn: '2027-07-02',
      checkOut: '2027-07-06',
      key: 'once',
      adults: '2',
      children: '0',
      infants: '0',
      pets: '0',
      priceBy: 'before',
      shown: '',
      returnedShown: '0',
    }
    const params = { reference: stay.reference }
    const moved = await postChange(moveChanges.move, { services: at(0), by, params }, { ...fields, message: '' })
    expect(moved).toMatchObject({ ok: true })
    expect(await guestReads(stay, CHECK_IN)).toEqual({ value: '8888#' })
    expect((await getManagedStay(at(0), stay.reference, UNNAMED))?.doorCode).toMatchObject({
      own: null,
      property: '8888#',
    })
    expect(await undoChange(at(0), { id: (moved.ok && moved.id) || '', by })).toMatchObject({ ok: true })
    expect(await guestReads(stay, CHECK_IN)).toEqual({ value: '1357#' })
  })

  test('is not replaced by an operator who has not seen the other’s, and nothing typed is lost', async () => {
    const stay = await makeStay()
    const version = (await getManagedStay(at(0), stay.reference, UNNAMED))?.doorCode.version
    await save(stay, '1357#')
    const second = await save(stay, '9753#', { version })
    expect(second).toMatchObject({
      ok: false,
      status: 409,
      answer: { result: { initialValue: { doorCode: '9753#' } } },
    })
    expect(second && !second.ok && second.message).toMatch(/^mia changed this.*It says now: 1357#/)
    const long = '1'.repeat(101)
    expect(await save(stay, long)).toMatchObject({
      fields: { doorCode: 'Please keep this to 100 characters' },
      answer: { result: { initialValue: { doorCode: long } } },
    })
    expect(await guestReads(stay, CHECK_IN)).toEqual({ value: '1357#' })
  })

  test('is erased with the guest, and with what else a stay needed', async () => {
    const codes = () => database().db.$count(stayDoorCodes)
    const stay = await makeStay()
    await save(stay, '1357#')
    const days = CHECK_IN + 4 + RETENTION.stayRequests.days
    await applyRetention(at(days))
    expect(await codes()).toBe(1)
    await applyRetention(at(days + 1))
    expect(await codes()).toBe(0)
    const other = await makeBooking(database().db, stay.propertyId, { from: '2027-08-02', to: '2027-08-06' })
    await database().db.insert(stayDoorCodes).values({ bookingId: other, propertyId: stay.propertyId, doorCode: '1' })
    expect(await erasePerson(at(days), 'ada@example.com')).toMatchObject({ ok: true })
    expect(await codes()).toBe(0)
  })
})
