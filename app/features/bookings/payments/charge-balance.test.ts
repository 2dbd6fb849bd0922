import { eq, isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings, occupancies, payments } from '#app/platform/db/schema.server.ts'
import { GatewayUnavailable } from '#app/platform/gateway/gateway.server.ts'
import { openStripeGateway } from '#app/platform/gateway/stripe-gateway.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makePricedProperty } from '#test/factories.ts'
import { DAY, MINUTE, payingByCard, TOTAL } from '#test/paying-by-card.ts'
import { getPayment, listPayments } from '../booking-payments.server.ts'
import { withBookingLock } from '../status/expire-bookings.server.ts'
import { chargeBalance } from './charge-balance.server.ts'
import { checkPayment, getPaymentPage } from './payment-page.server.ts'

describeWithDatabase('deposit and balance', (database) => {
  const paying = payingByCard(database)
  const { at, payTokenOf, call, book, deposited, stateOf, mails, templates, reconcileDue, asked, intentOf } = paying

  testOnBoth('the deposit is charged with the booking, and the balance to the same card when due', async () => {
    const { id, token, intent, body } = await book({ depositPercent: 30, balanceDays: 30 })
    expect(intentOf(intent)).toMatchObject({ amount: 105_270 })
    expect(body.total).toBe(TOTAL)
    paying.stripe.pay(intent)
    await checkPayment(at(MINUTE), await payTokenOf(token))
    expect(await stateOf(id)).toMatchObject({
      status: 'confirmed',
      payments: ['balance scheduled 0.00 0.00', 'deposit captured 1052.70 0.00'],
    })
    expect((await mails())[0]?.text.replace(/\s+/g, ' ')).toContain(
      '$2,456.30 will be charged to the same card on Thursday, July 1',
    )
    await reconcileDue(29 * DAY)
    expect(paying.stripe.intents()).toHaveLength(1)
    await Promise.all([reconcileDue(30 * DAY), reconcileDue(30 * DAY)])
    expect(await stateOf(id)).toMatchObject({
      payments: ['balance captured 2456.30 0.00', 'deposit captured 1052.70 0.00'],
    })
    expect(paying.stripe.intents()).toHaveLength(2)
    expect(await templates()).toContain('balance-charged')
  })

  test.each([
    ['the bank refuses', 'pm_declined'],
    ['has no card any more', 'pm_gone'],
  ] as const)(
    'a balance that %s is tried three times, a day apart, then guest and operator get an email',
    async (_, card) => {
      const { id } = await deposited(card)
      for (const day of [30, 30.5, 31, 31.5, 32, 33, 34]) await reconcileDue(day * DAY)
      expect(asked('/confirm')).toBe(3)
      expect(paying.stripe.intents()).toHaveLength(2)
      expect(await stateOf(id)).toMatchObject({
        status: 'confirmed',
        payments: expect.arrayContaining(['balance failed 0.00 0.00']),
      })
      expect(await templates('payment')).toEqual(['payment-failed', 'payment-failed-operator'])
    },
  )

  test('a balance without a saved card is reported once and not retried', async () => {
    const { id } = await deposited()
    await database().db.update(payments).set({ customerId: null, cardId: null })
    for (const day of [30, 31]) await reconcileDue(day * DAY)
    expect(await stateOf(id)).toMatchObject({ payments: expect.arrayContaining(['balance failed 0.00 0.00']) })
    expect(await templates('payment')).toEqual(['payment-failed', 'payment-failed-operator'])
    expect(await database().db.select().from(payments).where(isNotNull(payments.nextAt))).toEqual([])
  })

  test('a balance that the saved card declines can be paid with another card', async () => {
    const { id, token, intent } = await deposited('pm_authentication')
    for (const day of [30, 31, 32]) await reconcileDue(day * DAY)
    const step = await getPaymentPage(at(33 * DAY), await payTokenOf(token))
    expect(step).toMatchObject({ status: 'confirmed', pay: { kind: 'balance', amount: 245_630, hold: null } })
    const balance = paying.stripe.intents().find((one) => one.id !== intent)?.id ?? ''
    paying.stripe.pay(balance)
    expect(await checkPayment(at(33 * DAY), await payTokenOf(token))).toEqual({
      status: 'confirmed',
      open: false,
      known: true,
    })
    expect(await stateOf(id)).toMatchObject({ payments: expect.arrayContaining(['balance captured 2456.30 0.00']) })
    expect(await getPaymentPage(at(33 * DAY), await payTokenOf(token))).toMatchObject({ pay: null })
    expect(await templates()).toContain('balance-charged')
  })

  test('an unavailable gateway does not use up an attempt', async () => {
    const { id } = await deposited()
    for (const day of [30, 31, 32, 33]) {
      await reconcileDue(day * DAY, { charge: async () => Promise.reject(new GatewayUnavailable('away')) })
    }
    expect(await stateOf(id)).toMatchObject({ payments: expect.arrayContaining(['balance scheduled 0.00 0.00']) })
    await reconcileDue(34 * DAY)
    expect(await stateOf(id)).toMatchObject({ payments: expect.arrayContaining(['balance captured 2456.30 0.00']) })
  })

  test.each(['noticed the next day', 'refunded when the stay was cancelled meanwhile'])(
    'a balance that a crashed process has charged is %s',
    async (what) => {
      const { id, token } = await deposited('pm_good', { cancellationPolicy: [{ days: 14, percent: 50 }] })
      const gateway = openStripeGateway(paying.stripe.account)
      const charge: typeof gateway.charge = async (...args) => {
        await gateway.charge(...args)
        throw new Error('killed')
      }
      await reconcileDue(30 * DAY, { charge })
      expect(await stateOf(id)).toMatchObject({ payments: expect.arrayContaining(['balance scheduled 0.00 0.00']) })
      if (what === 'noticed the next day') {
        await reconcileDue(31 * DAY)
        expect(await stateOf(id)).toMatchObject({ payments: expect.arrayContaining(['balance captured 2456.30 0.00']) })
      } else {
        const cancelled = await call('POST', `/api/stays/${token}/cancel`, { refund: 52_635 }, at(30 * DAY))
        expect(cancelled).toMatchObject({ status: 200 })
        expect(await stateOf(id)).toMatchObject({
          status: 'cancelled',
          payments: ['balance captured 2456.30 2456.30', 'deposit captured 1052.70 526.35'],
        })
      }
      expect(asked('/confirm')).toBe(1)
    },
  )

  testOnBoth('two processes find the same due balance, and one charges the card', async () => {
    const { id } = await deposited()
    const services = at(30 * DAY)
    const rest = (await listPayments(database().db, id)).find(({ kind }) => kind === 'balance')
    const row = await getPayment(database().db, rest?.id ?? '')
    if (!services.gateway || !row) throw new Error('there is nothing to charge')
    await Promise.all([chargeBalance(services, services.gateway, row), chargeBalance(services, services.gateway, row)])
    expect(asked('/confirm')).toBe(1)
    expect(await stateOf(id)).toMatchObject({ payments: expect.arrayContaining(['balance captured 2456.30 0.00']) })
    expect(await templates('balance')).toEqual(['balance-charged'])
  })

  testOnBoth('a balance whose stay was moved to another home meanwhile waits for the changes made there', async () => {
    const { db } = database()
    const { id } = await deposited()
    const services = at(30 * DAY)
    const where = eq(bookings.id, id)
    const rest = (await listPayments(db, id)).find(({ kind }) => kind === 'balance')
    const row = await getPayment(db, rest?.id ?? '')
    if (!services.gateway || !row) throw new Error('there is nothing to charge')
    const propertyId = await makePricedProperty(db)
    await db.transaction(async (tx) => {
      await tx.update(bookings).set({ propertyId }).where(where)
      await tx.update(occupancies).set({ propertyId }).where(eq(occupancies.bookingId, id))
    })
    const { promise: isLocked, resolve } = Promise.withResolvers<void>()
    const withdrawing = withBookingLock(services, { where }, async (tx) => {
      resolve()
      // Until the charge has found the balance.
      await new Promise((done) => setTimeout(done, 200))
      await tx.update(payments).set({ status: 'void', nextAt: null }).where(eq(payments.id, row.payment.id))
    })
    await isLocked
    await chargeBalance(services, services.gateway, row)
    await withdrawing
    expect(asked('/confirm')).toBe(0)
  })
})
