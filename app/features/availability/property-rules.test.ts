import { expect, test } from 'vitest'
import {
  arrivalMinimums,
  fees,
  feeTaxes,
  nightOverrides,
  seasons,
  stayDiscounts,
  taxes,
} from '#app/features/pricing/pricing.tables.server.ts'
import { getProperty } from '#app/features/properties/properties.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { checkAvailability, getBookingOptions, getCalendar } from './availability.server.ts'
import { blocks } from './availability.tables.server.ts'

describeWithDatabase('property rules from the database', (database) => {
  const party = { adults: 2, children: 0, infants: 0, pets: 0 }
  const outcomeOf = async (propertyId: string, checkIn: string, checkOut: string, change: object = {}) => {
    const check = await checkAvailability(testServices(database()), {
      propertyId,
      checkIn,
      checkOut,
      ...party,
      ...change,
    })
    return check.ok ? check.price : check.message
  }

  test('each rule adds its line to the price', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db, { minimumStay: 1 })
    await db
      .insert(stayDiscounts)
      .values({ propertyId, label: 'Weekly discount', kind: 'long-stay', threshold: 7, percent: '10' })
    const charged = await db
      .insert(fees)
      .values([
        { propertyId, kind: 'guest', label: 'Extra guest', amount: '25', per: 'night', includedGuests: 2 },
        { propertyId, kind: 'pet', label: 'Pets', amount: '10', per: 'night' },
      ])
      .returning({ id: fees.id })
    const [guestFeeId = '', petFeeId = ''] = charged.map(({ id }) => id)
    const nightsOnly = { rate: '2', jurisdiction: 'South Carolina', appliesTo: ['nights' as const] }
    const inserted = await db
      .insert(taxes)
      .values([
        { propertyId, name: 'Sales tax', rate: '5', jurisdiction: 'South Carolina' },
        { propertyId, name: 'Lodging tax', displayOrder: 1, ...nightsOnly },
      ])
      .returning({ id: taxes.id })
    const [salesId = '', lodgingId = ''] = inserted.map(({ id }) => id)
    await db.insert(feeTaxes).values({ propertyId, feeId: guestFeeId, taxId: salesId })
    await db
      .insert(nightOverrides)
      .values({ propertyId, date: '2027-10-01', priceOverride: '700', reason: 'A wedding in the cove' })
    expect(await outcomeOf(propertyId, '2027-10-01', '2027-10-08', { children: 1, pets: 2 })).toEqual({
      nights: 7,
      lines: [
        { kind: 'nights', label: '1 night × $700.00, A wedding in the cove', amount: 70_000, dates: ['2027-10-01'] },
        {
          kind: 'nights',
          label: '6 nights × $480.00, Saturday to Thursday',
          amount: 288_000,
          dates: [2, 3, 4, 5, 6, 7].map((day) => `2027-10-0${day}`),
        },
        { kind: 'discount', label: 'Weekly discount (10%)', amount: -35_800 },
        { kind: 'cleaning', label: 'Cleaning', amount: 30_000 },
        { kind: 'guest', label: 'Extra guest × 1, 7 nights', amount: 17_500, feeId: guestFeeId },
        { kind: 'pet', label: 'Pets, 7 nights', amount: 7_000, feeId: petFeeId },
        {
          kind: 'tax',
          label: 'Sales tax (5%)',
          amount: 18_485,
          note: 'South Carolina, on nights, cleaning, and extra guests',
          taxId: salesId,
          jurisdiction: 'South Carolina',
          basis: 'percent',
          taxable: 369_700,
        },
        {
          kind: 'tax',
          label: 'Lodging tax (2%)',
          amount: 6_444,
          note: 'South Carolina, on nights',
          taxId: lodgingId,
          jurisdiction: 'South Carolina',
          basis: 'percent',
          taxable: 322_200,
        },
      ],
      total: 401_629,
      currency: 'USD',
    })
  })

  test('the calendar shows each rule before a guest can break it', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db, { noticeDays: 1, noticeUntilHour: 14, bookingWindowDays: 200 })
    const july = { propertyId, name: 'July', startsOn: '07-01', endsOn: '07-31', minimumStay: 7, checkInDays: [6] }
    await db.insert(seasons).values(july)
    await db.insert(arrivalMinimums).values({ propertyId, weekdays: [5], minimumStay: 5 })
    await db.insert(nightOverrides).values({ propertyId, date: '2027-06-10', minimumStay: 6 })
    const services = testServices(database())
    const nightsOf = async (from: string, to: string) =>
      (await getCalendar(services, { propertyId, from, to }))?.nights.map((night) => [night.arrival, night.minimumStay])
    expect(await nightsOf('2027-06-02', '2027-06-05')).toEqual([
      [false, 2],
      [true, 2],
      [true, 5],
    ])
    expect(await nightsOf('2027-06-10', '2027-06-11')).toEqual([[true, 6]])
    expect(await nightsOf('2027-07-02', '2027-07-04')).toEqual([
      [false, 7],
      [true, 7],
    ])
    expect(await outcomeOf(propertyId, '2027-06-02', '2027-06-05')).toContain(
      'The earliest check-in is Thursday, June 3',
    )
    expect(await outcomeOf(propertyId, '2027-07-02', '2027-07-10')).toBe('Check-in is only on Saturdays in July.')
    expect(await outcomeOf(propertyId, '2027-12-20', '2027-12-24')).toContain(
      'We’re booking through Saturday, December 18, 2027',
    )
    expect(await getBookingOptions(services, propertyId)).toMatchObject({
      hour: 14,
      lastDay: '2027-12-19',
      limits: { bookingWindowDays: 200 },
    })
    const morning = testServices(database(), { clock: testClock(new Date(NOON.getTime() - 2 * 3_600_000)) })
    expect(await getBookingOptions(morning, propertyId)).toMatchObject({ today: '2027-06-01', hour: 12 })
  })

  test('guests see the reason of a price override, but not of a block', async () => {
    const { db } = database()
    const propertyId = await makeProperty(db)
    await db.insert(nightOverrides).values([
      { propertyId, date: '2027-07-01', priceOverride: '700', reason: 'Fireworks' },
      { propertyId, date: '2027-07-02', minimumStay: 3 },
    ])
    const nights = { from: '2027-07-02', to: '2027-07-03' }
    await db.insert(blocks).values({ propertyId, nights, kind: 'owner', note: 'The plumber is a friend' })
    // The cached rules have all dates, and the frame would grow with each year.
    for (const date of ['2027-05-01', '2030-01-01'])
      await db.insert(nightOverrides).values({ propertyId, date, priceOverride: '600' })
    const booking = await getBookingOptions(testServices(database()), propertyId)
    expect(booking?.rules.pricing.overrides).toEqual({
      '2027-07-01': { price: 70_000, minimumStay: null, reason: 'Fireworks' },
      '2027-07-02': { price: null, minimumStay: 3, reason: null },
    })
    expect(JSON.stringify(booking)).not.toContain('plumber')
  })

  test('what is read for an id is cached once, however it is spelled', async () => {
    const propertyId = await makeProperty(database().db)
    const services = testServices(database())
    const keys = new Set<string>()
    const cache: Services['cache'] = {
      read: (key, load, options) => {
        keys.add(key)
        return services.cache.read(key, load, options)
      },
    }
    for (const id of [propertyId, propertyId.toUpperCase()]) {
      expect(await getBookingOptions({ ...services, cache }, id)).not.toBeNull()
      expect(await getProperty({ ...services, cache }, { id })).not.toBeNull()
    }
    expect(keys.size).toBe(3)
  })
})
