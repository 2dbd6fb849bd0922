import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { moneyOf } from '#app/features/bookings/booking-summary.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { cancelBooking } from '#app/features/bookings/guest-page/cancel-booking.server.ts'
import { checkPayment, getPaymentPage } from '#app/features/bookings/payments/payment-page.server.ts'
import { ledger, payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { DAY, MINUTE, payingByCard, TOTAL } from '#test/paying-by-card.ts'
import { findBookings } from '../list/booking-list.server.ts'
import { getManagedStay } from '../page/booking-page.server.ts'

describeWithDatabase('money that an operator moves', (database) => {
  const paying = payingByCard(database)
  const { at, payTokenOf, book, stateOf, reconcileDue, mails, templates } = paying
  const DECLINED_NETWORK = 3
  const NEEDS_ME = { view: 'needs-me' as const, search: '', property: '', page: 1 }

  async function makeOperator(): Promise<Operator> {
    const [user] = await database().db.insert(users).values({ username: 'mia', passwordHash: 'x' }).returning()
    return { ...UNNAMED, id: user?.id ?? null, name: 'mia' }
  }
  async function paidStay() {
    const { id, token, intent } = await book({ cancellationPolicy: [{ days: 14, percent: 50 }] })
    paying.stripe.pay(intent)
    await checkPayment(at(MINUTE), await payTokenOf(token))
    const [row] = await database().db.select().from(bookings).where(eq(bookings.id, id))
    return { id, token, intent, reference: row?.reference ?? '', by: await makeOperator() }
  }
  /** A stay of 1,000 dollars booked by phone, nothing of it paid. */
  async function unpaidStay(cancellationPolicy: unknown[] = []) {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const nights = { from: '2027-08-01', to: '2027-08-05' }
    const id = await makeBooking(db, propertyId, nights, { status: 'confirmed', source: 'phone', cancellationPolicy })
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
    return { id, token: row?.token ?? '', reference: row?.reference ?? '', by: await makeOperator() }
  }
  let keys = 0
  function act(
    services: Services,
    { by, reference }: { by: Operator; reference: string },
    fields: Record<string, string>,
  ) {
    const form = new FormData()
    keys += 1
    for (const [name, value] of Object.entries({ key: `key-${keys}`, ...fields })) form.set(name, value)
    return postBooking(services, { reference, form, by })
  }
  const moved = (id: string) =>
    database()
      .db.select({ kind: ledger.kind, amount: ledger.amount, by: ledger.operatorName })
      .from(ledger)
      .where(eq(ledger.bookingId, id))
      .orderBy(asc(ledger.happenedAt), asc(ledger.kind))

  testOnBoth(
    'a refund without canceling goes back to the card once, lowers the price and its taxes, and is told',
    async () => {
      const stay = await paidStay()
      const asked = { intent: 'refund', amount: '350.90', message: 'The hot tub was cold.', key: 'once' }
      const outcomes = await Promise.all([1, 2].map(() => act(at(DAY), stay, asked)))
      expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
      expect(paying.stripe.refundedOf(stay.intent)).toBe(35_090)
      expect(await stateOf(stay.id)).toMatchObject({ status: 'confirmed', payments: ['whole captured 3509.00 350.90'] })
      const shown = await getManagedStay(at(DAY), stay.reference, UNNAMED)
      expect(shown?.total).toBe(TOTAL - 35_090)
      expect(shown?.money).toMatchObject({ paid: TOTAL - 35_090, due: 0 })
      expect(shown?.lines.find(({ label }) => label === 'Refund')?.amount).toBe(-31_900)
      expect(await templates('booking-refunded')).toEqual(['booking-refunded'])
      expect((await mails()).at(-1)?.text).toContain('The hot tub was cold.')
      expect((await moved(stay.id)).map(({ kind, amount }) => [kind, amount])).toEqual([
        ['charged', '3509.00'],
        ['refunded', '350.90'],
      ])
    },
  )

  test('a second refund of the same amount is another one, on the same day, and later canceling returns the rest', async () => {
    const stay = await paidStay()
    const asked = { intent: 'refund', amount: '100', message: 'Sorry.' }
    for (const _ of [1, 2]) expect(await act(at(DAY), stay, asked)).toMatchObject({ ok: true })
    expect(paying.stripe.refundedOf(stay.intent)).toBe(20_000)
    const choices = (await getManagedStay(at(DAY), stay.reference, UNNAMED))?.refundChoices
    expect(choices).toMatchObject({ most: TOTAL - 20_000, byPolicy: (TOTAL - 20_000) / 2 })
    expect(await act(at(DAY), stay, { ...asked, amount: '3309.01' })).toMatchObject({
      ok: false,
      message: 'The guest has paid $3,309.00. A refund can’t be more.',
    })
    const cancel = { intent: 'cancel', cancelledFor: 'operator', refund: 'all', shown: '0', message: '' }
    expect(await act(at(2 * DAY), stay, cancel)).toMatchObject({ ok: true })
    await reconcileDue(4 * DAY)
    expect(paying.stripe.refundedOf(stay.intent)).toBe(TOTAL)
    expect(paying.stripe.intents()).toHaveLength(1)
  })

  test('with the payment service away a refund is promised whole and made later, once', async () => {
    const stay = await paidStay()
    paying.stripe.breakNetwork('before', DECLINED_NETWORK)
    const asked = { intent: 'refund', amount: '$1,000', message: 'Half the group is ill.' }
    expect(await act(at(DAY), stay, asked)).toMatchObject({ ok: true })
    expect(paying.stripe.refundedOf(stay.intent)).toBe(0)
    const shown = await getManagedStay(at(DAY), stay.reference, UNNAMED)
    expect(shown?.payments[0]).toMatchObject({ refundDue: 100_000, refunded: 0 })
    for (const later of [DAY + 2 * MINUTE, DAY + 10 * MINUTE]) await reconcileDue(later)
    expect(paying.stripe.refundedOf(stay.intent)).toBe(100_000)
  }, 30_000)

  test('of a canceled stay more can be returned, and less is kept', async () => {
    const stay = await paidStay()
    const cancel = { intent: 'cancel', cancelledFor: 'guest', refund: 'other', amount: '509', shown: '0', message: '' }
    expect(await act(at(DAY), stay, cancel)).toMatchObject({ ok: true })
    const refund = { intent: 'refund', amount: '1000', message: 'You were right.' }
    expect(await act(at(DAY), stay, refund)).toMatchObject({ ok: true })
    expect(paying.stripe.refundedOf(stay.intent)).toBe(150_900)
    const retained = (await moved(stay.id)).filter(({ kind }) => kind === 'retained')
    expect(retained.map(({ amount }) => amount)).toEqual(['3000.00', '-1000.00'])
    expect((await getManagedStay(at(DAY), stay.reference, UNNAMED))?.total).toBe(TOTAL)
  })

  testOnBoth('a payment made elsewhere is recorded once, lowers what is due, and can be taken back', async () => {
    const stay = await unpaidStay()
    const services = at(DAY)
    const asked = { intent: 'paid-elsewhere', amount: '400', note: 'check 1042', key: 'once' }
    const outcomes = await Promise.all([1, 2].map(() => act(services, stay, asked)))
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
    expect((await getManagedStay(services, stay.reference, UNNAMED))?.money).toMatchObject({
      paid: 40_000,
      due: 60_000,
    })
    expect(await act(services, stay, { ...asked, key: 'other', amount: '600.01' })).toMatchObject({
      ok: false,
      status: 409,
    })
    expect(await act(services, stay, { ...asked, amount: '500' })).toMatchObject({ ok: false, status: 422 })
    const [first] = outcomes
    const id = (first?.ok && first.id) || ''
    expect(await undoChange(services, { id, by: stay.by })).toMatchObject({ ok: true })
    expect((await getManagedStay(services, stay.reference, UNNAMED))?.money).toMatchObject({
      paid: 0,
      isRecorded: false,
      due: 100_000,
    })
    expect((await moved(stay.id)).map(({ amount, by }) => [amount, by])).toEqual([
      ['400.00', 'mia'],
      ['-400.00', 'mia'],
    ])
  })

  testOnBoth(
    'what a guest who cancels gets back is returned by hand, waits on Today until then, and can be due again',
    async () => {
      const stay = await unpaidStay([{ days: 14, percent: 50 }])
      await act(at(DAY), stay, { intent: 'paid-elsewhere', amount: '800', note: 'check 1042' })
      expect(await cancelBooking(at(DAY), { token: stay.token, refund: 40_000 })).toMatchObject({ ok: true })
      const mail = (await mails()).find(({ template }) => template === 'booking-cancelled-operator')
      expect(mail?.text.replace(/\s+/g, ' ')).toContain('To be returned by you: $400')
      const tasks = async () => (await getToday(at(2 * DAY))).tasks.map(({ title }) => title)
      const found = async () =>
        (await findBookings(at(2 * DAY), NEEDS_ME, { by: UNNAMED })).rows.map(({ reference }) => reference)
      const waiting = ['Return $400.00 to Ada Guest']
      expect([await tasks(), await found()]).toEqual([waiting, [stay.reference]])
      const shown = await getManagedStay(at(2 * DAY), stay.reference, UNNAMED)
      expect(shown).toMatchObject({ money: { toReturn: 40_000 }, refundChoices: { most: 40_000 } })
      const returned = { intent: 'refunded-elsewhere', note: 'check 1043', key: 'once' }
      const outcomes = await Promise.all([1, 2].map(() => act(at(2 * DAY), stay, returned)))
      expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
      expect([await tasks(), await found()]).toEqual([[], []])
      expect((await moved(stay.id)).map(({ amount }) => amount)).toEqual(['800.00', '-400.00'])
      expect(await act(at(2 * DAY), stay, { ...returned, key: 'other' })).toMatchObject({ ok: false, status: 409 })
      const id = (outcomes[0]?.ok && outcomes[0].id) || ''
      expect(await undoChange(at(2 * DAY), { id, by: stay.by })).toMatchObject({ ok: true })
      expect(await tasks()).toEqual(waiting)
      expect((await getManagedStay(at(2 * DAY), stay.reference, UNNAMED))?.money).toMatchObject({
        paid: 40_000,
        toReturn: 40_000,
      })
    },
  )

  test('a refund that the card refused for good is returned by hand, and no card gets it later', async () => {
    const stay = await paidStay()
    paying.stripe.spendFunds()
    await cancelBooking(at(DAY), { token: stay.token, refund: TOTAL / 2 })
    for (const later of [2, 3, 4]) await reconcileDue(later * DAY)
    expect((await getToday(at(5 * DAY))).tasks).toMatchObject([{ title: 'Return $1,754.50 to Ada Guest' }])
    expect(await act(at(5 * DAY), stay, { intent: 'refunded-elsewhere', note: 'transfer' })).toMatchObject({ ok: true })
    await reconcileDue(6 * DAY)
    expect((await moved(stay.id)).map(({ kind, amount }) => [kind, amount])).toContainEqual([
      'refunded-elsewhere',
      '1754.50',
    ])
    expect(paying.stripe.refundedOf(stay.intent)).toBe(0)
    expect((await getToday(at(6 * DAY))).tasks).toEqual([])
    expect(await getManagedStay(at(6 * DAY), stay.reference, UNNAMED)).toMatchObject({
      money: { toReturn: 0, paid: TOTAL / 2 },
    })
  })

  test('the list says what of the price is taxes', async () => {
    const stay = await paidStay()
    const { rows } = await findBookings(at(0), { ...NEEDS_ME, view: 'all' }, { by: UNNAMED })
    const lines = (await getManagedStay(at(0), stay.reference, UNNAMED))?.lines ?? []
    const taxes = lines.filter(({ kind }) => kind === 'tax').reduce((sum, { amount }) => sum + amount, 0)
    expect(taxes).toBeGreaterThan(0)
    expect(rows.map((row) => row.parts.taxes)).toEqual([taxes])
  })

  testOnBoth('what is due is paid by a link: asked for once, told, paid by card and captured', async () => {
    const stay = await unpaidStay()
    const ask = () => act(at(DAY), stay, { intent: 'request-payment', notifyGuest: 'yes' })
    const outcomes = await Promise.all([ask(), ask()])
    expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(1)
    expect(await templates()).toEqual(['payment-requested'])
    await reconcileDue(2 * DAY)
    const page = await getPaymentPage(at(3 * DAY), await payTokenOf(stay.token))
    expect(page).toMatchObject({ status: 'confirmed', pay: { kind: 'whole', amount: 100_000, hold: null } })
    paying.stripe.breakNetwork('before', DECLINED_NETWORK)
    expect(await getPaymentPage(at(4 * DAY), await payTokenOf(stay.token))).toMatchObject({ pay: null, link: 'open' })
    const [intent] = paying.stripe.intents()
    expect(paying.stripe.intents()).toHaveLength(1)
    paying.stripe.pay(intent?.id ?? '')
    expect(await checkPayment(at(3 * DAY), await payTokenOf(stay.token))).toMatchObject({
      status: 'confirmed',
      open: false,
      known: true,
    })
    expect(await stateOf(stay.id)).toMatchObject({ status: 'confirmed', payments: ['whole captured 1000.00 0.00'] })
    expect(await getPaymentPage(at(3 * DAY), await payTokenOf(stay.token))).toMatchObject({ pay: null, link: 'paid' })
    expect((await templates()).slice(1)).toEqual(['payment-received', 'payment-received-operator'])
    expect((await getManagedStay(at(4 * DAY), stay.reference, UNNAMED))?.money).toMatchObject({ paid: 100_000, due: 0 })
  })

  test('a withdrawn link can’t be paid, and a payment made elsewhere withdraws it', async () => {
    const stay = await unpaidStay()
    await act(at(DAY), stay, { intent: 'request-payment' })
    await getPaymentPage(at(DAY), await payTokenOf(stay.token))
    const [intent] = paying.stripe.intents()
    expect(await act(at(DAY), stay, { intent: 'withdraw-payment' })).toMatchObject({ ok: true })
    expect(paying.intentOf(intent?.id ?? '')).toMatchObject({ status: 'canceled' })
    expect(await getPaymentPage(at(DAY), await payTokenOf(stay.token))).toMatchObject({ pay: null, link: 'withdrawn' })
    expect(await act(at(DAY), stay, { intent: 'withdraw-payment' })).toMatchObject({ ok: false, status: 409 })
    await act(at(DAY), stay, { intent: 'request-payment' })
    await getPaymentPage(at(DAY), await payTokenOf(stay.token))
    const paid = { intent: 'paid-elsewhere', amount: '1000', note: 'cash' }
    expect(await act(at(DAY), stay, paid)).toMatchObject({ ok: true })
    expect(paying.stripe.intents().map(({ status }) => status)).toEqual(['canceled', 'canceled'])
    const shown = await getManagedStay(at(DAY), stay.reference, UNNAMED)
    expect(shown && moneyOf(shown)).toMatchObject({ paid: 100_000, planned: 0, due: 0 })
    expect(await templates()).toEqual([])
  })

  test('a card that paid just before its link was withdrawn is not charged', async () => {
    const stay = await unpaidStay()
    await act(at(DAY), stay, { intent: 'request-payment' })
    await getPaymentPage(at(DAY), await payTokenOf(stay.token))
    const [intent] = paying.stripe.intents()
    paying.stripe.pay(intent?.id ?? '')
    await act(at(DAY), stay, { intent: 'withdraw-payment' })
    expect(paying.intentOf(intent?.id ?? '')).toMatchObject({ status: 'canceled', amount_received: 0 })
    const [row] = await database().db.select().from(payments)
    expect(row).toMatchObject({ status: 'void', received: '0.00' })
  })

  test('a site without card payments asks nobody to pay by card', async () => {
    const stay = await unpaidStay()
    expect(await act(testServices(database()), stay, { intent: 'request-payment' })).toMatchObject({
      ok: false,
      message: 'Card payments are off on this site.',
    })
  })
})
