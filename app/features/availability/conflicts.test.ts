import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '#test/database.ts'
import {
  makeBooking,
  makeDate,
  makeFeed,
  makeHold,
  makeHome,
  makeImport,
  NOON,
  testClock,
  testServices,
} from '#test/factories.ts'
import { listConflicts } from './conflicts.server.ts'

const later = new Date(NOON.getTime() + 600_000)
const july = (from: number, to: number) => ({
  from: `2027-07-${String(from).padStart(2, '0')}`,
  to: `2027-07-${String(to).padStart(2, '0')}`,
})

describeOnBothDatabases('conflicts over nights', (database) => {
  const conflicts = async (of: Parameters<typeof listConflicts>[1], at = NOON) =>
    listConflicts(testServices(database(), { clock: testClock(at) }), of)
  /** Which nights are disputed, and by what. */
  const disputed = async (of: Parameters<typeof listConflicts>[1], at = NOON) =>
    (await conflicts(of, at)).map(({ nights, claim }) => [nights.from.slice(8), nights.to.slice(8), claim.kind])

  test('a stay that meets an import or a block of the operator is told with the nights that both want', async () => {
    const { db } = database()
    const propertyId = await makeHome(db)
    const bookingId = await makeBooking(db, propertyId, july(1, 5))
    const other = await makeBooking(db, propertyId, july(10, 12))
    const feedId = await makeFeed(db, propertyId, { label: 'Airbnb' })
    await makeImport(db, propertyId, july(4, 8), { feedId, marked: 'reserved' })
    for (const day of ['02', '03', '10']) await makeDate(db, propertyId, `2027-07-${day}`, { blocked: true })
    const [block, reserved, ...more] = await conflicts({ bookingId })
    expect(block).toMatchObject({ nights: july(2, 4), claim: { kind: 'block', nights: july(2, 4) } })
    expect(reserved).toMatchObject({
      propertyId,
      nights: july(4, 5),
      stay: { bookingId, status: 'pending', reference: expect.stringMatching(/^TST-/), nights: july(1, 5) },
      claim: { kind: 'import', feedId, calendar: 'Airbnb', marked: 'reserved', nights: july(4, 8) },
    })
    expect(more).toEqual([])
    expect(await disputed({ bookingId: other })).toEqual([['10', '11', 'block']])
    expect(await disputed({ propertyId })).toHaveLength(3)
  })

  test('nights that only touch, other homes, holds whose time is over and nights that are past are no conflict', async () => {
    const { db } = database()
    const [propertyId, elsewhere] = [await makeHome(db), await makeHome(db)]
    const bookingId = await makeBooking(db, propertyId, july(1, 5))
    await makeHold(db, propertyId, july(20, 22), later)
    await makeImport(db, propertyId, july(5, 8))
    await makeImport(db, elsewhere, july(1, 5))
    expect(await conflicts({ bookingId })).toEqual([])
    await makeImport(db, propertyId, july(3, 4))
    await makeImport(db, propertyId, july(21, 23))
    expect(await disputed({ propertyId })).toEqual([
      ['03', '04', 'import'],
      ['21', '22', 'import'],
    ])
    expect(await disputed({ propertyId }, later)).toEqual([['03', '04', 'import']])
    // It is July 4 at the home.
    expect(await conflicts({ propertyId }, new Date('2027-07-04T12:00:00Z'))).toEqual([])
    expect(await conflicts({ bookingId: crypto.randomUUID() })).toEqual([])
  })

  test('what a platform calls blocked and our calendar carried, to the night, is its echo and no conflict', async () => {
    const { db } = database()
    const propertyId = await makeHome(db)
    const bookingId = await makeBooking(db, propertyId, july(1, 5))
    const feedId = await makeFeed(db, propertyId)
    const blocked = { feedId, marked: 'block' as const }
    await makeImport(db, propertyId, july(1, 5), blocked)
    expect(await conflicts({ bookingId })).toEqual([])
    // Some platforms put neighbours together: the next stay and the operator's block of the night after it.
    const next = await makeBooking(db, propertyId, july(5, 7))
    await makeDate(db, propertyId, '2027-07-07', { blocked: true })
    await makeImport(db, propertyId, july(1, 8), { ...blocked, eventKey: 'together' })
    expect(await conflicts({ propertyId })).toEqual([])
    // Nights that are over may be missing in it.
    await makeImport(db, propertyId, july(3, 5), { ...blocked, eventKey: 'what is left' })
    expect(await conflicts({ bookingId }, new Date('2027-07-03T12:00:00Z'))).toEqual([])
    expect(await disputed({ bookingId })).toEqual([['03', '05', 'import']])
    expect(await conflicts({ bookingId: next })).toEqual([])
  })

  test('what reaches further than our calendar, is called reserved, or is not told apart by its feed stays a conflict', async () => {
    const { db } = database()
    const further = { nights: july(1, 6), marked: 'block' as const }
    const reserved = { nights: july(1, 5), marked: 'reserved' as const }
    const unclear = { nights: july(1, 5), marked: null }
    for (const { nights, marked } of [further, reserved, unclear]) {
      const propertyId = await makeHome(db)
      const bookingId = await makeBooking(db, propertyId, july(1, 5))
      await makeImport(db, propertyId, nights, { marked })
      expect(await disputed({ bookingId }), JSON.stringify({ nights, marked })).toEqual([['01', '05', 'import']])
    }
  })

  test('our calendar carries no holds, so nothing that meets one is an echo', async () => {
    const { db } = database()
    const propertyId = await makeHome(db)
    const bookingId = await makeHold(db, propertyId, july(1, 5), later)
    await makeImport(db, propertyId, july(1, 5), { marked: 'block' })
    expect(await conflicts({ bookingId })).toMatchObject([{ stay: { bookingId, status: 'held' } }])
  })
})
