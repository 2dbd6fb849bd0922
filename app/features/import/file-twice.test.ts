import { expect, test } from 'vitest'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { getPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeImport, makePricedProperty } from '#test/factories.ts'
import { AIRBNB, importing } from '#test/importing.ts'
import { payingByCard } from '#test/paying-by-card.ts'
import { followedChanges } from './follow-row.changes.server.ts'
import { importChanges } from './import.changes.server.ts'
import { findFile } from './import-file.server.ts'
import { planBookings } from './plan-bookings.server.ts'

const by = { ...UNNAMED, name: 'mia' }
const HEAD = `${AIRBNB},Paid`
const row = (guest: string, nights: string, total: string, status = 'Confirmed') =>
  `HM${guest.toUpperCase()},${status},${guest},,2,${nights},Lodge,"${total}","${total}"`
const IDA = row('Ida', '11/20/2027,11/24/2027', '$900.00')
const IDA_MOVED = row('Ida', '11/21/2027,11/25/2027', '$950.00')
const BO = row('Bo', '11/25/2027,11/29/2027', '$800.00')
const BO_CANCELED = row('Bo', '11/25/2027,11/29/2027', '$0.00', 'Canceled')

describeWithDatabase('a file that comes twice', (database) => {
  const { at } = payingByCard(database)
  const services = () => at(0)
  const db = () => database().db
  const { look, bring, follow } = importing(services)
  const cabin = () => makePricedProperty(db(), { slug: 'cabin', name: 'Cabin' })
  const press = ({ id, preview }: Awaited<ReturnType<typeof look>>) =>
    postChange(
      importChanges.bookings,
      { services: services(), by, params: { file: id } },
      { seen: preview?.seen ?? '' },
    )
  const undo = (outcome: { ok: boolean; id?: string | null }) => undoChange(services(), { id: outcome.id ?? '', by })
  const nights = async () =>
    (await db().select().from(occupancies)).map((one) => `${one.nights.from}/${one.nights.to}`).sort()
  /** The paid amount of each stay, canceled ones too. */
  const paid = async () => Promise.all((await db().select().from(bookings)).map(({ id }) => getPaidElsewhere(db(), id)))

  testOnBoth('is uploaded twice and imported from both pages at once: each stay is there once', async () => {
    await cabin()
    const files = await Promise.all([look(HEAD, IDA, BO), look(HEAD, IDA, BO)])
    const outcomes = await Promise.all(files.map(press))
    expect(outcomes.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await nights()).toEqual(['2027-11-20/2027-11-24', '2027-11-25/2027-11-29'])
    expect((await paid()).sort()).toEqual([80_000, 90_000])
    const left = files[outcomes.findIndex(({ ok }) => !ok)]
    const message = 'There is nothing in this file to import.'
    expect(left && (await press(left))).toMatchObject({ ok: false, status: 409, message })
  })

  testOnBoth('changes a stay once when both of its pages are pressed at once', async () => {
    await cabin()
    await bring(HEAD, IDA)
    const files = await Promise.all([look(HEAD, IDA_MOVED), look(HEAD, IDA_MOVED)])
    const pages = await Promise.all(files.map(({ id }) => follow(id, [2])))
    const outcomes = await Promise.all(pages.flatMap((page) => [page.press(), page.press()]))
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect([await nights(), await paid()]).toEqual([['2027-11-21/2027-11-25'], [95_000]])
  })

  test('does not change a stay that somebody moved while the rows before it were done', async () => {
    await cabin()
    await bring(HEAD, IDA, BO)
    const { id } = await look(HEAD, IDA_MOVED, BO_CANCELED)
    const file = await findFile(db(), { services: services(), params: { file: id } })
    const plan = file && (await planBookings(db(), file, services().clock.now()))
    const later = await look(
      HEAD,
      row('Ida', '11/20/2027,11/23/2027', '$900.00'),
      row('Bo', '11/25/2027,11/28/2027', '$800.00'),
    )
    expect(await (await follow(later.id, [2, 3])).press()).toMatchObject({ ok: true })
    for (const { here, line, there, seen } of plan?.changed ?? []) {
      const asked = { services: services(), by, params: { reference: here } }
      const message = expect.stringMatching(/^Something changed while you looked/)
      expect(await makeChange(followedChanges.row, asked, { line, there, seen, file: 'file.csv' })).toMatchObject({
        ...{ ok: false, status: 409, message },
      })
    }
    expect(plan?.changed).toHaveLength(2)
    expect(await nights()).toEqual(['2027-11-20/2027-11-23', '2027-11-25/2027-11-28'])
  })

  test('changes a stay again after Undo, as often as it comes', async () => {
    await cabin()
    await bring(HEAD, IDA)
    for (const _ of [1, 2]) {
      const { id } = await look(HEAD, IDA_MOVED)
      const outcome = await (await follow(id, [2])).press()
      expect([await nights(), await paid()]).toEqual([['2027-11-21/2027-11-25'], [95_000]])
      expect(await undo(outcome)).toMatchObject({ ok: true })
      expect([await nights(), await paid()]).toEqual([['2027-11-20/2027-11-24'], [90_000]])
    }
  })

  test.each([
    ['closed', /^These nights are taken by now\. You closed Nov 27–30\./],
    ['another calendar', /^These nights are taken by now\. “Another calendar” has Nov 27–30\./],
  ])('does not confirm a canceled stay again over nights that are taken since: %s', async (taker, message) => {
    const propertyId = await cabin()
    await bring(HEAD, BO)
    const { id } = await look(HEAD, BO_CANCELED)
    const outcome = await (await follow(id, [2])).press()
    const taken = { from: '2027-11-27', to: '2027-11-30' }
    if (taker === 'closed') await db().insert(blocks).values({ propertyId, nights: taken, kind: 'closed' })
    else await makeImport(db(), propertyId, taken)
    expect(await undo(outcome)).toMatchObject({ ok: false, status: 409, message: expect.stringMatching(message) })
    expect(await paid()).toEqual([0])
  })

  test('imports a stay anew that it canceled, and then the cancellation is not undone over it', async () => {
    await cabin()
    const first = await bring(HEAD, BO)
    const { id } = await look(HEAD, BO_CANCELED)
    const canceled = await (await follow(id, [2])).press()
    const anew = await bring(HEAD, BO)
    expect([await nights(), (await paid()).sort()]).toEqual([['2027-11-25/2027-11-29'], [0, 80_000]])
    const message = expect.stringMatching(/^These nights are taken by now\. Bo \(/)
    expect(await undo(canceled)).toMatchObject({ ok: false, message })
    for (const one of [anew, canceled, first]) expect(await undo(one)).toMatchObject({ ok: true })
    expect([await nights(), await paid()]).toEqual([[], [0, 0]])
  })
})
