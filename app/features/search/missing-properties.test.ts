import { expect, test } from 'vitest'
import { nightOverrides } from '#app/features/pricing/pricing.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { loadResults } from './search.server.ts'

const july = 'checkin=2027-07-05&checkout=2027-07-10&adults=6'

describeWithDatabase('missing properties', (database) => {
  const missing = async (query = july) => {
    const view = await loadResults(testServices(database()), new URLSearchParams(query))
    if (view.state !== 'found') throw new Error(`${query} found nothing`)
    return view.missing.map(({ property, reason, offer }) => ({
      id: property.id,
      why: [reason, offer?.words].join(' | '),
      stay: offer?.stay,
    }))
  }

  test('that are booked name the nights, and the next stay of this length and party', async () => {
    const { db } = database()
    await makePricedProperty(db)
    const booked = await makePricedProperty(db)
    await makeBooking(db, booked, { from: '2027-07-01', to: '2027-07-08' })
    await makeBooking(db, booked, { from: '2027-07-11', to: '2027-07-13' })
    expect(await missing()).toEqual([
      {
        id: booked,
        why: 'Booked Jul 5–8 | Nearest open dates: Jul 13–18, $4,411 total',
        stay: { checkIn: '2027-07-13', checkOut: '2027-07-18', adults: 6, children: 0, infants: 0, pets: 0 },
      },
    ])
    expect(await missing(`${july}&cursor=${Buffer.from(`1.${booked}`).toString('base64url')}`)).toEqual([])
  })

  test('that do not take the party or the length say so, with a stay that they take', async () => {
    const { db } = database()
    const open = await makePricedProperty(db)
    await db.insert(nightOverrides).values({ propertyId: open, date: '2027-07-05', minimumStay: 1 })
    const [small, noPets] = [
      await makePricedProperty(db, { maxGuests: 4 }),
      await makePricedProperty(db, { maxPets: 0 }),
    ]
    const found = await missing(`${july}&pets=1`)
    expect(found.map(({ id, why }) => [id, why])).toEqual([
      [small, expect.stringMatching(/^Sleeps 4 \| Jul 5–10 for 4 adults, 1 pet, \$[\d,.]+ total$/)],
      [noPets, expect.stringMatching(/^No pets \| Jul 5–10 for 6 adults, \$[\d,.]+ total$/)],
    ])
    const short = await missing('checkin=2027-07-05&checkout=2027-07-06&adults=2')
    expect(short.map(({ why }) => why)).toContainEqual(
      expect.stringMatching(/^4-night minimum \| Nearest open dates: Jul 5–9, \$[\d,.]+ total$/),
    )
  })

  test('are left out where other dates would not help, beyond the filters, and at places with many properties', async () => {
    const { db } = database()
    const booked = await makePricedProperty(db)
    await makeBooking(db, booked, { from: '2027-07-01', to: '2027-07-20' })
    expect(await missing()).toHaveLength(1)
    expect(await missing(july.replace('adults=6', 'adults=60'))).toEqual([])
    expect(await missing(`${july}&amenities=helipad`)).toEqual([])
    for (let count = 0; count < 20; count += 1) await makePricedProperty(db, { location: 'Elsewhere, Ohio' })
    expect(await missing()).toEqual([])
    expect(await missing(`${july}&location=West Union`)).toHaveLength(1)
  })
})
