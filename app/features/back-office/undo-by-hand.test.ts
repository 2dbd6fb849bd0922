import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { bookByHand } from '#app/features/bookings/manage/by-hand/book-by-hand.server.ts'
import type { bookSchema, moveSchema } from '#app/features/bookings/manage/by-hand/by-hand-forms.server.ts'
import { moveStay } from '#app/features/bookings/manage/by-hand/move-stay.server.ts'
import { recordPayment } from '#app/features/bookings/manage/money/pay-by-hand.server.ts'
import { bookingChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { getManagedStay } from '#app/features/bookings/manage/page/booking-page.server.ts'
import { noteVersion } from '#app/features/bookings/manage/page/private-note.server.ts'
import { payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeImport, makePricedProperty } from '#test/factories.ts'
import { DAY, payingByCard } from '#test/paying-by-card.ts'
import { findNotice } from './history.server.ts'
import { undoChange } from './undo.server.ts'

describeWithDatabase('undo of moves and bookings by hand', (database) => {
  const paying = payingByCard(database)
  const { at, templates, stateOf } = paying
  const by = UNNAMED
  const PARTY = { adults: 2, children: 0, infants: 0, pets: 0 }
  const AUGUST = { checkIn: '2027-08-01', checkOut: '2027-08-05', ...PARTY }
  const LATER = { ...AUGUST, checkIn: '2027-08-11', checkOut: '2027-08-15' }
  const GUEST = { name: 'Ida Phone', email: 'ida@example.com', phone: null }
  const OPEN = {
    price: { by: 'agreement', total: 110_000, reason: 'Returning guest' },
    payment: { by: 'none' },
  } as const

  async function book(property: string, change: Partial<z.output<typeof bookSchema>> = {}) {
    const input = { property, stay: AUGUST, guest: GUEST, source: 'phone' as const, note: '', notifyGuest: false }
    const outcome = await makeChange(
      bookByHand,
      { services: at(0), by },
      { ...input, ...OPEN, ...change, key: randomUUID() },
    )
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return { id: outcome.id ?? '', reference: outcome.to?.split('/').at(-1) ?? '' }
  }
  async function move(reference: string, property: string, change: Partial<z.output<typeof moveSchema>> = {}) {
    const input = { property, stay: LATER, returnedShown: 0, message: '', notifyGuest: false, key: randomUUID() }
    const mover = { services: at(0), by, id: reference }
    const outcome = await makeChange(moveStay, mover, { ...input, price: { by: 'before' }, ...change })
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.id ?? ''
  }
  const undo = (id: string, services = at(60_000)) => undoChange(services, { id, by })
  const canUndo = async (id: string) => (await findNotice(at(0), { id, by }))?.canUndo
  const properties = async () => [
    await makePricedProperty(database().db, { slug: 'cabin', name: 'Cabin' }),
    await makePricedProperty(database().db, { slug: 'lodge', name: 'Lodge' }),
  ]
  const rowOf = async (reference: string) => {
    const [row] = await database().db.select().from(bookings).where(eq(bookings.reference, reference))
    if (!row) throw new Error('the booking is gone')
    return row
  }
  const nights = async () =>
    (await database().db.select().from(occupancies)).map((row) => [row.propertyId, row.nights.from])

  testOnBoth('a move is undone once: home, nights, party and price are those of before, without an email', async () => {
    const [cabin = '', lodge = ''] = await properties()
    const { reference } = await book('cabin')
    const before = await rowOf(reference)
    const agreed = { by: 'agreement', total: 150_000, reason: 'A bigger home' } as const
    const id = await move(reference, 'lodge', { stay: { ...LATER, adults: 4 }, price: agreed })
    expect(await canUndo(id)).toBe(true)
    expect(await nights()).toEqual([[lodge, '2027-08-11']])
    const outcomes = await Promise.all([undo(id), undo(id)])
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await rowOf(reference)).toEqual(before)
    expect(await nights()).toEqual([[cabin, '2027-08-01']])
    expect(await templates()).toEqual([])
    const [last] = await database().db.select().from(audit).where(eq(audit.undoes, id))
    expect(last).toMatchObject({ action: 'booking.moved', subjectId: before.id, propertyIds: [cabin, lodge] })
  })

  test('a move is not undone once its nights are taken, or once something was built on it', async () => {
    const [cabin = '', lodge = ''] = await properties()
    const { reference } = await book('cabin')
    const first = await move(reference, 'lodge')
    const second = await move(reference, 'lodge', { stay: { ...LATER, pets: 1 } })
    expect(await undo(first)).toMatchObject({
      message: 'This stay was changed again since. Nothing was changed.',
    })
    expect(await undo(second)).toMatchObject({ ok: true })
    await makeBooking(database().db, cabin, { from: '2027-08-04', to: '2027-08-07' }, { reference: 'TST-1' })
    await makeImport(database().db, cabin, { from: '2027-08-01', to: '2027-08-02' })
    expect(await undo(first)).toMatchObject({
      message:
        'The earlier nights are taken by now. “Another calendar” has Aug 1–2. Ada Guest (TST-1) has Aug 4–7. Nothing was changed.',
    })
    expect((await rowOf(reference)).propertyId).toBe(lodge)
  })

  test('a balance that a move changed is that of before again; once it was paid, the move stays', async () => {
    const cabin = await makePricedProperty(database().db, { slug: 'cabin', depositPercent: 30, balanceDays: 30 })
    const { id, body } = await paying.deposited('pm_good', { id: cabin })
    const balances = async () =>
      (await database().db.select().from(payments).where(eq(payments.kind, 'balance'))).map(({ amount }) => amount)
    const before = [await rowOf(body.reference), await balances()]
    const dearer = { price: { by: 'agreement', total: 400_000, reason: 'A week' } } as const
    const undone = await move(body.reference, 'cabin', dearer)
    expect(await balances()).not.toEqual(before[1])
    expect(await undo(undone)).toMatchObject({ ok: true })
    expect([await rowOf(body.reference), await balances()]).toEqual(before)
    const kept = await move(body.reference, 'cabin', dearer)
    await paying.reconcileDue(60 * DAY)
    expect(await undo(kept)).toMatchObject({
      message: 'Something was paid, returned or asked for since. Nothing was changed.',
    })
    expect((await stateOf(id)).payments).toContain('balance captured 2947.30 0.00')
  })

  test('a private note blocks no undo of a move or of a booking by hand, and stays', async () => {
    const [cabin = ''] = await properties()
    const { id, reference } = await book('cabin')
    const note = async (words: string) => {
      const version = noteVersion({ privateNote: (await rowOf(reference))?.privateNote ?? null })
      const writer = { services: at(30_000), by, id: reference, version }
      expect(await makeChange(bookingChanges.note, writer, { note: words })).toMatchObject({ ok: true })
    }
    const moved = await move(reference, 'lodge')
    await note('Two dogs')
    expect(await undo(moved)).toMatchObject({ ok: true })
    expect(await rowOf(reference)).toMatchObject({ propertyId: cabin, privateNote: 'Two dogs' })
    await note('Three dogs')
    expect(await undo(id)).toMatchObject({ ok: true })
    expect(await rowOf(reference)).toMatchObject({ status: 'cancelled', privateNote: 'Three dogs' })
  })

  test('what mailed somebody or moved money offers no undo', async () => {
    await properties()
    const mailed = await book('cabin', { notifyGuest: true })
    const paid = await book('lodge', { payment: { by: 'elsewhere', amount: 50_000, note: 'check 1042' } })
    const told = await move(mailed.reference, 'cabin', { notifyGuest: true })
    const cheaper = {
      price: { by: 'agreement', total: 40_000, reason: 'A shorter stay' },
      returnedShown: 10_000,
    } as const
    const returned = await move(paid.reference, 'lodge', cheaper)
    for (const id of [mailed.id, paid.id, told, returned]) {
      expect(await canUndo(id)).toBe(false)
      expect(await undo(id)).toMatchObject({
        status: 409,
        message: 'This can’t be undone. The guest was told, or money moved.',
      })
    }
  })

  test('a booking by hand is undone: it is canceled, nobody is mailed, and its nights are open', async () => {
    await properties()
    const { id, reference } = await book('cabin')
    expect(await canUndo(id)).toBe(true)
    expect(await undo(id)).toMatchObject({ ok: true })
    expect(await rowOf(reference)).toMatchObject({ status: 'cancelled', refundAmount: '0.00' })
    expect([await nights(), await templates()]).toEqual([[], []])
  })

  test('a booking by hand is not undone once it was moved, paid or canceled, or once the stay has begun', async () => {
    await properties()
    const moved = await book('cabin')
    await move(moved.reference, 'cabin')
    expect(await undo(moved.id)).toMatchObject({
      message: 'This stay was changed again since. Nothing was changed.',
    })
    const paid = await book('lodge')
    expect(await undo(paid.id, at(65 * DAY))).toMatchObject({
      message: 'The stay has begun by now. Nothing was changed.',
    })
    const seen = (await getManagedStay(at(0), paid.reference, UNNAMED))?.moneyVersion ?? ''
    const payment = { amount: 10_000, note: 'cash', key: randomUUID(), seen }
    const recorder = { services: at(0), by, id: paid.reference }
    expect(await makeChange(recordPayment, recorder, payment)).toMatchObject({ ok: true })
    expect(await undo(paid.id)).toMatchObject({
      message: 'Something was paid, returned or asked for since. Nothing was changed.',
    })
    const ended = await book('cabin')
    await undo(ended.id)
    const { id } = await rowOf(ended.reference)
    await database().db.update(audit).set({ undoes: null }).where(eq(audit.undoes, ended.id))
    expect(await undo(ended.id)).toMatchObject({
      message: 'This booking is canceled by now. Nothing was changed.',
    })
    expect((await stateOf(id)).nights).toEqual([])
  })
})
