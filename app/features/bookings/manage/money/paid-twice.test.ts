import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { getToday } from '#app/features/back-office/today.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { getPaymentPage } from '#app/features/bookings/payments/payment-page.server.ts'
import { ledger } from '#app/features/bookings/payments/payments.tables.server.ts'
import { withBookingLock } from '#app/features/bookings/status/expire-bookings.server.ts'
import { openStripeGateway } from '#app/platform/gateway/stripe-gateway.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeBooking, makePricedProperty } from '#test/factories.ts'
import { DAY, payingByCard } from '#test/paying-by-card.ts'
import { getManagedStay } from '../page/booking-page.server.ts'

describeOnBothDatabases('a stay that is paid twice', (database) => {
  const paying = payingByCard(database)
  const { at, payTokenOf, stateOf, reconcileDue, templates } = paying
  const by = { ...UNNAMED, name: 'mia' }

  async function referenceOf(id: string) {
    const [row] = await database().db.select().from(bookings).where(eq(bookings.id, id))
    return row?.reference ?? ''
  }
  let keys = 0
  function act(services: Services, reference: string, fields: Record<string, string>) {
    const form = new FormData()
    keys += 1
    for (const [name, value] of Object.entries({ key: `key-${keys}`, ...fields })) form.set(name, value)
    return postBooking(services, { reference, form, by })
  }

  test('who pays a failed balance by card while an operator records a check gets back what was paid twice', async () => {
    const { id, token, intent } = await paying.deposited('pm_authentication')
    for (const day of [30, 31, 32]) await reconcileDue(day * DAY)
    await getPaymentPage(at(33 * DAY), await payTokenOf(token))
    paying.stripe.pay(paying.stripe.intents().find((one) => one.id !== intent)?.id ?? '')
    const reference = await referenceOf(id)
    const paid = { intent: 'paid-elsewhere', amount: '2456.30', note: 'check' }
    expect(await act(at(33 * DAY), reference, paid)).toMatchObject({ ok: true })
    const shown = await getManagedStay(at(34 * DAY), reference, UNNAMED)
    expect(shown).toMatchObject({ total: 350_900, money: { paid: 350_900, planned: 0, due: 0, toReturn: 0 } })
    expect((await stateOf(id)).payments).toEqual(['balance captured 2456.30 2456.30', 'deposit captured 1052.70 0.00'])
    expect(await templates('booking-refunded')).toHaveLength(1)
    await reconcileDue(35 * DAY)
    expect(await templates('booking-refunded')).toHaveLength(1)
  })

  test('who pays a failed balance by card while an operator records a check for a part of it gets back that part', async () => {
    const { id, token, intent } = await paying.deposited('pm_authentication')
    for (const day of [30, 31, 32]) await reconcileDue(day * DAY)
    await getPaymentPage(at(33 * DAY), await payTokenOf(token))
    paying.stripe.pay(paying.stripe.intents().find((one) => one.id !== intent)?.id ?? '')
    const reference = await referenceOf(id)
    const part = { intent: 'paid-elsewhere', amount: '1000', note: 'check' }
    expect(await act(at(33 * DAY), reference, part)).toMatchObject({ ok: true })
    const shown = await getManagedStay(at(34 * DAY), reference, UNNAMED)
    expect(shown).toMatchObject({ total: 350_900, money: { paid: 350_900, planned: 0, due: 0, toReturn: 0 } })
    expect((await stateOf(id)).payments).toEqual(['balance captured 2456.30 1000.00', 'deposit captured 1052.70 0.00'])
  })

  test('a balance that a card pays in the moment in which a check for it is recorded is paid once', async () => {
    const { id } = await paying.deposited()
    const reference = await referenceOf(id)
    const paid = { intent: 'paid-elsewhere', amount: '2456.30', note: 'check' }
    const { charge } = openStripeGateway(paying.stripe.account)
    const recorded: unknown[] = []
    const away = { cancel: () => Promise.reject(new Error('the payment service is away')) }
    await reconcileDue(31 * DAY, {
      charge: async (...asked) => {
        recorded.push(await act(at(31 * DAY, away), reference, paid))
        return charge(...asked)
      },
    })
    expect(recorded).toMatchObject([{ ok: true }])
    await reconcileDue(32 * DAY)
    const shown = await getManagedStay(at(33 * DAY), reference, UNNAMED)
    expect(shown).toMatchObject({ total: 350_900, money: { paid: 350_900, planned: 0, due: 0, toReturn: 0 } })
  })

  test('what was paid too much is a task, and a refund of it leaves the price as it is', async () => {
    const { db } = database()
    const nights = { from: '2027-08-01', to: '2027-08-05' }
    const id = await makeBooking(db, await makePricedProperty(db), nights, { status: 'confirmed', source: 'phone' })
    const reference = await referenceOf(id)
    await db
      .insert(ledger)
      .values({ bookingId: id, kind: 'paid-elsewhere', amount: '1250.00', happenedAt: at(0).clock.now() })
    const tasks = async () => (await getToday(at(DAY))).tasks.map(({ title }) => title)
    expect(await tasks()).toContain('Ada Guest paid $250.00 too much')
    expect(
      await act(at(DAY), reference, { intent: 'refund', amount: '350', message: 'Paid twice, and sorry.' }),
    ).toMatchObject({ ok: true })
    const shown = await getManagedStay(at(DAY), reference, UNNAMED)
    expect(shown).toMatchObject({ total: 90_000, money: { paid: 90_000, due: 0, toReturn: 35_000 } })
    expect(await tasks()).not.toContain('Ada Guest paid $250.00 too much')
  })

  test('of two operators who record the same check, the second is told to look again', async () => {
    const { db } = database()
    const nights = { from: '2027-08-01', to: '2027-08-05' }
    const id = await makeBooking(db, await makePricedProperty(db), nights, { status: 'confirmed', source: 'phone' })
    const reference = await referenceOf(id)
    const seen = (await getManagedStay(at(0), reference, UNNAMED))?.moneyVersion ?? ''
    const check = { intent: 'paid-elsewhere', amount: '300', note: 'check 7', seen }
    const outcomes = await Promise.all([check, check].map((fields) => act(at(0), reference, fields)))
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
    const words = 'A payment or refund was recorded since you opened this page. Look at the money again, then decide.'
    const late: Record<string, string>[] = [
      check,
      { intent: 'refund', amount: '300', message: 'Sorry.', seen },
      { intent: 'request-payment', seen },
      { intent: 'cancel', cancelledFor: 'guest', refund: 'all', shown: '0', message: '', seen },
    ]
    for (const fields of late)
      expect(await act(at(0), reference, fields)).toMatchObject({ status: 409, message: words })
    expect(await getManagedStay(at(0), reference, UNNAMED)).toMatchObject({
      status: 'confirmed',
      money: { paid: 30_000 },
    })
    const again = await act(at(0), reference, { intent: 'paid-elsewhere', amount: '300', note: 'check 8' })
    expect(again).toMatchObject({ ok: true })
  })

  test('a booking that is moved to another home while its money changes is locked there', async () => {
    const { db } = database()
    const [from, to] = [await makePricedProperty(db), await makePricedProperty(db)]
    const nights = { from: '2027-08-01', to: '2027-08-05' }
    const id = await makeBooking(db, from, nights, { status: 'confirmed', source: 'phone' })
    const where = eq(bookings.id, id)
    const { promise: isLocked, resolve } = Promise.withResolvers<void>()
    const moving = withBookingLock(at(0), { where }, async (tx) => {
      resolve()
      // Until the second has read the old home.
      await new Promise((done) => setTimeout(done, 200))
      await tx.update(bookings).set({ propertyId: to }).where(where)
      await tx.update(occupancies).set({ propertyId: to }).where(eq(occupancies.bookingId, id))
    })
    await isLocked
    const seen = await withBookingLock(at(0), { where }, async (_, { propertyId }) => propertyId)
    await moving
    expect(seen).toBe(to)
  })
})
