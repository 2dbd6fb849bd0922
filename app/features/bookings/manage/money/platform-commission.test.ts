import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { listPostings } from '#app/features/bookkeeping/bookkeeping.server.ts'
import { getBusiness } from '#app/features/reports/business/business.server.ts'
import { listCountedStays } from '#app/features/reports/counted-stays.server.ts'
import { undoRecorded } from '#app/platform/change/undo.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange, undoIn } from '#test/changes/post-change.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { commissionVersion, setPlatformCommission } from './platform-commission.server.ts'

const by = { ...UNNAMED, name: 'mia' }
if (!('names' in setPlatformCommission)) throw new Error('the change has no name')
const WORDS = setPlatformCommission.names['booking.commission-changed']
const NIGHTS = { from: '2027-07-01', to: '2027-07-05' }
const JULY = { from: '2027-07-01', to: '2027-08-01' }

describeOnBothDatabases('the commission of a platform', (database) => {
  const services = () => testServices(database())
  const db = () => database().db

  async function stayOf(source: 'airbnb' | 'phone') {
    const property = await makePricedProperty(db())
    const id = await makeBooking(db(), property, NIGHTS, { status: 'confirmed', source })
    const read = async () => {
      const [stay] = await db().select().from(bookings).where(eq(bookings.id, id))
      if (!stay) throw new Error('the stay is gone')
      return stay
    }
    const set = async (commission: string, version?: string) => {
      const stay = await read()
      const params = { reference: stay.reference }
      const form = { commission, version: version ?? commissionVersion(stay) }
      return postChange(setPlatformCommission, { services: services(), by, params }, form)
    }
    return { id, read, set }
  }

  /** As the list behind a report, business by source, and the journal have it, in cents. */
  async function everywhere() {
    const [stay] = await listCountedStays(db(), { where: sql`true` })
    const { bySource } = await getBusiness(services(), new URLSearchParams({ year: '2027' }))
    const postings = await listPostings(db(), JULY)
    return [
      stay?.platformCommission,
      bySource.reduce((sum, { commission }) => sum + commission, 0),
      postings.reduce((sum, { account, amount }) => (account === 'commissions' ? sum + amount : sum), 0),
    ]
  }

  test('is the same in every report, and goes with Undo', async () => {
    const { set } = await stayOf('airbnb')
    const first = await set('62.50')
    expect(first).toMatchObject({ ok: true })
    expect(await everywhere()).toEqual([62_50, 62_50, 62_50])
    expect(
      await undoRecorded(services(), {
        id: first.ok ? (first.id ?? '') : '',
        by,
        undoOf: () => undoIn(WORDS),
        confirms: () => false,
      }),
    ).toMatchObject({ ok: true })
    expect(await everywhere()).toEqual([0, 0, 0])
  })

  test('counts while a platform is the source, and while the stay is confirmed', async () => {
    const { id, set } = await stayOf('airbnb')
    await set('62.50')
    const update = (to: Partial<typeof bookings.$inferInsert>) =>
      db().update(bookings).set(to).where(eq(bookings.id, id))
    await update({ source: 'phone' })
    expect(await everywhere()).toEqual([0, 0, 0])
    await update({ source: 'vrbo' })
    expect(await everywhere()).toEqual([62_50, 62_50, 62_50])
  })

  test('is refused above the price, of a stay that no platform sold, and unseen', async () => {
    const platform = await stayOf('airbnb')
    expect(await platform.set('100000')).toMatchObject({ ok: false, status: 400 })
    expect(await platform.set('much')).toMatchObject({ ok: false, status: 400 })
    expect(await platform.set('10', 'another')).toMatchObject({ ok: false, status: 409 })
    expect(await platform.read()).toMatchObject({ platformCommission: '0.00' })
    const own = await stayOf('phone').catch(() => null)
    expect(await own?.set('10')).toMatchObject({ ok: false, status: 409 })
  })
})
