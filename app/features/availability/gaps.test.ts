import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { requestBooking } from '#app/features/bookings/request/request-booking.server.ts'
import { calendarNights } from '#app/features/bookings/widget/use-chosen-stay.ts'
import { searchProperties } from '#app/features/search/search.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeHold, makeImport, makePricedProperty, NOON, testServices } from '#test/factories.ts'
import { checkAvailability, getBookingOptions, getCalendar, getStayTotal } from './availability.server.ts'
import { occupancies } from './availability.tables.server.ts'
import { listStayOffers } from './stay-offers.server.ts'
import { canChoose } from './stay-picker/stay-choice.ts'

const PARTY = { adults: 2, children: 0, infants: 0, pets: 0 }
const GAP = { checkIn: '2027-10-07', checkOut: '2027-10-09', ...PARTY }
/** Thursday at $480 and Friday at $590, a fifth less: $856. Then $300 of cleaning, and 10% of taxes. */
const TOTAL = 127_160

describeWithDatabase('a gap between two stays', (database) => {
  const services = () => testServices(database())

  async function addProperty(gapMinimumStay: number | null = 1) {
    const { db } = database()
    const id = await makePricedProperty(db, { minimumStay: 3, gapMinimumStay, gapPercent: -20 })
    await makeBooking(db, id, { from: '2027-10-04', to: '2027-10-07' })
    await makeImport(db, id, { from: '2027-10-09', to: '2027-10-12' })
    return id
  }
  const removeNext = (id: string) =>
    database()
      .db.delete(occupancies)
      .where(and(eq(occupancies.propertyId, id), isNull(occupancies.bookingId)))
  const outcomeOf = async (propertyId: string, stay = GAP) => {
    const check = await checkAvailability(services(), { propertyId, ...stay })
    return check.ok ? check.price.total : check.reason
  }
  const book = (propertyId: string) => {
    const { checkIn: checkInDate, checkOut: checkOutDate, ...party } = GAP
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    return requestBooking(services(), { propertyId, checkInDate, checkOutDate, ...party, ...guest })
  }

  test('can be booked whole at its price, wherever a guest looks', async () => {
    const id = await addProperty()
    expect(await outcomeOf(id)).toBe(TOTAL)
    expect(await getStayTotal(services(), { ...GAP, propertyId: id, typedCode: null })).toBe(TOTAL)
    const found = await searchProperties(services(), GAP)
    expect(found.ok && found.properties.map(({ total }) => total)).toEqual([TOTAL])
    const later = await searchProperties(services(), { ...GAP, checkIn: '2027-10-08', checkOut: '2027-10-10' })
    expect(later.ok && later.alternatives.map(({ checkIn, total }) => [checkIn, total])).toEqual([
      ['2027-10-07', TOTAL],
    ])
    for (const listed of [undefined, [{ id }]]) {
      const offer = (await listStayOffers(services(), GAP, listed)).get(id)
      expect(offer?.price?.total).toBe(TOTAL)
    }
    const calendar = await getCalendar(services(), { propertyId: id, from: '2027-10-06', to: '2027-10-08' })
    expect(calendar?.nights.map(({ minimumStay }) => minimumStay)).toEqual([3, 2])
    const options = await getBookingOptions(services(), id)
    if (!options) throw new Error('the home is gone')
    const nights = calendarNights(options)
    const arrival = { checkIn: GAP.checkIn, checkOut: null }
    expect(canChoose('2027-10-07', { checkIn: null, checkOut: null }, nights)).toBe(true)
    expect(['2027-10-08', '2027-10-09'].map((date) => canChoose(date, arrival, nights))).toEqual([false, true])
    expect(await book(id)).toMatchObject({ ok: true, booking: { total: TOTAL } })
  })

  test('is filled from the end of one stay to the begin of the next, and not below its own minimum', async () => {
    const id = await addProperty()
    expect(await outcomeOf(id, { ...GAP, checkOut: '2027-10-08' })).toBe('below-minimum')
    expect(await outcomeOf(id, { ...GAP, checkIn: '2027-10-12', checkOut: '2027-10-14' })).toBe('below-minimum')
    expect(await outcomeOf(await addProperty(2))).toBe(TOTAL)
    expect(await outcomeOf(await addProperty(3))).toBe('below-minimum')
    expect(await outcomeOf(await addProperty(null))).toBe('below-minimum')
  })

  test('that closed meanwhile is refused with the sentence about the minimum', async () => {
    const id = await addProperty()
    await removeNext(id)
    expect(await book(id)).toMatchObject({
      reason: 'below-minimum',
      message: 'Stays that start Thu, Oct 7 have a 3-night minimum.',
    })
  })

  test('is made by stays and blocks, and not by somebody who holds nights', async () => {
    const id = await addProperty()
    await removeNext(id)
    const until = new Date(NOON.getTime() + 60_000)
    await makeHold(database().db, id, { from: '2027-10-09', to: '2027-10-12' }, until)
    expect(await outcomeOf(id)).toBe('below-minimum')
    expect((await getBookingOptions(services(), id))?.gaps).toEqual([])
  })
})
