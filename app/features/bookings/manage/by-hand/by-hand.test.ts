import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { changeFacts, changeWords } from '#app/features/back-office/changes.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { checkPayment, getPaymentPage } from '#app/features/bookings/payments/payment-page.server.ts'
import { ledger } from '#app/features/bookings/payments/payments.tables.server.ts'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { listPropertyNames } from '#app/features/properties/properties.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeHold, makeImport, makePricedProperty, NOON } from '#test/factories.ts'
import { DAY, MINUTE, payingByCard, TOTAL } from '#test/paying-by-card.ts'
import { getManagedStay } from '../page/booking-page.server.ts'
import { bookChanges, moveChanges } from './by-hand.changes.server.ts'
import { getMovePage } from './move-page.server.ts'
import { checkChoice } from './stay-check.server.ts'
import { parseStayChoice } from './stay-choice.ts'

describeWithDatabase('bookings by hand', (database) => {
  const paying = payingByCard(database)
  const { at, payTokenOf, stateOf, mails, templates, deposited, book: bookByCard } = paying

  let operators = 0
  async function makeOperator(): Promise<Operator> {
    operators += 1
    const name = `operator ${operators}`
    const [user] = await database().db.insert(users).values({ username: name, passwordHash: 'x' }).returning()
    return { ...UNNAMED, id: user?.id ?? null, name }
  }
  let keys = 0
  const withKey = (fields: Record<string, string>) => ({ key: `key-${++keys}`, ...fields })
  const PARTY = { adults: '2', children: '1', infants: '0', pets: '0' }
  const NEW = {
    ...{ property: 'cabin', checkIn: '2027-08-01', checkOut: '2027-08-05', ...PARTY },
    ...{ priceBy: 'rates', shown: '', total: '', priceReason: '' },
    ...{ guestName: 'Ida Phone', guestEmail: '', guestPhone: '(970) 555-0123', source: 'phone' },
    ...{ payment: 'none', paid: '', paidNote: '', note: 'Brings a dog.' },
  }
  async function shownTotal(services: Services, fields: Record<string, string>, reference?: string) {
    const read = (name: string) => fields[name] ?? null
    if (reference) return (await getMovePage(services, { reference, read }))?.checked.check?.price?.total
    const properties = await listPropertyNames(services)
    return (await checkChoice(services, { choice: parseStayChoice(read), properties })).check?.price?.total
  }
  async function book(fields: Record<string, string>, services = at(0), by?: Operator) {
    const shown = String((await shownTotal(services, { ...NEW, ...fields })) ?? '')
    const poster = { services, by: by ?? (await makeOperator()) }
    return postChange(bookChanges.book, poster, withKey({ ...NEW, shown, ...fields }))
  }
  const cabin = () => makePricedProperty(database().db, { slug: 'cabin', name: 'Cabin', bookingWindowDays: 30 })
  const referenceOf = (outcome: Awaited<ReturnType<typeof book>>) =>
    outcome.ok ? (outcome.to?.split('/').at(-1) ?? '') : ''

  test('is confirmed at the rates in one step, without an email, against the rules for guests', async () => {
    await cabin()
    const outcome = await book({ checkOut: '2027-08-02', adults: '20' })
    expect(outcome).toMatchObject({ ok: true })
    const stay = await getManagedStay(at(0), referenceOf(outcome), UNNAMED)
    expect(stay).toMatchObject({
      ...{ status: 'confirmed', source: 'phone', privateNote: 'Brings a dog.', promoCode: null },
      guest: { name: 'Ida Phone', email: '', phone: '(970) 555-0123' },
      money: { paid: 0, isRecorded: false, planned: 0 },
      history: [{ toStatus: 'confirmed', cause: 'operator' }],
    })
    expect(stay?.money.due).toBe(stay?.total)
    expect(await templates()).toEqual([])
    expect(await database().db.$count(occupancies)).toBe(1)
  })

  testOnBoth('pressed twice is one booking, and two operators never book the same nights', async () => {
    await cabin()
    const by = await makeOperator()
    const once = await Promise.all([1, 2].map(() => book({ key: 'same' }, at(0), by)))
    expect(once[0]).toEqual(once[1])
    expect(await database().db.$count(bookings)).toBe(1)
    expect(await database().db.$count(audit)).toBe(1)
    const other = { key: 'same', checkIn: '2027-08-10', checkOut: '2027-08-14' }
    expect(await book(other, at(0), by)).toMatchObject({
      status: 422,
      message: 'This form was sent before with something else in it. Look at the bookings before you send it again.',
    })
    const two = await Promise.all(
      ['Ada', 'Bo'].map((guestName) => book({ guestName, checkIn: '2027-08-10', checkOut: '2027-08-14' })),
    )
    expect(two.filter(({ ok }) => ok)).toHaveLength(1)
    expect(two.find(({ ok }) => !ok)).toMatchObject({
      status: 409,
      message: expect.stringContaining('These nights are taken.'),
    })
  })

  test('never takes nights that a guest, another calendar, or the operator has, and says who', async () => {
    const { db } = database()
    const propertyId = await cabin()
    await makeBooking(db, propertyId, { from: '2027-08-04', to: '2027-08-06' })
    await makeImport(db, propertyId, { from: '2027-08-02', to: '2027-08-03' })
    const nights = { from: '2027-07-31', to: '2027-08-02' }
    await db.insert(blocks).values({ propertyId, nights, kind: 'owner' })
    await db.insert(blocks).values({ propertyId, nights: { from: '2027-08-03', to: '2027-08-04' }, kind: 'visit' })
    const outcome = await book({})
    expect(outcome).toMatchObject({ ok: false, status: 409 })
    if (outcome.ok) return
    expect(outcome.message).toContain('Ada Guest (TST-')
    expect(outcome.message).toContain('“Another calendar” has Aug 2–3.')
    expect(outcome.message).toContain('The owner has Jul 31–Aug 2.')
    expect(outcome.answer.preview?.check?.taken).toHaveLength(3)
    expect(await db.$count(bookings)).toBe(1)
  })

  test('an agreed total has its taxes in it and its reason in History; a changed rate is shown again', async () => {
    await cabin()
    const agreed = { priceBy: 'agreement', total: '1,100', priceReason: 'Returning guest' }
    const outcome = await book({ ...agreed, notifyGuest: 'yes', guestEmail: 'ida@example.com' })
    const stay = await getManagedStay(at(0), referenceOf(outcome), UNNAMED)
    expect(stay?.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['4 nights, agreed price', 100_000],
      ['State sales tax (5%)', 5_000],
      ['State accommodations tax (2%)', 2_000],
      ['Oconee County tax (3%)', 3_000],
    ])
    const [entry] = await database().db.select().from(audit)
    expect(entry).toMatchObject({ action: 'booking.added', reason: 'Returning guest', after: { total: 110_000 } })
    expect(await templates()).toEqual(['booking-confirmed'])
    expect((await mails())[0]?.to).toBe('ida@example.com')
    const stale = await book({ checkIn: '2027-08-10', checkOut: '2027-08-14', shown: '100' })
    expect(stale).toMatchObject({ ok: false, fields: { priceBy: expect.stringContaining('By the rates it is') } })
  })

  test('wrong input is named field by field', async () => {
    await cabin()
    const wrong = { checkOut: '2027-08-01', guestName: '', guestEmail: 'nobody', adults: '0' }
    expect(await book({ ...wrong, priceBy: 'agreement', total: 'much' })).toMatchObject({
      ok: false,
      fields: { guestName: expect.any(String), adults: 'A group needs at least one adult' },
    })
    const more = await book({
      checkOut: '2027-07-30',
      guestEmail: 'nobody',
      priceBy: 'agreement',
      total: '1000000',
      payment: 'elsewhere',
    })
    expect(more).toMatchObject({
      ok: false,
      fields: {
        checkOut: 'Check-out must be after check-in',
        guestEmail: 'Please enter a valid email address',
        total: 'Please enter less than a million dollars',
        priceReason: 'Please say why, for the records',
        paid: expect.any(String),
        paidNote: expect.any(String),
      },
    })
    expect(await book({ notifyGuest: 'yes' })).toMatchObject({ fields: { guestEmail: expect.any(String) } })
    expect(await book({ property: 'nowhere' })).toMatchObject({ ok: false, status: 409 })
  })

  test('is paid elsewhere, or by a link with the home’s deposit and balance', async () => {
    const { db } = database()
    const propertyId = await cabin()
    const elsewhere = await book({ payment: 'elsewhere', paid: '500', paidNote: 'check 1042' })
    expect(await getManagedStay(at(0), referenceOf(elsewhere), UNNAMED)).toMatchObject({ money: { paid: 50_000 } })
    expect(await db.select({ kind: ledger.kind, note: ledger.note }).from(ledger)).toEqual([
      { kind: 'paid-elsewhere', note: 'check 1042' },
    ])
    const [change] = await db.select().from(audit)
    expect(change && changeWords(change)).toBe('Booking added by hand, $500 paid')
    expect(change && changeFacts(change)).toContainEqual({ name: 'Paid', before: '', after: '$500' })
    await db.update(properties).set({ depositPercent: 30, balanceDays: 30 }).where(eq(properties.id, propertyId))
    const later = { checkIn: '2027-10-01', checkOut: '2027-10-05', guestEmail: 'ida@example.com', notifyGuest: 'yes' }
    const link = await book({ ...later, payment: 'link' })
    const stay = await getManagedStay(at(0), referenceOf(link), UNNAMED)
    expect(stay?.money).toMatchObject({ paid: 0, due: 0 })
    const token = stay?.guestUrl.split('/').at(-1) ?? ''
    expect((await mails())[0]?.text.replace(/\s+/g, ' ')).toContain('by card on that page. The balance of')
    const page = await getPaymentPage(at(DAY), await payTokenOf(token))
    expect(page?.pay).toMatchObject({ kind: 'deposit', hold: null })
    paying.stripe.pay(paying.stripe.intents()[0]?.id ?? '')
    await checkPayment(at(DAY), await payTokenOf(token))
    await paying.reconcileDue(100 * DAY)
    const paid = await getManagedStay(at(100 * DAY), referenceOf(link), UNNAMED)
    expect(paid?.payments.map(({ kind, status }) => `${kind} ${status}`)).toEqual([
      'deposit captured',
      'balance captured',
    ])
    expect(paid?.money).toMatchObject({ paid: paid?.total, due: 0 })
  })

  const MOVE = { ...PARTY, property: 'cabin', children: '0', priceBy: 'rates', total: '', priceReason: '', message: '' }
  async function move(reference: string, fields: Record<string, string>, services = at(DAY), by?: Operator) {
    const asked = { ...MOVE, ...fields }
    const shown = String((await shownTotal(services, asked, reference)) ?? '')
    const poster = { services, by: by ?? (await makeOperator()), params: { reference } }
    return postChange(moveChanges.move, poster, withKey({ shown, returnedShown: '0', ...asked }))
  }
  /** A stay of July 31 to August 4, paid by card. */
  async function paidStay() {
    const id = await makePricedProperty(database().db, { slug: 'cabin', name: 'Cabin' })
    const booked = await bookByCard({ id })
    paying.stripe.pay(booked.intent)
    await checkPayment(at(MINUTE), await payTokenOf(booked.token))
    return { ...booked, reference: booked.body.reference as string }
  }

  testOnBoth(
    'a move frees the old nights and takes the new ones, writes where it was, and returns what is too much, once',
    async () => {
      const stay = await paidStay()
      const next = { checkIn: '2027-08-01', checkOut: '2027-08-04', notifyGuest: 'yes', message: 'As you asked.' }
      const by = await makeOperator()
      const total = (await shownTotal(at(DAY), { ...MOVE, ...next }, stay.reference)) ?? 0
      expect(total).toBeLessThan(TOTAL)
      expect(await move(stay.reference, next)).toMatchObject({
        ok: false,
        message: expect.stringContaining('goes back to the guest now'),
      })
      const returnedShown = String(TOTAL - total)
      const outcomes = await Promise.all(
        [1, 2].map(() => move(stay.reference, { ...next, returnedShown, key: 'one' }, at(DAY), by)),
      )
      expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
      expect(paying.stripe.refundedOf(stay.intent)).toBe(TOTAL - total)
      const [row] = await database().db.select().from(bookings)
      expect(row).toMatchObject({
        ...{ checkInDate: '2027-08-01', checkOutDate: '2027-08-04' },
        ...{ movedFromPropertyId: stay.propertyId, movedFromNights: { from: '2027-07-31', to: '2027-08-04' } },
      })
      expect(await database().db.select({ nights: occupancies.nights }).from(occupancies)).toEqual([
        { nights: { from: '2027-08-01', to: '2027-08-04' } },
      ])
      expect((await templates()).filter((template) => template === 'booking-moved')).toHaveLength(1)
      const text = (await mails()).at(-1)?.text.replace(/\s+/g, ' ')
      expect(text).toContain('As you asked.')
      expect(text).toContain('is going back to your card.')
      expect(await getManagedStay(at(DAY), stay.reference, UNNAMED)).toMatchObject({
        movedFrom: 'Cabin, Jul 31–Aug 4, 2027',
        money: { due: 0 },
      })
    },
  )

  test('a move to another home leaves the difference due; to taken nights it changes nothing', async () => {
    const { db } = database()
    const stay = await paidStay()
    const lodge = await makePricedProperty(db, { slug: 'lodge', name: 'Lodge', cleaningFee: '900.00' })
    await makeBooking(db, lodge, { from: '2027-08-02', to: '2027-08-05' })
    const there = { property: 'lodge', checkIn: '2027-07-31', checkOut: '2027-08-04' }
    expect(await move(stay.reference, there)).toMatchObject({
      ok: false,
      message: expect.stringContaining('These nights are taken.'),
    })
    expect(await stateOf(stay.id)).toMatchObject({ status: 'confirmed', nights: ['booking'] })
    const free = { ...there, checkIn: '2027-08-10', checkOut: '2027-08-14' }
    expect(await move(stay.reference, free)).toMatchObject({ ok: true })
    const moved = await getManagedStay(at(DAY), stay.reference, UNNAMED)
    expect(moved).toMatchObject({ property: { name: 'Lodge' }, movedFrom: 'Cabin, Jul 31–Aug 4, 2027' })
    const ofLodge = { ...UNNAMED, properties: [lodge] }
    expect(await getManagedStay(at(DAY), stay.reference, ofLodge)).toMatchObject({ movedFrom: null })
    expect(moved?.money).toMatchObject({ paid: TOTAL, due: 66_000 })
    expect(await db.$count(occupancies, eq(occupancies.propertyId, stay.propertyId))).toBe(0)
  })

  test('what is no stay, or no longer one, is not moved: the form leads back to the booking, which says what it is', async () => {
    const nights = { from: '2027-08-01', to: '2027-08-05' }
    await makeHold(database().db, await cabin(), nights, new Date(NOON.getTime() + 2 * DAY))
    const [held] = await database().db.select().from(bookings)
    const outcome = await move(held?.reference ?? '', { checkIn: '2027-08-10', checkOut: '2027-08-14' })
    expect(outcome).toEqual({ ok: true })
    expect(await database().db.$count(audit, eq(audit.action, 'booking.moved'))).toBe(0)
  })

  test('the difference goes into a balance that is still to come; the price of before can be kept', async () => {
    const id = await makePricedProperty(database().db, {
      slug: 'cabin',
      name: 'Cabin',
      depositPercent: 30,
      balanceDays: 30,
    })
    const { body } = await deposited('pm_good', { id })
    const reference = body.reference as string
    const before = await getManagedStay(at(DAY), reference, UNNAMED)
    expect(before?.money).toMatchObject({ paid: 105_270, planned: 245_630, due: 0 })
    const longer = { checkIn: '2027-07-31', checkOut: '2027-08-05' }
    expect(await move(reference, longer)).toMatchObject({ ok: true })
    const after = await getManagedStay(at(DAY), reference, UNNAMED)
    expect(after?.total).toBeGreaterThan(TOTAL)
    expect(after?.money).toMatchObject({ planned: (after?.total ?? 0) - 105_270, due: 0 })
    const total = after?.total
    const asBefore = { ...longer, checkOut: '2027-08-07', priceBy: 'before' } as const
    expect(await move(reference, asBefore)).toMatchObject({ ok: true })
    expect((await getManagedStay(at(DAY), reference, UNNAMED))?.total).toBe(total)
    const message = 'This is the stay as it is. Choose what changes.'
    expect(await move(reference, asBefore)).toMatchObject({ ok: false, message })
  })
})
