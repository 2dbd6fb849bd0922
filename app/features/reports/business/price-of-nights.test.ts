import { randomUUID } from 'node:crypto'
import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings, bookingVersions } from '#app/features/bookings/bookings.tables.server.ts'
import { bookingRequestSchema } from '#app/features/bookings/bookings.ts'
import { bookByHand } from '#app/features/bookings/manage/by-hand/book-by-hand.server.ts'
import { moveStay } from '#app/features/bookings/manage/by-hand/move-stay.server.ts'
import { linesAfterRefund } from '#app/features/bookings/manage/money/refund-amounts.ts'
import { confirmBooking } from '#app/features/bookings/manage/page/confirm-booking.server.ts'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { fees, nightOverrides, promoCodes, stayDiscounts } from '#app/features/pricing/pricing.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { centsFromNumeric, numericFromCents } from '#app/shared/money.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeBooking, makeProperty, makeSite, testServices } from '#test/factories.ts'
import { getBusiness } from './business.server.ts'
import { adr } from './business.ts'

describeOnBothDatabases('the price of a night', (database) => {
  const by = { ...UNNAMED, name: 'mia' }
  const services = () => testServices(database())
  const PARTY = { adults: 2, children: 0, infants: 0, pets: 0 }
  const STAY = { checkIn: '2027-06-29', checkOut: '2027-07-03', ...PARTY }
  const RATES = { by: 'rates', shown: 800_00 } as const

  /** Nights of $200.00, but $221.00 on the last two of June, and $179.00 on the first two of July. */
  async function cabin(): Promise<string> {
    const { db } = database()
    await makeSite(db)
    const property = { slug: 'cabin', name: 'Cabin', pricePerNight: '200', cleaningFee: '0', minimumStay: 1 }
    const propertyId = await makeProperty(db, property)
    const prices = { '2027-06-29': '221', '2027-06-30': '221', '2027-07-01': '179', '2027-07-02': '179' }
    const rows = Object.entries(prices).map(([date, priceOverride]) => ({ propertyId, date, priceOverride }))
    await db.insert(nightOverrides).values(rows)
    return propertyId
  }

  type Price = Parameters<typeof bookByHand.run>[1]['price']
  async function book(price: Price = RATES) {
    const guest = { name: 'Ida Phone', email: 'ida@example.com', phone: null }
    const how = { source: 'phone', note: '', notifyGuest: false, payment: { by: 'none' } } as const
    const input = { property: 'cabin', stay: STAY, guest, ...how, price, key: randomUUID() }
    const outcome = await makeChange(bookByHand, { services: services(), by }, input)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.to?.split('/').at(-1) ?? ''
  }

  const business = (asked: Record<string, string> = {}) =>
    getBusiness(services(), new URLSearchParams({ year: '2027', ...asked }))
  /** The rent of June and of July. */
  const rents = async () => (await business()).months.slice(5, 7).map(({ now }) => now.rent)
  /** The part of June in the list of the stays behind it. */
  const opened = async () => (await business({ month: '2027-06' })).opened?.map(({ rent, part }) => ({ rent, part }))
  const partOf = (rent: number, isEven: boolean) => ({ month: '2027-06-01', rent, isEven })

  test('counts in the month of the night: an average of $232.81, where an even spread has $230.81', async () => {
    const property = await cabin()
    await book()
    const others = { status: 'confirmed', totalAmount: '4447.01' } as const
    await makeBooking(database().db, property, { from: '2027-06-08', to: '2027-06-27' }, others)
    const [june, july] = (await business()).months.slice(5, 7)
    expect([june, july].map((month) => month && [month.now.nights, month.now.rent])).toEqual([
      [21, 442_00 + 4447_01],
      [2, 358_00],
    ])
    expect(june && adr(june.now)).toBe(232_81)
    expect(await opened()).toEqual([
      { rent: 4447_01, part: null },
      { rent: 800_00, part: partOf(442_00, false) },
    ])
  })

  test('is spread evenly where only the price of the stay was agreed, and the list behind the month says so', async () => {
    await cabin()
    await book({ by: 'agreement', total: 800_00, reason: 'Returning guest' })
    expect(await rents()).toEqual([400_00, 400_00])
    expect(await opened()).toEqual([{ rent: 800_00, part: partOf(400_00, true) }])
  })

  test('has its share of what was refunded, and the months add up to the cent', async () => {
    await cabin()
    const reference = await book()
    const { db } = database()
    const [booking] = await db.select().from(bookings).where(eq(bookings.reference, reference))
    const lines = linesAfterRefund(booking?.lines as PriceLine[], 33_33)
    await db.update(bookings).set({ lines, totalAmount: '766.67' }).where(eq(bookings.reference, reference))
    // $766.67 × 442 / 800 is $423.585.
    expect(await rents()).toEqual([423_59, 343_08])
    expect(await opened()).toEqual([{ rent: 766_67, part: partOf(423_59, false) }])
  })

  test('is spread by the prices of nights whatever else the stay costs or is reduced by, and its months add up to its rent', async () => {
    const propertyId = await cabin()
    const { db } = database()
    await db.insert(stayDiscounts).values({ propertyId, label: 'Long', kind: 'long-stay', threshold: 3, percent: '10' })
    await db.insert(promoCodes).values({ code: 'COVE', percent: '7' })
    const guests = { kind: 'guest', label: 'Extra guest', amount: '25', per: 'night', includedGuests: 1 } as const
    await db.insert(fees).values({ propertyId, ...guests })
    const asked = await requestBooking(
      services(),
      bookingRequestSchema.parse({
        propertyId,
        checkInDate: STAY.checkIn,
        checkOutDate: STAY.checkOut,
        ...PARTY,
        promoCode: 'COVE',
        guestName: 'Ada Guest',
        guestEmail: 'ada@example.com',
      }),
    )
    if (!asked.ok) throw new Error(asked.reason)
    const { reference } = asked.booking
    expect(await makeChange(confirmBooking, { services: services(), by, id: reference }, {})).toMatchObject({
      ok: true,
    })
    // $800.00, less 10%, less 7%: $669.60. Of that June has 442 / 800, which is $369.954.
    expect(await rents()).toEqual([369_95, 299_65])
    const [booking] = await db.select().from(bookings)
    const lines = linesAfterRefund(booking?.lines as PriceLine[], 100_01)
    const totalAmount = numericFromCents(centsFromNumeric(booking?.totalAmount ?? '0') - 100_01)
    await db.update(bookings).set({ lines, totalAmount })
    // $569.59 × 442 / 800 is $314.698.
    expect(await rents()).toEqual([314_70, 254_89])
    const [version] = await db.select().from(bookingVersions).orderBy(desc(bookingVersions.number)).limit(1)
    expect(version?.nightSums).toEqual([221_00, 442_00, 621_00, 800_00])
  })

  test('is that of the new nights after a move by the rates; after one at the old price, the stay is spread evenly', async () => {
    await cabin()
    const reference = await book()
    const move = async (checkIn: string, checkOut: string, price: Parameters<typeof moveStay.run>[1]['price']) => {
      const stay = { ...STAY, checkIn, checkOut }
      const input = {
        property: 'cabin',
        stay,
        price,
        returnedShown: 0,
        message: '',
        notifyGuest: false,
        key: randomUUID(),
      }
      expect(await makeChange(moveStay, { services: services(), by, id: reference }, input)).toMatchObject({ ok: true })
    }
    await move('2027-06-28', '2027-07-02', { by: 'rates', shown: 821_00 })
    expect(await rents()).toEqual([642_00, 179_00])
    await move('2027-06-29', '2027-07-03', { by: 'before' })
    expect(await rents()).toEqual([410_50, 410_50])
  })

  test('that is nothing spreads the stay evenly', async () => {
    const property = await cabin()
    await database()
      .db.update(nightOverrides)
      .set({ priceOverride: '0' })
      .where(eq(nightOverrides.propertyId, property))
    await book({ by: 'rates', shown: 0 })
    await database().db.execute(sql`update bookings set total_amount = 40,
      lines = lines || '[{"kind": "nights", "label": "Agreed", "amount": 4000}]'`)
    expect(await rents()).toEqual([20_00, 20_00])
  })
})
