import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { createApi } from '#server/api.ts'
import { useCleaner } from '#test/cleaner.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeImport, makeProperty, NOON, testClock } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { listCleanerLinks } from './cleaner-links.server.ts'
import { getCleanerPage, markDone, markSeen } from './cleaner-page.server.ts'
import { mailTurnoverChanges } from './mail-changes.server.ts'
import { getTurnoverOverview } from './manage/turnover-overview.server.ts'
import { turnoverChanges } from './manage/turnovers.changes.server.ts'
import { cleanerLinks, cleanerMailLinks } from './turnovers.tables.server.ts'

describeWithDatabase('turnovers', (database) => {
  const { services, db, makeLink, secretOf, change, pageOf } = useCleaner(database)

  test('a cleaner sees when homes are empty and for whom they are made ready, and nothing about guests or prices', async () => {
    const { secret, propertyId } = await makeLink()
    await makeProperty(db(), { name: 'Not hers' })
    const turnovers = await pageOf(secret)
    expect(turnovers).toMatchObject([
      {
        property: 'Lake house',
        day: '2027-06-02',
        outBy: '11:00 AM',
        inFrom: '3:00 PM',
        linen: 'Two kings and two twins',
        gifts: null,
        next: { party: { adults: 3, children: 1, infants: 1, pets: 1 } },
        isSeen: false,
      },
      { day: '2027-06-06', next: null, gifts: null },
    ])
    const text = JSON.stringify(turnovers)
    for (const secretOfGuest of [/\bAda\b/, /ada@/, /555.?0100/, /price/, /total/])
      expect(text).not.toMatch(secretOfGuest)
    await makeImport(db(), propertyId, { from: '2027-06-10', to: '2027-06-12' })
    await db()
      .insert(blocks)
      .values([
        { propertyId, nights: { from: '2027-06-14', to: '2027-06-16' }, kind: 'owner' },
        { propertyId, nights: { from: '2027-06-20', to: '2027-06-22' }, kind: 'closed' },
      ])
    expect((await pageOf(secret)).map(({ day, leaves, next }) => [day, leaves, next?.kind])).toEqual([
      ['2027-06-02', 'guest', 'guest'],
      ['2027-06-06', 'guest', 'other'],
      ['2027-06-12', 'other', 'owner'],
      ['2027-06-16', 'owner', undefined],
    ])
  })

  testOnBoth('two presses make one link for a cleaner: the one that is shown last works', async () => {
    const { by, input } = await makeLink()
    const press = (fields: object) =>
      makeChange(turnoverChanges.create, { services: services(), by }, { ...input, ...fields })
    const form = { name: 'Ben', key: randomUUID() }
    const works = async (answer: Awaited<ReturnType<typeof press>>) =>
      answer.ok && (await getCleanerPage(services(), secretOf(answer))) !== null
    const both = await Promise.all([press(form), press(form)])
    expect((await Promise.all(both.map(works))).toSorted()).toEqual([false, true])
    const last = await press(form)
    expect(await Promise.all([...both, last].map(works))).toEqual([false, false, true])
    expect((await listCleanerLinks(services())).map(({ name }) => name)).toEqual(['Ben', 'Maria'])
    expect(await db().select().from(audit).where(eq(audit.action, 'cleaner-link.created'))).toHaveLength(2)
    expect(await press({ ...form, name: 'Eve' }), 'something else').toMatchObject({ ok: false, status: 422 })
    expect(await press({ ...form, key: randomUUID() }), 'another form').toMatchObject({ ok: false, status: 409 })
    const opened = { createdAt: new Date(NOON.getTime() - 600_000) }
    await db().update(cleanerLinks).set(opened).where(eq(cleanerLinks.name, 'Ben'))
    expect(await press(form), 'ten minutes later').toMatchObject({ ok: false, status: 409 })
    expect(await works(last)).toBe(true)
  })

  test('only the hash of a secret is stored, and a link ends when it is revoked or replaced', async () => {
    const { secret, by, input, propertyId } = await makeLink()
    const [stored] = await db().select().from(cleanerLinks)
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(JSON.stringify(await db().select().from(audit))).not.toContain(secret)
    const id = stored?.id ?? ''
    const again = { ...input, name: 'MARIA' }
    expect(await makeChange(turnoverChanges.create, { services: services(), by }, again)).toMatchObject({
      status: 409,
      fields: { name: 'Please choose another name' },
    })
    const renewed = { secret: secretOf(await change('renew', { id, by })) }
    expect(await getCleanerPage(services(), secret)).toBeNull()
    expect(await getCleanerPage(services(), renewed.secret)).toMatchObject({ name: 'Maria' })
    const revoked = await change('revoke', { id, by })
    expect(await getCleanerPage(services(), renewed.secret)).toBeNull()
    for (const wrong of ['', 'x', `${secret}x`, `${secret.slice(0, -1)}~`]) {
      expect(await getCleanerPage(services(), wrong)).toBeNull()
    }
    expect(await undoChange(services(), { id: revoked.id, by })).toMatchObject({ ok: true })
    expect(await getCleanerPage(services(), renewed.secret)).not.toBeNull()
    const ben = { name: 'Ben', email: null, propertyIds: [propertyId] }
    const version = versionOf(input)
    const changed = await makeChange(turnoverChanges.change, { services: services(), by, id, version }, ben)
    expect(await listCleanerLinks(services())).toMatchObject([{ name: 'Ben', email: null }])
    expect(await undoChange(services(), { id: (changed.ok && changed.id) || '', by })).toMatchObject({ ok: true })
    expect(await listCleanerLinks(services())).toMatchObject([
      { name: 'Maria', email: 'maria@example.com', propertyIds: [propertyId] },
    ])
  })

  test('done makes the home ready for the next stay, and not done takes it back', async () => {
    const { secret, next } = await makeLink()
    const [turnover] = await pageOf(secret)
    const key = turnover?.key ?? ''
    const readyAt = async () => (await db().select().from(bookings).where(eq(bookings.id, next)))[0]?.propertyReadyAt
    expect(await markDone(services(), { secret, key, isDone: true })).toEqual({ ok: true })
    expect(await readyAt()).toEqual(NOON)
    expect((await pageOf(secret))[0]).toMatchObject({ isDone: true, isSeen: true })
    expect((await getTurnoverOverview(services(), UNNAMED)).turnovers[0]).toMatchObject({
      doneBy: 'Maria',
      seenBy: ['Maria'],
    })
    await markDone(services(), { secret, key, isDone: false })
    expect(await readyAt()).toBeNull()
    expect(await markDone(services(), { secret, key: 'x', isDone: true })).toMatchObject({ reason: 'no-turnover' })
    expect(await markDone(services(), { secret: 'x', key, isDone: true })).toMatchObject({ reason: 'no-link' })
  })

  testOnBoth('what changes after it was seen is marked, and mailed once, also by two processes at once', async () => {
    const { secret, next, propertyId, by } = await makeLink()
    expect(await mailTurnoverChanges(services())).toBe(0)
    await markSeen(services(), { secret, key: null })
    expect(await mailTurnoverChanges(services())).toBe(0)
    await db().update(bookings).set({ pets: 0 }).where(eq(bookings.id, next))
    expect((await pageOf(secret))[0]?.changes).toEqual([
      'Next are 3 adults, 1 child, 1 infant, not 3 adults, 1 child, 1 infant, 1 pet.',
    ])
    const sent = await Promise.all([mailTurnoverChanges(services()), mailTurnoverChanges(services())])
    expect(sent.toSorted()).toEqual([0, 1])
    const [mail] = await queuedMail(database())
    expect(mail).toMatchObject({ to: 'maria@example.com', subject: 'Changed: Lake house, Wednesday, June 2' })
    expect(mail?.text).not.toMatch(/\bAda\b|555.?0100/)
    expect(mail?.text).not.toContain(secret)
    const mailed = /\/turnovers\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(await getCleanerPage(services(), mailed)).toMatchObject({ name: 'Maria' })
    expect(JSON.stringify(await db().select().from(cleanerMailLinks))).not.toContain(mailed)
    await markSeen(services(), { secret, key: null })
    expect((await pageOf(secret))[0]?.changes).toEqual([])

    await makeImport(db(), propertyId, { from: '2027-06-03', to: '2027-06-04' })
    expect(await mailTurnoverChanges(services())).toBe(1)
    expect((await pageOf(secret)).find(({ day }) => day === '2027-06-04')?.isNew).toBe(true)
    expect(await mailTurnoverChanges(services())).toBe(0)

    const [link] = await listCleanerLinks(services())
    const asked = { id: link?.id ?? '', by }
    const revoked = await change('revoke', asked)
    expect(await getCleanerPage(services(), mailed)).toBeNull()
    await undoChange(services(), { id: revoked.id, by })
    expect(await getCleanerPage(services(), mailed)).not.toBeNull()
    await change('renew', asked)
    expect(await getCleanerPage(services(), mailed)).toBeNull()
  })

  test('a stay that is canceled after it was seen stays on the list until it is seen', async () => {
    const { secret, propertyId } = await makeLink()
    const owner = { propertyId, nights: { from: '2027-06-10', to: '2027-06-12' }, kind: 'owner' as const }
    await db().insert(blocks).values(owner)
    await markSeen(services(), { secret, key: null })
    await db().delete(blocks)
    const gone = (await pageOf(secret)).find(({ isGone }) => isGone)
    expect(gone).toMatchObject({ day: '2027-06-12', changes: ['Canceled: nothing to do on Sat, Jun 12.'] })
    expect(await mailTurnoverChanges(services())).toBe(1)
    expect(await mailTurnoverChanges(services())).toBe(0)
    await db()
      .insert(blocks)
      .values({ ...owner, nights: { from: '2027-06-20', to: '2027-06-22' } })
    await markSeen(services(), { secret, key: gone?.key ?? '' })
    expect((await pageOf(secret)).some(({ isGone }) => isGone)).toBe(false)
    const later = { ...services(), clock: testClock(new Date('2027-07-20T18:00:00Z')) }
    expect((await getCleanerPage(later, secret))?.turnovers).toEqual([])
  })

  test('the calendar of a link has the same, and other secrets have none', async () => {
    const { secret } = await makeLink()
    const api = createApi(services())
    const answer = await api.request(`/turnovers/${secret}.ics`)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const text = (await answer.text()).replaceAll('\r\n ', '')
    expect(text).toContain('SUMMARY:Turnover: Lake house')
    expect(text).toContain('DTSTART;VALUE=DATE:20270602')
    expect(text).toContain('Linen: Two kings and two twins')
    expect(text).not.toMatch(/\bAda\b|555.?0100/)
    expect((await api.request('/turnovers/wrong.ics')).status).toBe(404)
    const image = await api.request('/turnovers/wrong/photos', { method: 'POST' })
    expect(image.status).toBe(404)
  })
})
