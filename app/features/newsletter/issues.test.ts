import { count, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { erasePerson } from '#app/features/privacy/erase-person.server.ts'
import { exportPerson } from '#app/features/privacy/export-person.server.ts'
import { summarizePerson } from '#app/features/privacy/person-summary.server.ts'
import { applyRetention } from '#app/features/privacy/privacy.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { createApi } from '#server/api.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { accessFor, makeProperty, NOON } from '#test/factories.ts'
import { MIA, MINUTE, SNOW, useNewsletter } from '#test/newsletter.ts'
import { MAILS_PER_MINUTE } from './issues.ts'
import { issueChanges } from './manage/issues.changes.server.ts'
import { readersApi } from './manage/readers.api.server.ts'
import { unsubscribe } from './newsletter.server.ts'
import {
  newsletterDeliveries as deliveries,
  newsletterIssues as issues,
  newsletterSubscriptions as subscriptions,
} from './newsletter.tables.server.ts'
import { sendNewsletterIssues } from './send-issues.server.ts'

const DAY = 24 * 60 * MINUTE
const IMAGE = '/objects/cabin/snow.jpg'
/** Five minutes of mails, and with `npm test -- --all` half an hour. */
const READERS = process.env.TEST_ALL ? 2000 : 290

describeWithDatabase('a newsletter', (database) => {
  const newsletter = useNewsletter(database)
  const { clock, services, later, post, stored, makeReaders, makeDraft, send, minute, minuteWithoutHost, written } =
    newsletter

  test('goes on although a clock was ahead when it began', async () => {
    await makeReaders(MAILS_PER_MINUTE + 1)
    const id = await makeDraft()
    await send(id)
    later(DAY)
    await minute()
    later(-DAY - MINUTE)
    await minute()
    expect(await stored(id)).toMatchObject({ sent: MAILS_PER_MINUTE + 1 })
  })

  testOnBoth(
    'reaches all readers once each, at its pace, from three processes at once',
    async () => {
      const readers = READERS.toLocaleString('en')
      await makeReaders(READERS)
      const id = await makeDraft()
      const { asked, sent } = await send(id)
      expect(asked).toMatchObject({
        ok: false,
        answer: { asks: [expect.stringContaining(`goes to ${readers} readers. At 60 emails a minute`)] },
      })
      expect(sent).toMatchObject({ ok: true })
      await minute()
      expect(await stored(id)).toMatchObject({ sent: MAILS_PER_MINUTE, readers: READERS, finishedAt: null })
      clock.set(new Date(clock.now().getTime() - MINUTE + 30_000))
      await sendNewsletterIssues(services())
      expect(await stored(id), 'in the same minute').toMatchObject({ sent: MAILS_PER_MINUTE })
      later(30_000)
      for (let passed = 1; passed < READERS / MAILS_PER_MINUTE + 5; passed += 1) await minute()
      const recipients = (await written()).map(({ to }) => to)
      expect(recipients).toHaveLength(READERS)
      expect(new Set(recipients).size).toBe(READERS)
      const took = Math.ceil(READERS / MAILS_PER_MINUTE) - 1
      const finishedAt = new Date(NOON.getTime() + took * MINUTE)
      expect(await stored(id)).toMatchObject({ sent: READERS, readers: READERS, finishedAt })
    },
    240_000,
  )

  test('does not reach who unsubscribes before their turn', async () => {
    await makeReaders(MAILS_PER_MINUTE + 5)
    const id = await makeDraft()
    await send(id)
    await minute()
    const { db } = database()
    const open = await db.select().from(deliveries).where(isNull(deliveries.sentAt))
    const [first] = await written()
    const own = first?.headers?.['List-Unsubscribe']?.match(/unsubscribe\/([\w-]+)/)?.[1] ?? ''
    await unsubscribe(services(), { token: own })
    const [leaving] = open
    await db
      .update(subscriptions)
      .set({ isActive: false, unsubscribedAt: NOON })
      .where(eq(subscriptions.id, leaving?.subscriptionId ?? ''))
    await minute()
    const [gone] = await db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.id, leaving?.subscriptionId ?? ''))
    const recipients = (await written()).map(({ to }) => to)
    expect(recipients).toHaveLength(MAILS_PER_MINUTE + 4)
    expect(recipients).not.toContain(gone?.email)
    expect(await stored(id)).toMatchObject({ sent: MAILS_PER_MINUTE + 4, readers: MAILS_PER_MINUTE + 5 })
    expect((await stored(id))?.finishedAt).not.toBeNull()
  })

  test('does not reach an address whose last email came back, until one arrives again', async () => {
    await makeReaders(2)
    const log = (to: string, status: 'sent' | 'refused', mailId: string, day: number) =>
      database()
        .db.insert(emailLogs)
        .values({
          ...{ mailId, to, status, template: 'newsletter-issue', subject: '', payload: {} },
          createdAt: new Date(NOON.getTime() + day * DAY),
        })
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
    await log('reader0@example.com', 'sent', one, -3)
    await log('reader0@example.com', 'refused', one, -2)
    await log('reader1@example.com', 'refused', two, -2) // Our own host did, which says nothing of the address.
    await send(await makeDraft())
    await minute()
    expect((await written()).map(({ to }) => to)).toEqual(['reader1@example.com'])
    await log('reader0@example.com', 'sent', crypto.randomUUID(), -1)
    await send(await makeDraft())
    await minute()
    expect((await written()).map(({ to }) => to)).toContain('reader0@example.com')
  })

  test('is stopped, and goes on with those who have not got it', async () => {
    await makeReaders(MAILS_PER_MINUTE * 2)
    const id = await makeDraft()
    await send(id)
    await minute()
    expect(await post('stop', { id })).toMatchObject({ ok: true })
    for (let passed = 0; passed < 3; passed += 1) await minute()
    expect(await written()).toHaveLength(MAILS_PER_MINUTE)
    expect(await post('go-on', { id })).toMatchObject({ ok: true })
    await minute()
    await minute()
    expect(new Set((await written()).map(({ to }) => to)).size).toBe(MAILS_PER_MINUTE * 2)
    expect(await post('stop', { id }), 'nothing is left to stop').toEqual({ ok: true })
    expect((await stored(id))?.stoppedAt).toBeNull()
  })

  test('that waits for the mail host is held back by a stop, and goes on with everybody once', async () => {
    await makeReaders(MAILS_PER_MINUTE + 5)
    const id = await makeDraft()
    await send(id)
    for (let passed = 0; passed < 3; passed += 1) await minuteWithoutHost()
    expect(await written(), 'no more than a minute’s emails wait').toHaveLength(MAILS_PER_MINUTE)
    const [claimed] = await database().jobs.fetch('mail')
    await post('stop', { id })
    expect(await written(), 'a process has it').toHaveLength(1)
    expect(await stored(id)).toMatchObject({ sent: 1 })
    await database().jobs.complete('mail', claimed?.id ?? '')
    await post('go-on', { id })
    await minute()
    await minute()
    const recipients = (await written()).map(({ to }) => to)
    expect([recipients.length, new Set(recipients).size]).toEqual([MAILS_PER_MINUTE + 5, MAILS_PER_MINUTE + 5])
    expect(await stored(id)).toMatchObject({ sent: MAILS_PER_MINUTE + 5, finishedAt: expect.any(Date) })
  })

  test('does not reach who unsubscribes while it waits for the mail host', async () => {
    await makeReaders(2)
    await send(await makeDraft())
    await minuteWithoutHost()
    await database().jobs.fetch('mail', { batchSize: 2 })
    const [leaving, staying] = await written()
    const token = leaving?.headers?.['List-Unsubscribe']?.match(/unsubscribe\/([\w-]+)/)?.[1] ?? ''
    await unsubscribe(services(), { token })
    expect((await written()).map(({ to }) => to)).toEqual([staying?.to])
  })

  test('is sent once, and its text stays as it was sent', async () => {
    await makeReaders(1)
    const id = await makeDraft()
    await send(id)
    for (const intent of ['send', 'remove'] as const) {
      expect(await post(intent, { id, confirmed: 'yes' })).toMatchObject({ status: 409 })
    }
    expect(await post('text', { id, ...SNOW, body: 'Something else.' })).toMatchObject({ status: 409 })
    expect(await stored(id)).toMatchObject(SNOW)
    expect(await database().db.select({ rows: count() }).from(deliveries)).toEqual([{ rows: 1 }])
  })

  test('is not sent as it was not seen, nor to nobody', async () => {
    await makeReaders(0)
    const id = await makeDraft()
    expect(await post('send', { id })).toMatchObject({ message: 'Nobody has confirmed that they want it yet.' })
    await database().db.insert(subscriptions).values({ email: 'ada@example.com', isActive: true, confirmedAt: NOON })
    expect(await post('send', { id, version: 'older', confirmed: 'yes' })).toMatchObject({ status: 409 })
    expect(await stored(id)).toMatchObject({ startedAt: null })
    expect(await database().db.$count(deliveries)).toBe(0)
  })

  test('has photos of the site by their full address, links, and no HTML of its own', async () => {
    await makeReaders(1)
    const { db } = database()
    const property = await makeProperty(db, { images: [IMAGE], status: 'published' })
    await db.insert(mediaObjects).values({ path: IMAGE, contentType: 'image/jpeg', bytes: 1, width: 3, height: 2 })
    const body = `# Snow\n\n![The cabin](${IMAGE})\n\n[Book](/search) or [ask](mailto:a@example.com) <b onclick="x()">now</b>`
    const id = await makeDraft({ body })
    await send(id)
    await minute()
    const [mail] = await written()
    expect(property).toBeTruthy()
    expect(mail?.html).toContain(`src="http://127.0.0.1:3000${IMAGE}?w=1280" alt="The cabin"`)
    expect(mail?.html).toContain('href="http://127.0.0.1:3000/search"')
    expect(mail?.html).toContain('&lt;b onclick=')
    expect(mail?.html).not.toContain('<b ')
    expect(mail?.html.match(/<h1/g), 'its subject').toHaveLength(1)
    expect(mail?.html).not.toMatch(/pixel|utm_|track/i)
    expect(mail?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
    expect(mail?.text).toContain('Unsubscribe')
  })

  test.each([
    '[here](javascript:alert(1))',
    '[here](data:text/html,x)',
    '[here](ftp://example.com)',
    '[here](//evil.example)',
    '[here](irc://example.com/a)',
    '![a](https://elsewhere.example/a.jpg)',
    '![a](//elsewhere.example/a.jpg)',
    '![a](data:image/png;base64,AAAA)',
    '![a](/objects/nobody/shows-this.jpg)',
    '![a](/objects/../secret)',
  ])('is refused with %s', async (body) => {
    await makeReaders(0)
    const refused = await post('draft', { ...SNOW, body })
    expect(refused).toMatchObject({
      ok: false,
      status: 400,
      fields: { body: expect.stringMatching(/^A (link|photo) must/) },
    })
    expect(await database().db.$count(issues)).toBe(0)
  })

  test('is tested by an email to the operator who asks', async () => {
    await makeReaders(1)
    const id = await makeDraft()
    const account = { username: 'mia', passwordHash: 'x', email: 'mia@stay.example' }
    const [own] = await database().db.insert(users).values(account).returning()
    const asking = { services: services(), by: { ...MIA, id: own?.id ?? '' } }
    expect(await postChange(issueChanges.test, asking, { id })).toMatchObject({ ok: true })
    const [test] = await written()
    expect(test).toMatchObject({ to: 'mia@stay.example', subject: 'Test: First snow', headers: {} })
    expect(await stored(id)).toMatchObject({ startedAt: null })
  })

  test('is taken back as a draft, and restored, but not once it is sent', async () => {
    await makeReaders(1)
    const drafted = await post('draft', SNOW)
    const id = (drafted.ok && drafted.subjectId) || ''
    const undo = (change: Awaited<ReturnType<typeof post>>) =>
      undoChange(services(), { id: (change.ok && change.id) || '', by: MIA })
    const removed = await post('remove', { id })
    expect(await stored(id)).toBeUndefined()
    expect(await undo(removed)).toMatchObject({ ok: true })
    expect(await stored(id)).toMatchObject(SNOW)
    await send(id)
    expect(await undo(drafted)).toMatchObject({ ok: false, message: expect.stringContaining('was sent since') })
  })

  test('is a part of what is stored about its reader, and is erased with them', async () => {
    await makeReaders(2)
    const id = await makeDraft()
    await send(id)
    await minute()
    const email = 'reader0@example.com'
    expect(await exportPerson(services(), email)).toMatchObject({
      newsletter_deliveries: [{ subject: 'First snow', sentAt: NOON }],
    })
    const { kinds } = await summarizePerson(services(), email)
    expect(kinds).toContainEqual(expect.objectContaining({ name: 'Newsletters sent to them', count: 1 }))
    await erasePerson(services(), email)
    expect(await database().db.$count(deliveries)).toBe(1)
    expect((await written()).map(({ to }) => to)).toEqual(['reader1@example.com'])
    later(366 * DAY)
    await applyRetention(services())
    expect(await database().db.$count(deliveries), 'a year later').toBe(0)
    expect(await stored(id)).toMatchObject({ sent: 2, readers: 2 })
  })

  test('has its confirmed readers in a file, without what a spreadsheet would run', async () => {
    await makeReaders(1)
    const odd = { email: '=cmd@example.com', isActive: true, confirmedAt: NOON }
    await database()
      .db.insert(subscriptions)
      .values([odd, { email: 'unconfirmed@example.com' }])
    const answer = await readersApi(services(), accessFor(true)).request('/admin/newsletter.csv')
    const file = await answer.text()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(file).toContain('reader0@example.com,Site,')
    expect(file).toContain("'=cmd@example.com")
    expect(file).not.toContain('unconfirmed')
    expect((await readersApi(services(), accessFor(false)).request('/admin/newsletter.csv')).status).toBe(401)
    expect(createApi(services()).routes.map(({ path }) => path)).toContain('/admin/newsletter.csv')
  })
})
