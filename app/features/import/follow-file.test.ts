import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { historyFilterFromQuery, listHistory } from '#app/features/back-office/history.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { getPaidElsewhere, getRecordedMoney } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { moneyVersion } from '#app/features/bookings/manage/money/money-version.server.ts'
import { recordPayment } from '#app/features/bookings/manage/money/pay-by-hand.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeImport, makePayment, makePricedProperty } from '#test/factories.ts'
import { AIRBNB, importing } from '#test/importing.ts'
import { expectSoundMoney } from '#test/money-invariants.ts'
import { payingByCard } from '#test/paying-by-card.ts'
import { importedBookings } from './import.tables.server.ts'

const by = { ...UNNAMED, name: 'mia' }

describeWithDatabase('what changed in a file that comes again', (database) => {
  const { at, mails } = payingByCard(database)
  expectSoundMoney(database)
  const services = () => at(0)
  const db = () => database().db
  const { look, bring, follow } = importing(services)

  const cabin = () => makePricedProperty(db(), { slug: 'cabin', name: 'Cabin' })
  const row = (guest: string, nights: string, total: string, status = 'Confirmed') =>
    `HM${guest.toUpperCase()},${status},${guest},,2,${nights},Lodge,"${total}"`
  const HEAD = `${AIRBNB},Paid`
  const paidRow = (guest: string, nights: string, total: string, status?: string) =>
    `${row(guest, nights, total, status)},"${total}"`
  const stays = async () =>
    (await db().select().from(bookings).orderBy(bookings.guestName)).map((one) => [
      one.guestName,
      one.status,
      `${one.checkInDate}/${one.checkOutDate}`,
      one.totalAmount,
    ])
  const nights = async () => (await db().select().from(occupancies)).map((one) => `${one.nights.from}/${one.nights.to}`)
  const paidOf = async (guest: string) => {
    const [stay] = await db().select().from(bookings).where(eq(bookings.guestName, guest))
    return getPaidElsewhere(db(), stay?.id ?? '')
  }
  const history = async () => (await listHistory(services(), historyFilterFromQuery(new URLSearchParams()), by)).entries
  const undo = (id: string | null | undefined) => undoChange(services(), { id: id ?? '', by })
  /** Imports the first lines, looks at the later ones, and presses all that changed. */
  async function comeAgain(first: string[], later: string[], head = AIRBNB) {
    await bring(head, ...first)
    const { id, preview } = await look(head, ...later)
    const { press } = await follow(id, preview?.changed.rows.map(({ line }) => line) ?? [])
    return { id, press, outcome: await press() }
  }

  test.each([
    ['moved', '11/21/2027,11/25/2027', '$900.00', ['2027-11-21/2027-11-25', '900.00']],
    ['shorter', '11/20/2027,11/22/2027', '$450.00', ['2027-11-20/2027-11-22', '450.00']],
    ['longer', '11/20/2027,11/27/2027', '$1,575.00', ['2027-11-20/2027-11-27', '1575.00']],
    ['of another total', '11/20/2027,11/24/2027', '$950.00', ['2027-11-20/2027-11-24', '950.00']],
  ])('a stay that is %s there is so here after a press, and as before after Undo', async (_, when, total, expected) => {
    await cabin()
    const first = paidRow('Ida', '11/20/2027,11/24/2027', '$900.00')
    const { outcome } = await comeAgain([first], [paidRow('Ida', when, total)], HEAD)
    expect(outcome).toMatchObject({ ok: true, id: expect.any(String) })
    expect(await stays()).toEqual([['Ida', 'confirmed', ...expected]])
    expect(await nights()).toEqual([expected[0]])
    expect(await paidOf('Ida')).toBe(Number(expected[1]) * 100)
    const recorded = (await history()).map(({ words, reason }) => `${words}: ${reason}`)
    expect(recorded).toContain('Stay changed as in a file: file.csv, line 2')
    expect(await mails()).toEqual([])
    expect(await undo(outcome.ok ? outcome.id : '')).toMatchObject({ ok: true })
    expect(await stays()).toEqual([['Ida', 'confirmed', '2027-11-20/2027-11-24', '900.00']])
    expect([await nights(), await paidOf('Ida')]).toEqual([['2027-11-20/2027-11-24'], 90_000])
    // The file says it again.
    expect((await look(HEAD, paidRow('Ida', when, total))).preview?.changed.rows).toHaveLength(1)
  })

  test('a stay that was canceled there is canceled here, with what the platform still pays, and nobody is mailed', async () => {
    await cabin()
    const first = paidRow('Bo', '11/25/2027,11/29/2027', '$800.00')
    const { outcome, id, press } = await comeAgain(
      [first],
      [paidRow('Bo', '11/25/2027,11/29/2027', '$200.00', 'Canceled by guest')],
      HEAD,
    )
    expect(outcome).toMatchObject({ ok: true, id: expect.any(String) })
    expect([await stays(), await nights()]).toEqual([[['Bo', 'cancelled', '2027-11-25/2027-11-29', '800.00']], []])
    expect([await paidOf('Bo'), await mails(), await db().select().from(emailLogs)]).toEqual([20_000, [], []])
    expect((await follow(id, [2])).seen).toEqual([])
    // A second press finds it done.
    expect(await press()).toEqual({ ok: true })
    expect(await undo(outcome.ok ? outcome.id : '')).toMatchObject({ ok: true })
    expect(await stays()).toEqual([['Bo', 'confirmed', '2027-11-25/2027-11-29', '800.00']])
    expect([await nights(), await paidOf('Bo')]).toEqual([['2027-11-25/2027-11-29'], 80_000])
  })

  test('a canceled stay is not confirmed again over nights that somebody took since', async () => {
    const property = await cabin()
    const first = row('Bo', '11/25/2027,11/29/2027', '$800.00')
    const { outcome } = await comeAgain([first], [row('Bo', '11/25/2027,11/29/2027', '$0.00', 'Canceled')])
    await makeBooking(
      db(),
      property,
      { from: '2027-11-27', to: '2027-11-30' },
      { status: 'confirmed', guestName: 'Ada' },
    )
    const message = expect.stringMatching(/^These nights are taken by now. Ada .* Nothing was changed.$/)
    expect(await undo(outcome.ok ? outcome.id : '')).toMatchObject({ ok: false, message })
    expect(await nights()).toEqual(['2027-11-27/2027-11-30'])
  })

  test('nights of another stay are not taken, and the others are changed all the same', async () => {
    const property = await cabin()
    await makeBooking(
      db(),
      property,
      { from: '2027-11-24', to: '2027-11-26' },
      { status: 'confirmed', guestName: 'Ada' },
    )
    const { outcome } = await comeAgain(
      [row('Ida', '11/20/2027,11/24/2027', '$900.00'), row('Cy', '12/01/2027,12/04/2027', '$700.00')],
      [row('Ida', '11/21/2027,11/25/2027', '$900.00'), row('Cy', '12/01/2027,12/05/2027', '$800.00')],
    )
    const message = expect.stringMatching(/^1 stay is as in the file now.*\nLine 2: These nights are taken. Ada /)
    expect(outcome).toMatchObject({ ok: true, message })
    expect(await stays()).toMatchObject([
      ['Ada', 'confirmed', '2027-11-24/2027-11-26', expect.any(String)],
      ['Cy', 'confirmed', '2027-12-01/2027-12-05', '800.00'],
      ['Ida', 'confirmed', '2027-11-20/2027-11-24', '900.00'],
    ])
    const again = await look(AIRBNB, row('Ida', '11/21/2027,11/25/2027', '$900.00'))
    const refused = await (await follow(again.id, [2])).press()
    expect(refused).toMatchObject({ ok: false, status: 409, message: expect.stringContaining('Ada') })
  })

  test('a stay that moves into the nights that another one leaves needs no order', async () => {
    await cabin()
    const { outcome } = await comeAgain(
      [row('Ida', '11/20/2027,11/24/2027', '$900.00'), row('Cy', '11/24/2027,11/28/2027', '$700.00')],
      [row('Ida', '11/24/2027,11/28/2027', '$900.00'), row('Cy', '11/28/2027,12/02/2027', '$700.00')],
    )
    expect(outcome).toMatchObject({ ok: true, message: expect.stringMatching(/^2 stays are as in the file now/) })
    expect(await nights()).toEqual(expect.arrayContaining(['2027-11-24/2027-11-28', '2027-11-28/2027-12-02']))
  })

  test('an event of a calendar with exactly the new nights is that stay, and no reason to refuse it', async () => {
    const property = await cabin()
    await bring(AIRBNB, row('Ida', '11/20/2027,11/24/2027', '$900.00'))
    await makeImport(db(), property, { from: '2027-11-21', to: '2027-11-25' }, { eventKind: 'reserved' })
    const { id } = await look(AIRBNB, row('Ida', '11/21/2027,11/25/2027', '$900.00'))
    expect(await (await follow(id, [2])).press()).toMatchObject({ ok: true })
    expect(await listConflicts(services(), { propertyId: property })).toEqual([])
  })

  test('what several files changed is taken back in its order, and then the import itself', async () => {
    await cabin()
    const stored = await bring(HEAD, paidRow('Ida', '11/20/2027,11/24/2027', '$900.00'))
    const later = [
      paidRow('Ida', '11/21/2027,11/25/2027', '$950.00'),
      paidRow('Ida', '11/21/2027,11/24/2027', '$700.00'),
      paidRow('Ida', '11/21/2027,11/24/2027', '$150.00', 'Canceled'),
    ]
    const ids: string[] = []
    for (const line of later) {
      const { id } = await look(HEAD, line)
      const outcome = await (await follow(id, [2])).press()
      ids.push((outcome.ok && outcome.id) || '')
    }
    const read = async () => [(await stays())[0]?.slice(1), await paidOf('Ida')]
    expect(await read()).toEqual([['cancelled', '2027-11-21/2027-11-24', '700.00'], 15_000])
    expect(await undo(ids[0])).toMatchObject({ ok: false })
    expect(await undo(stored.ok ? stored.id : '')).toMatchObject({ ok: false })
    const before = [
      [['confirmed', '2027-11-21/2027-11-24', '700.00'], 70_000],
      [['confirmed', '2027-11-21/2027-11-25', '950.00'], 95_000],
      [['confirmed', '2027-11-20/2027-11-24', '900.00'], 90_000],
    ]
    for (const [index, id] of ids.toReversed().entries()) {
      expect(await undo(id)).toMatchObject({ ok: true })
      expect(await read()).toEqual(before[index])
    }
    const file = await db().select().from(importedBookings)
    expect(file).toMatchObject([{ paid: '900.00' }])
    expect(await undo(stored.ok ? stored.id : '')).toMatchObject({ ok: true })
    expect(await read()).toEqual([['cancelled', '2027-11-20/2027-11-24', '900.00'], 0])
  })

  test('a stay that moves into the nights of one that was canceled there, and a row that comes twice', async () => {
    await cabin()
    const gone = row('Bo', '11/24/2027,11/28/2027', '$0.00', 'Canceled')
    await bring(AIRBNB, row('Ida', '11/20/2027,11/24/2027', '$900.00'), row('Bo', '11/24/2027,11/28/2027', '$700.00'))
    const { id, preview } = await look(AIRBNB, row('Ida', '11/22/2027,11/26/2027', '$900.00'), gone, gone)
    expect(preview?.doubles.rows).toEqual([{ line: 4, words: 'Bo: also in line 3.' }])
    const outcome = await (await follow(id, [2, 3, 4])).press()
    expect(outcome).toMatchObject({ ok: true, message: expect.stringMatching(/^2 stays are as in the file now/) })
    expect([await nights(), (await follow(id, [2, 3, 4])).seen]).toEqual([['2027-11-22/2027-11-26'], []])
  })

  testOnBoth('several presses at once change a stay once', async () => {
    await cabin()
    await bring(HEAD, paidRow('Ida', '11/20/2027,11/24/2027', '$900.00'))
    const { id } = await look(HEAD, paidRow('Ida', '11/21/2027,11/25/2027', '$950.00'))
    const { press } = await follow(id, [2])
    const outcomes = await Promise.all([press(), press(), press()])
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true])
    const changes = (await history()).filter(({ words }) => words === 'Stay changed as in a file')
    expect([changes.length, await paidOf('Ida')]).toEqual([1, 95_000])
  })

  test('what an operator recorded as paid is kept, and a lower total than that is refused', async () => {
    await cabin()
    await bring(AIRBNB, row('Ida', '11/20/2027,11/24/2027', '$900.00'))
    const [stay] = await db().select().from(bookings)
    if (!stay) throw new Error('the stay is missing')
    const fields = {
      amount: '900',
      note: 'Payout',
      key: crypto.randomUUID(),
      seen: moneyVersion(await getRecordedMoney(db(), stay)),
    }
    const recorded = await postChange(
      recordPayment,
      { services: services(), by, params: { reference: stay.reference } },
      fields,
    )
    expect(recorded).toMatchObject({ ok: true })
    const lower = await look(AIRBNB, row('Ida', '11/20/2027,11/22/2027', '$450.00'))
    expect(await (await follow(lower.id, [2])).press()).toMatchObject({
      ok: false,
      status: 409,
      message:
        'Line 2: Here, $450.00 more is paid than the new total of $450.00. Move it on its own page, where you see what goes back.',
    })
    const gone = await look(AIRBNB, row('Ida', '11/20/2027,11/24/2027', '$0.00', 'Canceled'))
    const message = expect.stringContaining('Payments of this stay were made or recorded here.')
    expect(await (await follow(gone.id, [2])).press()).toMatchObject({ ok: false, message })
    const higher = await look(AIRBNB, row('Ida', '11/20/2027,11/26/2027', '$1,300.00'))
    expect(await (await follow(higher.id, [2])).press()).toMatchObject({ ok: true })
    expect([await stays(), await paidOf('Ida')]).toEqual([
      [['Ida', 'confirmed', '2027-11-20/2027-11-26', '1300.00']],
      90_000,
    ])
  })

  test('a stay with a card payment is not canceled by a file', async () => {
    await cabin()
    await bring(AIRBNB, row('Ida', '11/20/2027,11/24/2027', '$1,000.00'))
    const [stay] = await db().select().from(bookings)
    await makePayment(db(), stay?.id ?? '')
    const { id } = await look(AIRBNB, row('Ida', '11/20/2027,11/24/2027', '$0.00', 'Canceled'))
    expect(await (await follow(id, [2])).press()).toMatchObject({ ok: false, status: 409 })
    expect(await nights()).toEqual(['2027-11-20/2027-11-24'])
  })

  test('what was changed after the page was shown is not changed unseen', async () => {
    await cabin()
    await bring(AIRBNB, row('Ida', '11/20/2027,11/24/2027', '$900.00'))
    const { id } = await look(AIRBNB, row('Ida', '11/21/2027,11/25/2027', '$900.00'))
    const { press } = await follow(id, [2])
    const other = await look(AIRBNB, row('Ida', '11/20/2027,11/26/2027', '$900.00'))
    expect(await (await follow(other.id, [2])).press()).toMatchObject({ ok: true })
    expect(await press()).toMatchObject({
      ok: false,
      status: 409,
      message: expect.stringContaining('while you looked'),
    })
    expect(await nights()).toEqual(['2027-11-20/2027-11-26'])
  })
})
