import { expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { findBrokenInvariants } from '#app/features/bookings/payments/invariants.server.ts'
import { useChannels } from '#test/channels.ts'
import { describeWithDatabase } from '#test/database.ts'
import { readBookings } from './read-bookings.server.ts'

/** Three nights at $100. */
const JULY = { checkIn: '2027-07-05', checkOut: '2027-07-08', price: '100.00' }

describeWithDatabase('the money of a platform’s booking', (database) => {
  const channels = useChannels(database)
  const read = () => readBookings(channels.services(), new AbortController().signal)
  const played = () => channels.server().bookings
  const money = async () =>
    (await database().db.select().from(bookings)).map(({ source, totalAmount, paidElsewhere, platformCommission }) => [
      ...[source, totalAmount, paidElsewhere, platformCommission],
    ])

  test.each([
    ['Airbnb', 'airbnb'],
    ['A-Expedia', 'expedia'],
  ] as const)('of %s is paid there, with what the platform keeps, also after a change', async (platform, source) => {
    played().forget()
    const { planId } = await channels.makeListing()
    const kept = { payment_collect: 'ota', ota_commission: '45.50' }
    const { bookingId } = played().book({ ...JULY, ratePlanId: planId, platform, with: kept })
    await read()
    expect(await money()).toEqual([[source, '300.00', '300.00', '45.50']])
    // No more than the price is kept.
    played().change(bookingId, { ...JULY, ratePlanId: planId, platform, price: '10.00', with: kept })
    await read()
    expect(await money()).toEqual([[source, '30.00', '30.00', '30.00']])
    expect(await findBrokenInvariants(database().db)).toEqual([])
  })

  test('that is paid at the home is owed', async () => {
    played().forget()
    const { planId } = await channels.makeListing()
    played().book({ ...JULY, ratePlanId: planId, platform: 'BookingCom' })
    await read()
    expect(await money()).toEqual([['booking-com', '300.00', '0.00', '0.00']])
  })
})
