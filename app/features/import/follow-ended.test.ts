import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty } from '#test/factories.ts'
import { AIRBNB, importing } from '#test/importing.ts'
import { payingByCard } from '#test/paying-by-card.ts'
import { SEEN_ANEW } from './follow-row.changes.server.ts'
import { fileChanges } from './import-file.changes.server.ts'

const by = { ...UNNAMED, name: 'mia' }
const HEAD = `${AIRBNB},Paid`
const row = (guest: string, nights: string, total: string, status = 'Confirmed') =>
  `HM${guest.toUpperCase()},${status},${guest},,2,${nights},Lodge,"${total}","${total}"`
const IDA = row('Ida', '11/20/2027,11/24/2027', '$900.00')
const IDA_MOVED = row('Ida', '11/21/2027,11/25/2027', '$950.00')
const IDA_CANCELED = row('Ida', '11/20/2027,11/24/2027', '$200.00', 'Canceled')
const BO = row('Bo', '11/25/2027,11/29/2027', '$800.00')
const BO_LONGER = row('Bo', '11/25/2027,11/30/2027', '$990.00')

describeWithDatabase('a press on what changed in a file', (database) => {
  const { at } = payingByCard(database)
  const services = () => at(0)
  const db = () => database().db
  const { look, bring, follow } = importing(services)
  const stays = async () =>
    (await db().select().from(bookings).orderBy(bookings.guestName)).map(
      ({ guestName, status, checkInDate, checkOutDate }) => [guestName, status, `${checkInDate}/${checkOutDate}`],
    )
  async function bringBoth(...later: string[]) {
    await makePricedProperty(db(), { slug: 'cabin', name: 'Cabin' })
    await bring(HEAD, IDA, BO)
    const { id } = await look(HEAD, ...later)
    return { id, ...(await follow(id, [2, 3])) }
  }

  test.each([
    [IDA_MOVED, 'Line 2: This booking is canceled by now. Nothing was changed.'],
    [
      IDA_CANCELED,
      'Line 2: This booking is canceled by now, so nothing was changed. There, $200.00 of $900.00 stays yours. See on its own page what went back.',
    ],
  ])('names a stay that was canceled here in between, with what was not changed: %s', async (later, words) => {
    const { press } = await bringBoth(later, BO_LONGER)
    const [ida] = await db().select().from(bookings).where(eq(bookings.guestName, 'Ida'))
    if (!ida) throw new Error('the stay is missing')
    const canceled = {
      booking: ida,
      refund: 0,
      now: services().clock.now(),
      cause: 'operator',
      by,
      reason: null,
    } as const
    await db().transaction((tx) => storeCancellation(tx, canceled))
    const message = `1 stay is as in the file now. Each has its Undo in History.\n${words}`
    expect(await press()).toMatchObject({ ok: true, message })
    expect(await press()).toMatchObject({ ok: true, message })
    expect(await stays()).toEqual([
      ['Bo', 'confirmed', '2027-11-25/2027-11-30'],
      ['Ida', 'cancelled', '2027-11-20/2027-11-24'],
    ])
    expect(await getPaidElsewhere(db(), ida.id)).toBe(90_000)
  })

  test('changes nothing and says so once the file is read in another way', async () => {
    const { id, press } = await bringBoth(IDA_MOVED, BO)
    const columns = Object.fromEntries(HEAD.split(',').map((_, index) => [`columns[${index}]`, '']))
    const reader = { services: services(), by, params: { file: id } }
    expect(await postChange(fileChanges.columns, reader, { ...columns, property: 'cabin' })).toMatchObject({ ok: true })
    expect(await press()).toMatchObject({ ok: false, status: 409, message: SEEN_ANEW })
    expect((await stays())[1]).toEqual(['Ida', 'confirmed', '2027-11-20/2027-11-24'])
  })
})
