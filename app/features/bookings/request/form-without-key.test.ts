import { expect, test } from 'vitest'
import { runForm } from '#app/platform/http/form-action.server.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makePricedProperty, testServices } from '#test/factories.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { bookings } from '../bookings.tables.server.ts'
import { cancelBooking } from '../guest-page/cancel-booking.server.ts'
import { bookingForm } from './request-form.server.ts'

const FIELDS = {
  guestName: 'Ada Guest',
  guestEmail: 'ada@example.com',
  checkInDate: '2027-07-01',
  checkOutDate: '2027-07-05',
  adults: '2',
}

describeWithDatabase('the booking form without its key', (database) => {
  expectSoundMoney(database)
  async function opened() {
    const services = testServices(database())
    const propertyId = await makePricedProperty(database().db)
    const press = async (change = {}, address = '203.0.113.7') => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ ...FIELDS, ...change })) form.set(name, value)
      return runForm(bookingForm(propertyId), { services, form, address })
    }
    const booked = async (change = {}) => {
      const answer = await press(change)
      if (!answer.ok) throw new Error(answer.message)
      return answer.booking
    }
    return { services, press, booked }
  }

  testOnBoth('pressed twice, at once or later, books once', async () => {
    const { booked } = await opened()
    const [first, second] = await Promise.all([booked(), booked()])
    expect(second.reference).toBe(first.reference)
    expect((await booked()).reference).toBe(first.reference)
    expect(await database().db.select().from(bookings)).toHaveLength(1)
  })

  test('of another guest is another request', async () => {
    const { press, booked } = await opened()
    await booked()
    expect(await press({}, '198.51.100.9'), 'with the same fields').toMatchObject({ status: 409 })
    expect(await press({ guestName: 'Bo Guest', guestEmail: 'bo@example.com' })).toMatchObject({ status: 409 })
  })

  test('sent again after the booking was cancelled books again, once', async () => {
    const { services, booked } = await opened()
    const references = new Set<string>()
    for (let times = 0; times < 3; times += 1) {
      const { token, reference } = await booked()
      references.add(reference)
      expect((await booked()).reference).toBe(reference)
      expect(await cancelBooking(services, { token, refund: 0 })).toMatchObject({ ok: true })
    }
    expect(references.size).toBe(3)
  })
})
