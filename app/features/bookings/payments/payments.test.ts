import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { openStripeGateway } from '#app/platform/gateway/stripe-gateway.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeDate, makeImport, makePricedProperty, NOON } from '#test/factories.ts'
import { CONFIRMED, DAY, MINUTE, payingByCard, TOTAL } from '#test/paying-by-card.ts'
import { bookings } from '../bookings.tables.server.ts'
import { getManagedStay } from '../manage/page/booking-page.server.ts'
import { getQuotePage } from '../quotes/quote-page.server.ts'
import { expireAllOverdue } from '../status/expire-bookings.server.ts'
import { checkPayment } from './payment-page.server.ts'

describeWithDatabase('card payments', (database) => {
  const paying = payingByCard(database)
  const { at, payTokenOf, call, book, stateOf, mails, templates, send, reconcileDue, asked, intentOf } = paying

  test('a booking is held until its card is authorized, then confirmed, then charged', async () => {
    const { status, body, id, intent } = await book()
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { status: 'held', total: TOTAL, clientSecret: expect.stringContaining('_secret_') },
    })
    expect(await stateOf(id)).toMatchObject({ status: 'held', nights: ['hold'], payments: ['whole waiting 0.00 0.00'] })
    expect(await templates()).toEqual([])
    expect(intentOf(intent)).toMatchObject({
      amount: TOTAL,
      capture_method: 'manual',
      metadata: { reference: body.reference },
    })
    paying.stripe.pay(intent)
    expect((await send(paying.stripe.event('payment_intent.amount_capturable_updated', intent))).status).toBe(200)
    expect(await stateOf(id)).toEqual(CONFIRMED)
    expect(intentOf(intent)).toMatchObject({ status: 'succeeded', amount_received: TOTAL })
    expect(await templates()).toEqual(['booking-confirmed', 'booking-confirmed-operator'])
    expect((await mails())[0]?.text.replace(/\s+/g, ' ')).toContain('Your card is being charged $3,509.')
  })

  test('a part of it that was captured in Stripe’s dashboard is paid, and the rest is to pay', async () => {
    const { id, intent, body } = await book()
    paying.stripe.pay(intent)
    paying.stripe.capturePart(intent, TOTAL / 2)
    expect((await send(paying.stripe.event('payment_intent.succeeded', intent))).status).toBe(200)
    expect(await stateOf(id)).toEqual({ ...CONFIRMED, payments: ['whole captured 1754.50 0.00'] })
    expect(asked('/capture')).toBe(0)
    const stay = await getManagedStay(at(MINUTE), body.reference, UNNAMED)
    expect(stay?.money).toMatchObject({ paid: TOTAL / 2, due: TOTAL / 2, toReturn: 0 })
  })

  test('after a declined card the booking stays held, and another card can be tried', async () => {
    const { id, intent } = await book()
    paying.stripe.pay(intent, 'pm_declined')
    await send(paying.stripe.event('payment_intent.payment_failed', intent))
    expect(await stateOf(id)).toMatchObject({ status: 'held' })
    paying.stripe.pay(intent)
    await send(paying.stripe.event('payment_intent.amount_capturable_updated', intent))
    expect(await stateOf(id)).toEqual(CONFIRMED)
  })

  test('an unpaid booking expires with its hold and can no longer be paid', async () => {
    const { id, intent } = await book()
    await expireAllOverdue(at(15 * MINUTE))
    await reconcileDue(15 * MINUTE)
    expect(await stateOf(id)).toMatchObject({ status: 'expired', nights: [], payments: ['whole void 0.00 0.00'] })
    expect(intentOf(intent)).toMatchObject({ status: 'canceled' })
    expect(await templates()).toEqual([])
  })

  test.each(['the hold has expired', 'a block arrived', 'an import arrived'])(
    'an authorization is cancelled when %s, and the guest gets one email',
    async (what) => {
      const { id, intent, propertyId } = await book()
      if (what === 'a block arrived') await makeDate(database().db, propertyId, '2027-08-01', { blocked: true })
      if (what === 'an import arrived') {
        await makeImport(database().db, propertyId, { from: '2027-08-01', to: '2027-08-02' })
      }
      paying.stripe.pay(intent)
      const services = at(what === 'the hold has expired' ? 16 * MINUTE : MINUTE)
      await send(paying.stripe.event('payment_intent.amount_capturable_updated', intent), services)
      await send(paying.stripe.event('payment_intent.canceled', intent), services)
      const status = what === 'the hold has expired' ? 'expired' : 'cancelled'
      expect(await stateOf(id)).toMatchObject({ status, nights: [], payments: ['whole void 0.00 0.00'] })
      expect(intentOf(intent)).toMatchObject({ status: 'canceled', amount_received: 0 })
      expect(await templates()).toEqual(['booking-too-late'])
    },
  )

  test('a crash between two steps never charges without a booking, and never charges twice', async () => {
    const dies = (
      step: keyof Pick<NonNullable<Services['gateway']>, 'capture' | 'createPayment'>,
      when: 'before' | 'after',
    ) => {
      const gateway = openStripeGateway(paying.stripe.account)
      const real = gateway[step] as (...args: never[]) => Promise<unknown>
      const dying = async (...args: never[]) => {
        if (when === 'after') await real(...args)
        throw new Error('killed')
      }
      return at(MINUTE, { [step]: dying } as never)
    }
    expect(await book({}, dies('createPayment', 'after'))).toMatchObject({ status: 500 })
    const [held] = await database().db.select().from(bookings)
    expect(await stateOf(held?.id ?? '')).toMatchObject({ status: 'held', payments: ['whole waiting 0.00 0.00'] })
    await expireAllOverdue(at(20 * MINUTE))
    await reconcileDue(20 * MINUTE)
    expect(await stateOf(held?.id ?? '')).toMatchObject({ status: 'expired', payments: ['whole void 0.00 0.00'] })

    for (const when of ['before', 'after'] as const) {
      const { id, token, intent } = await book({}, at(0))
      paying.stripe.pay(intent)
      await checkPayment(dies('capture', when), await payTokenOf(token))
      expect(await stateOf(id)).toMatchObject({ status: 'confirmed', payments: ['whole authorized 0.00 0.00'] })
      await reconcileDue(3 * MINUTE)
      expect(await stateOf(id)).toEqual(CONFIRMED)
    }
    expect(asked('/capture')).toBe(2)
  })

  test('nights stay held while the gateway is unavailable, and a retry continues', async () => {
    const key = { 'idempotency-key': 'one-form' }
    const propertyId = await makePricedProperty(database().db)
    paying.stripe.breakNetwork('before', 3)
    expect(await book({ id: propertyId }, at(0), key)).toMatchObject({
      status: 503,
      body: { code: 'payment-unavailable' },
    })
    const again = await book({ id: propertyId }, at(0), key)
    expect(again).toMatchObject({ status: 201, body: { status: 'held', clientSecret: expect.any(String) } })
    const third = await book({ id: propertyId }, at(0), key)
    expect(third.body).toEqual(again.body)
    paying.stripe.pay(again.intent)
    await checkPayment(at(MINUTE), await payTokenOf(again.token))
    expect((await book({ id: propertyId }, at(0), key)).body).toMatchObject({ status: 'confirmed' })
    expect(await database().db.select().from(bookings)).toHaveLength(1)
  }, 30_000)

  test('a guest whose bank has approved sees no contrary status while the gateway is unavailable', async () => {
    const { token, intent } = await book()
    paying.stripe.pay(intent)
    paying.stripe.breakNetwork('before', 3)
    expect(await checkPayment(at(MINUTE), await payTokenOf(token))).toEqual({
      status: 'held',
      open: true,
      known: false,
    })
    expect(await checkPayment(at(MINUTE), await payTokenOf(token))).toEqual({
      status: 'confirmed',
      open: false,
      known: true,
    })
  }, 30_000)

  test('during payment, the quote page shows to those who have the link how long the nights are held', async () => {
    const propertyId = await makePricedProperty(database().db)
    const stay = { propertyId, checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2 }
    const [mine, theirs] = [
      (await call('POST', '/api/quotes', stay, at(0))).body,
      (await call('POST', '/api/quotes', stay, at(0))).body,
    ]
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    await call('POST', '/api/bookings', { quoteId: mine.id, ...guest }, at(0))
    const pageOf = ({ url }: { url: string }) => getQuotePage(at(MINUTE), url.split('/').at(-1) ?? '')
    const claim = { state: 'held', until: '2:15 PM EDT', price: { total: mine.total } }
    expect(await pageOf(mine)).toMatchObject({ claim, refusal: null })
    expect(await pageOf(theirs)).toMatchObject({ claim: null, refusal: { reason: 'dates-taken' } })
  })

  test('a guest who goes back and books the same quote again replaces the attempt and keeps nights and code', async () => {
    const propertyId = await makePricedProperty(database().db)
    await database().db.insert(promoCodes).values({ code: 'ONCE', percent: '10', useLimit: 1 })
    const stay = { propertyId, checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2, promoCode: 'ONCE' }
    const { id: quoteId } = (await call('POST', '/api/quotes', stay, at(0))).body
    await call('POST', '/api/holds', { quoteId }, at(0))
    const attempt = async (change: object, services = at(MINUTE)) =>
      (await call('POST', '/api/bookings', { quoteId, guestEmail: 'ada@example.com', ...change }, services)).body
    const first = await attempt({ guestName: 'Ada Gust' })
    const second = await attempt({ guestName: 'Ada Guest', holdId: first.holdId }, at(2 * MINUTE))
    expect(second).toMatchObject({ status: 'held' })
    expect(await stateOf(first.id)).toMatchObject({ status: 'cancelled', nights: [] })
    const [row] = await database().db.select().from(occupancies)
    expect(row).toMatchObject({ bookingId: second.id, expiresAt: new Date(NOON.getTime() + 30 * MINUTE) })
    paying.stripe.pay(first.clientSecret.replace(/_secret_.*/, ''))
    paying.stripe.pay(second.clientSecret.replace(/_secret_.*/, ''))
    await reconcileDue(5 * MINUTE)
    expect(await stateOf(first.id)).toMatchObject({ status: 'cancelled', payments: ['whole void 0.00 0.00'] })
    expect(await stateOf(second.id)).toMatchObject({ status: 'confirmed' })
    expect(await templates()).toEqual(['booking-confirmed', 'booking-confirmed-operator'])
  })

  test('a hold is extended for payment only once, even when the price changes meanwhile', async () => {
    const propertyId = await makePricedProperty(database().db)
    const stay = { propertyId, checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2 }
    const { id: quoteId } = (await call('POST', '/api/quotes', stay, at(0))).body
    await call('POST', '/api/holds', { quoteId }, at(0))
    const attempt = (change: object) =>
      call('POST', '/api/bookings', { guestName: 'Ada', guestEmail: 'ada@example.com', ...change }, at(MINUTE))
    const first = await attempt({ quoteId })
    expect(first).toMatchObject({ status: 201 })
    const moved = await attempt({ quoteId, holdId: first.body.holdId, expectedTotal: TOTAL - 1 })
    expect(moved).toMatchObject({ status: 409, body: { code: 'price-changed' } })
    expect(await attempt({ quoteId: moved.body.quote.id })).toMatchObject({ status: 201, body: { status: 'held' } })
    const [row] = await database().db.select().from(occupancies)
    expect(row).toMatchObject({ expiresAt: new Date(NOON.getTime() + 30 * MINUTE) })
    await reconcileDue(MINUTE)
    expect(await stateOf(first.body.id)).toMatchObject({ status: 'cancelled', payments: ['whole void 0.00 0.00'] })
  })

  test('a guest who goes back from payment gets the hold under a new id and can move it', async () => {
    const propertyId = await makePricedProperty(database().db)
    const quoteOf = async (nights: object) =>
      (await call('POST', '/api/quotes', { propertyId, adults: 2, ...nights }, at(0))).body.id as string
    const quoteId = await quoteOf({ checkInDate: '2027-07-31', checkOutDate: '2027-08-04' })
    const hold = async (body: object) => (await call('POST', '/api/holds', body, at(16 * MINUTE))).body
    await call('POST', '/api/holds', { quoteId }, at(0))
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const booked = (await call('POST', '/api/bookings', { quoteId, ...guest }, at(MINUTE))).body
    const { holdId: id } = booked
    expect(await hold({ quoteId, replaces: id })).toEqual({
      id,
      expiresAt: new Date(NOON.getTime() + 30 * MINUTE).toISOString(),
    })
    const later = await quoteOf({ checkInDate: '2027-08-02', checkOutDate: '2027-08-06', holdId: id })
    expect(await hold({ quoteId: later, replaces: id })).toMatchObject({ id })
    expect(await stateOf(booked.id)).toMatchObject({ status: 'cancelled', nights: [] })
    expect(await database().db.select().from(occupancies)).toMatchObject([
      { id, kind: 'hold', bookingId: null, nights: { from: '2027-08-02', to: '2027-08-06' } },
    ])
    paying.stripe.pay(booked.clientSecret.replace(/_secret_.*/, ''))
    await reconcileDue(17 * MINUTE)
    expect(await stateOf(booked.id)).toMatchObject({ status: 'cancelled', payments: ['whole void 0.00 0.00'] })
  })

  test('others who have the quote cannot take over a hold that is being paid for', async () => {
    const propertyId = await makePricedProperty(database().db)
    const stay = { propertyId, checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2 }
    const { id: quoteId } = (await call('POST', '/api/quotes', stay, at(0))).body
    const booking = (name: string) => ({ quoteId, guestName: name, guestEmail: `${name}@example.com` })
    const hers = (await call('POST', '/api/bookings', booking('ada'), at(0))).body
    for (const [path, body] of [
      ['/api/bookings', booking('bob')],
      ['/api/holds', { quoteId }],
    ] as const) {
      expect(await call('POST', path, body, at(MINUTE))).toMatchObject({ status: 409, body: { code: 'dates-taken' } })
    }
    paying.stripe.pay(hers.clientSecret.replace(/_secret_.*/, ''))
    await reconcileDue(2 * MINUTE)
    expect(await stateOf(hers.id)).toEqual(CONFIRMED)
  })

  test('a booking paid in one window stays when the guest books the same quote in another', async () => {
    const propertyId = await makePricedProperty(database().db)
    const stay = { propertyId, checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2 }
    const { id: quoteId } = (await call('POST', '/api/quotes', stay, at(0))).body
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const first = await call('POST', '/api/bookings', { quoteId, ...guest }, at(0))
    paying.stripe.pay(first.body.clientSecret.replace(/_secret_.*/, ''))
    const { holdId } = first.body
    const second = await call('POST', '/api/bookings', { quoteId, holdId, ...guest }, at(MINUTE))
    expect(second).toMatchObject({ status: 409, body: { code: 'dates-taken' } })
    expect(await stateOf(first.body.id)).toEqual(CONFIRMED)
  })

  test('an authorization that expires before capture is reported, and the stay remains', async () => {
    const { id, token, intent } = await book()
    paying.stripe.pay(intent)
    await checkPayment(
      at(MINUTE, { capture: async () => Promise.reject(new Error('killed')) }),
      await payTokenOf(token),
    )
    await at(MINUTE).gateway?.cancel(intent)
    await reconcileDue(8 * DAY)
    await reconcileDue(9 * DAY)
    expect(await stateOf(id)).toMatchObject({ status: 'confirmed', payments: ['whole failed 0.00 0.00'] })
    expect(await templates('payment')).toEqual(['payment-failed', 'payment-failed-operator'])
  })

  testOnBoth('many guests pay for the same nights, and one is booked and charged', async () => {
    const propertyId = await makePricedProperty(database().db)
    const answers = await Promise.all(Array.from({ length: 20 }, () => book({ id: propertyId })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(paying.stripe.intents()).toHaveLength(1)
  })
})
