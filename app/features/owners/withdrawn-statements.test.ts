import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { accessFor, makeBooking, makePricedProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { ownerPages } from '#test/owner-pages.ts'
import { ownersApi } from './owners.api.server.ts'
import { getOwner, getOwnerPage } from './owners.server.ts'
import { ownerStatements } from './owners.tables.server.ts'
import type { StatementFigures } from './statement.ts'

describeWithDatabase('statements that were taken back', (database) => {
  test('go out again before later ones, with the stays of their months, and the owner’s page says so', async () => {
    const clock = testClock(new Date('2027-09-02T18:00:00Z'))
    const services = testServices(database(), { clock })
    const { db } = services
    await makeSite(db)
    const cabin = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin' })
    await makeBooking(db, cabin, { from: '2027-06-10', to: '2027-06-14' }, { status: 'confirmed' })
    await makeBooking(db, cabin, { from: '2027-07-10', to: '2027-07-15' }, { status: 'confirmed' })
    const { add, find, send: press } = ownerPages(() => services)
    const send = (month: string) => {
      clock.set(new Date(clock.now().getTime() + 60_000))
      return press('Ann', month)
    }
    await add('Ann', [cabin], undefined, 'ann@example.com')
    const ann = await find('Ann')
    const stays = async () => {
      const rows = await db.select().from(ownerStatements).orderBy(ownerStatements.month)
      return rows.map(({ month, figures }) => [
        month,
        (figures as StatementFigures).stays.map(({ checkOut }) => checkOut),
      ])
    }
    const page = (query = '') => getOwnerPage(services, ann.token, new URLSearchParams(query))
    const file = (month: string) =>
      ownersApi(services, accessFor(true)).request(`/owner/${ann.token}/statement.csv?month=${month}`)
    const withdraw = async (place: number) => {
      const sendings = await db
        .select()
        .from(audit)
        .where(eq(audit.action, 'owner-statement.sent'))
        .orderBy(audit.happenedAt)
      return undoChange(services, { id: sendings[place]?.id ?? '', by: UNNAMED })
    }
    const months = ['2027-06', '2027-07']
    for (const month of months) await send(month)
    const sent = [
      ['2027-06-01', ['2027-06-14']],
      ['2027-07-01', ['2027-07-15']],
    ]
    expect(await stays()).toEqual(sent)

    expect(await withdraw(1)).toMatchObject({ ok: true })
    // Its address shows no other month in its place, and no other file.
    expect(await page('month=2027-07')).toMatchObject({ statement: null, withdrawnMonths: [{ from: '2027-07-01' }] })
    expect((await file('2027-07')).status).toBe(404)
    expect(await page()).toMatchObject({ statement: { month: { from: '2027-06-01' } } })
    expect(await withdraw(0)).toMatchObject({ ok: true })
    expect((await page())?.withdrawnMonths.map(({ from }) => from)).toEqual(['2027-06-01', '2027-07-01'])

    const first = await getOwner(services, ann.id, new URLSearchParams())
    expect(first).toMatchObject({ month: { from: '2027-06-01' }, isWithdrawn: true, canSend: true })
    expect(await send('2027-08')).toMatchObject({
      data: { result: { error: { '': ['The statement of June 2027 comes first.'] } } },
    })
    for (const month of months) await send(month)
    expect(await stays()).toEqual(sent)
    expect(await page()).toMatchObject({ statement: { month: { from: '2027-07-01' } }, withdrawnMonths: [] })
    const mails = (await queuedMail(database())).map(({ subject, text }) => [subject, /takes the place/.test(text)])
    expect(mails).toEqual([
      ['Your statement for June 2027', false],
      ['Your statement for July 2027', false],
      ['Your statement for June 2027', true],
      ['Your statement for July 2027', true],
    ])
    await send('2027-08')
    expect((await page())?.statement?.month.from).toBe('2027-08-01')
  })
})
