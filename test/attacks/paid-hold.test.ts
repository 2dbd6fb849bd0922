import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { bookingForm } from '#app/features/bookings/request/request-form.server.ts'
import { runForm } from '#app/platform/http/form-action.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty } from '#test/factories.ts'
import { CONFIRMED, MINUTE, payingByCard } from '#test/paying-by-card.ts'

const JULY = { checkInDate: '2027-07-31', checkOutDate: '2027-08-04', adults: 2 }
const AUGUST = { checkInDate: '2027-08-02', checkOutDate: '2027-08-06', adults: 2 }
const ADA = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }

describeWithDatabase('nights that one person in a group is paying for', (database) => {
  const paying = payingByCard(database)
  const { at, call, stateOf, reconcileDue, templates } = paying
  const ask = (path: string, body: object) => call('POST', path, body, at(MINUTE))

  /** Ada has a quote, a hold and a booking that she is paying for. The group knows the quote and the hold. */
  async function adaIsPaying() {
    const propertyId = await makePricedProperty(database().db)
    const { id: quoteId } = (await ask('/api/quotes', { propertyId, ...JULY })).body
    const { id: seenHold } = (await ask('/api/holds', { quoteId })).body
    const { status, body } = await ask('/api/bookings', { quoteId, holdId: seenHold, ...ADA })
    expect({ status, body }).toMatchObject({ status: 201, body: { status: 'held' } })
    return { propertyId, quoteId, seenHold, id: body.id, ownHold: body.holdId, secret: body.clientSecret }
  }

  test('stay hers, whatever somebody tries who knows the quote, the earlier hold and her email address', async () => {
    const { propertyId, quoteId, seenHold, id, secret } = await adaIsPaying()
    const before = await database().db.select().from(occupancies)
    const others = (await ask('/api/quotes', { propertyId, ...AUGUST, holdId: seenHold })).body
    expect(others).toMatchObject({ code: 'dates-taken' })
    const september = { checkInDate: '2027-09-10', checkOutDate: '2027-09-14', adults: 2 }
    const elsewhere = (await ask('/api/quotes', { propertyId, ...september })).body.id
    const stays = [
      { quoteId },
      { holdId: seenHold },
      { quoteId, holdId: seenHold },
      { propertyId, ...JULY },
      { propertyId, ...JULY, holdId: seenHold },
      { propertyId, ...AUGUST, holdId: seenHold },
      { quoteId, holdId: seenHold, expectedTotal: 1 },
      { quoteId, expectedTotal: 1 },
    ]
    for (const guest of [
      ADA,
      { ...ADA, guestName: 'Bob Other' },
      { guestName: 'Bob Other', guestEmail: 'bob@example.com' },
    ]) {
      for (const stay of stays) {
        const { status, body } = await ask('/api/bookings', { ...stay, ...guest })
        expect([status, body.code], JSON.stringify(stay)).toEqual([
          409,
          expect.stringMatching(/^(?:dates-taken|quote-expired)$/),
        ])
      }
      const form = new FormData()
      const fields = { ...guest, ...JULY, quoteId, holdId: seenHold }
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value))
      expect(await runForm(bookingForm(propertyId), { services: at(MINUTE), form, address: 'b' })).toMatchObject({
        ok: false,
        status: 409,
      })
    }
    expect(await ask('/api/holds', { quoteId })).toMatchObject({ status: 409 })
    expect(await ask('/api/holds', { quoteId, replaces: seenHold })).toMatchObject({ status: 409 })
    expect(await ask('/api/holds', { quoteId: elsewhere, replaces: seenHold })).toMatchObject({ status: 201 })
    const release = await createApi(at(MINUTE)).request(`/api/holds/${seenHold}`, { method: 'DELETE' })
    expect(release.status).toBe(204)

    expect(await stateOf(id)).toMatchObject({ status: 'held', nights: ['hold'], causes: ['guest'] })
    expect(await database().db.select().from(occupancies)).toEqual(expect.arrayContaining(before))
    paying.stripe.pay(secret.replace(/_secret_.*/, ''))
    await reconcileDue(5 * MINUTE)
    expect(await stateOf(id)).toEqual(CONFIRMED)
  }, 30_000)

  test('she can book again with her browser’s session data, and no page of the others shows it', async () => {
    const { quoteId, seenHold, id, ownHold } = await adaIsPaying()
    expect(ownHold).not.toBe(seenHold)
    const again = await ask('/api/bookings', { quoteId, holdId: ownHold, ...ADA, guestEmail: 'ada@new.example' })
    expect(again).toMatchObject({ status: 201, body: { status: 'held' } })
    expect(await stateOf(id)).toMatchObject({ status: 'cancelled', causes: ['guest', 'guest'] })
    // The secrets of the first booking no longer open anything.
    const third = await ask('/api/bookings', { quoteId, holdId: ownHold, ...ADA })
    expect(third).toMatchObject({ status: 409, body: { code: 'dates-taken' } })
    expect(third.body.message).toContain('paying')
    expect(third.body.message).toContain('try again in 30 minutes')
    const later = await call('POST', '/api/bookings', { quoteId, ...ADA }, at(11 * MINUTE))
    expect(later.body.message).toContain('try again in 20 minutes')
    expect(await stateOf(again.body.id)).toMatchObject({ status: 'held' })
  })

  test('her email about a late payment is sent, though somebody else has booked in her name', async () => {
    const { quoteId, id, secret } = await adaIsPaying()
    const late = at(46 * MINUTE)
    await call('POST', '/api/bookings', { quoteId, ...ADA }, late)
    expect(await stateOf(id)).toMatchObject({ status: 'expired' })
    expect(await database().db.select().from(bookings)).toHaveLength(2)
    paying.stripe.pay(secret.replace(/_secret_.*/, ''))
    await reconcileDue(47 * MINUTE)
    expect(await templates()).toEqual(['booking-too-late'])
  })
})
