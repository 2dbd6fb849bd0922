import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, makeSite } from '#test/factories.ts'
import { MIA, useInbox } from '#test/inbox.ts'
import { newMessageChanges } from './new-message.changes.server.ts'
import { findRecipients } from './recipients.server.ts'
import { pathOfRecipient } from './recipients.ts'

const BO = { guestName: 'Bo Diddley', guestEmail: 'Bo@example.com', status: 'confirmed' as const, reference: '7K3-M9Q' }
const MESSAGE = { subject: 'The dock', text: 'It’s open in May.' }

describeWithDatabase('a new message', (database) => {
  beforeEach(() => makeSite(database().db))
  const { services, write, only, shown, queued } = useInbox(database)
  const send = (fields: Record<string, string>) =>
    postChange(newMessageChanges.start, { services: services(), by: MIA }, { key: randomUUID(), ...MESSAGE, ...fields })

  test('begins a conversation with any address, once', async () => {
    const key = randomUUID()
    const sent = await Promise.all([send({ key, to: ' Cy@Example.com ' }), send({ key, to: ' Cy@Example.com ' })])
    const { id, ...person } = await only()
    expect(sent).toMatchObject([{ ok: true, to: `/admin/inbox/${id}` }, { ok: true }])
    expect(person).toMatchObject({ email: 'cy@example.com', name: 'cy@example.com', waitingSince: null })
    expect(await queued()).toMatchObject([{ to: 'cy@example.com', subject: 'The dock' }])
    expect((await shown()).entries).toMatchObject([{ kind: 'out', text: 'It’s open in May.', by: 'Mia' }])
  })

  test('goes on with a conversation that there is, and whoever waits in it still does', async () => {
    await write('Bo')
    expect(await send({ to: 'bo@example.com' })).toMatchObject({ ok: true, to: `/admin/inbox/${(await only()).id}` })
    expect((await only()).waitingSince).not.toBe(null)
  })

  test.each([
    ['to', 'bo@'],
    ['to', ''],
    ['subject', ' '],
    ['text', 'Hello {guest}'],
  ])('keeps what was typed where %s is “%s”', async (field, typed) => {
    const refused = await send({ to: 'bo@example.com', [field]: typed })
    expect(refused).toMatchObject({ ok: false, status: 400, fields: { [field]: expect.any(String) } })
    const kept = { to: 'bo@example.com', ...MESSAGE, [field]: typed }
    expect(refused).toMatchObject({
      answer: { result: { initialValue: typed.trim() ? kept : { text: MESSAGE.text } } },
    })
    expect(await queued()).toEqual([])
  })

  test('finds guests by name, address or reference, and whoever wrote, each address once', async () => {
    const { db } = database()
    const propertyId = await makePricedProperty(db, { name: 'Cabin' })
    await makeBooking(db, propertyId, { from: '2027-07-01', to: '2027-07-05' }, BO)
    await makeBooking(db, propertyId, { from: '2028-07-01', to: '2028-07-05' }, { ...BO, reference: '8K3-M9Q' })
    await write('Bo')
    await write('Bodo')
    const find = async (typed: string) => (await findRecipients(services(), typed, UNNAMED)).map(({ email }) => email)
    expect(await find('bo')).toEqual(['bo@example.com', 'bodo@example.com'])
    expect(await find('7k3m9q')).toEqual(['bo@example.com'])
    for (const none of ['', 'xyz', '%']) expect(await find(none)).toEqual([])
    const [guest] = await findRecipients(services(), 'diddley', UNNAMED)
    expect(guest).toMatchObject({ name: 'Bo Diddley', about: 'Cabin, Jul 1–5, 2027 · 7K3-M9Q' })
    expect(guest && pathOfRecipient(guest, 'bo')).toBe('/admin/inbox/new?to=bo%40example.com&q=bo&booking=7K3-M9Q')
  })
})
