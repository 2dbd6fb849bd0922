import { eq, isNotNull } from 'drizzle-orm'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { getToday } from '#app/features/back-office/today.server.ts'
import { GatewayUnavailable } from '#app/platform/gateway/gateway.server.ts'
import { openStripeGateway } from '#app/platform/gateway/stripe-gateway.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makePricedProperty } from '#test/factories.ts'
import { DAY, MINUTE, payingByCard, TOTAL } from '#test/paying-by-card.ts'
import { getPayment, listPayments } from '../booking-payments.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { getGuestPage } from '../guest-page/guest-page.server.ts'
import { GuestPageHead } from '../guest-page/guest-page-head.tsx'
import { NextSteps } from '../guest-page/next-steps.tsx'
import { withBookingLock } from '../status/expire-bookings.server.ts'
import { chargeBalance } from './charge-balance.server.ts'
import { checkPayment, getPaymentPage } from './payment-page.server.ts'
import { payments } from './payments.tables.server.ts'
import { reconcilePayment } from './reconcile-payment.server.ts'

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

  const REFUSED = [
    ['the bank refuses', 'pm_declined'],
    ['has no card any more', 'pm_gone'],
  ] as const

  test.each(REFUSED)(
    'a balance that %s is said at the first refusal in one email each, on the guest’s page and on Today',
    async (_, card) => {
      const { token } = await deposited(card)
      await reconcileDue(30 * DAY)
      expect(asked('/confirm')).toBe(1)
      expect(await templates('payment')).toEqual(['payment-failed', 'payment-failed-operator'])
      const [toGuest, toOperator] = (await mails()).slice(-2).map(({ text }) => text.replace(/\s+/g, ' '))
      for (const text of [toGuest, toOperator]) {
        expect(text).toContain('We’ll try the same card again tomorrow and the day after.')
      }
      const page = await getGuestPage(at(30 * DAY + MINUTE), token)
      if (!page) throw new Error('there is no such stay')
      const html = renderToStaticMarkup(
        <GuestPageHead stay={page} site={{ brand: 'The site', email: 'us@site.example' }} />,
      )
      expect(html).toContain('Your card was refused for $2,456.30. Please pay it with another card.')
      expect(renderToStaticMarkup(<NextSteps stay={page} />)).toContain(
        `href="${page.payPath}" data-by-script="true">Pay the balance`,
      )
      expect((await getToday(at(30 * DAY + MINUTE))).tasks.map(({ title }) => title)).toContain(
        'A card payment of Ada Guest failed: $2,456.30',
      )
      for (const day of [30.5, 31, 31.5, 32, 33, 34]) await reconcileDue(day * DAY)
      expect(await templates('payment')).toHaveLength(2)
    },
  )

  test.each(REFUSED)(
    'a balance that %s is tried three times, a day apart, however often it is looked at',
    async (_, card) => {
      const { id } = await deposited(card)
      const rest = (await listPayments(database().db, id)).find(({ kind }) => kind === 'balance')
      for (const day of [30, 30.5, 31, 31.5, 32, 33, 34]) {
        await reconcileDue(day * DAY)
        await reconcilePayment(at(day * DAY + MINUTE), rest?.id ?? '')
      }
      expect(asked('/confirm')).toBe(3)
      expect(paying.stripe.intents()).toHaveLength(2)
      expect(await stateOf(id)).toMatchObject({
        status: 'confirmed',
        payments: expect.arrayContaining(['balance failed 0.00 0.00']),
      })
    },
  )

  test('a balance that was refused once is charged to the same card the next day, if that answers', async () => {
    const { id } = await deposited('pm_declined')
    await reconcileDue(30 * DAY)
    await database().db.update(payments).set({ cardId: 'pm_good' }).where(eq(payments.kind, 'deposit'))
    await reconcileDue(30.5 * DAY)
    expect(asked('/confirm')).toBe(1)
    await reconcileDue(31 * DAY)
    expect(await stateOf(id)).toMatchObject({ payments: expect.arrayContaining(['balance captured 2456.30 0.00']) })
    expect(await templates()).toContain('balance-charged')
    expect((await getToday(at(31 * DAY + MINUTE))).tasks.filter(({ title }) => title.includes('failed'))).toEqual([])
  })

  test('a balance that the guest pays with another card after the first refusal is not tried again', async () => {
    const { id, token, intent } = await deposited('pm_declined')
    await reconcileDue(30 * DAY)
    const step = await getPaymentPage(at(30 * DAY + MINUTE), await payTokenOf(token))
    expect(step).toMatchObject({ pay: { kind: 'balance', amount: 245_630 } })
    paying.stripe.pay(paying.stripe.intents().find((one) => one.id !== intent)?.id ?? '')
    for (const day of [31, 32, 33]) await reconcileDue(day * DAY)
    expect(asked('/confirm')).toBe(1)
    expect(await stateOf(id)).toMatchObject({ payments: expect.arrayContaining(['balance captured 2456.30 0.00']) })
  })

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
