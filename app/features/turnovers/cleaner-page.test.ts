import { readdir, readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { isPublic, isReferenced } from '#app/features/media/image-references.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import {
  audit,
  blocks,
  bookings,
  cleanerLinks,
  cleanerMailLinks,
  mediaObjects,
  rooms,
  turnoverPhotos,
  users,
} from '#app/platform/db/schema.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createApi } from '#server/api.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeImport, makeProperty, makeSite, NOON, testClock, testServices } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { listCleanerLinks } from './cleaner-links.server.ts'
import { getCleanerPage, markDone, markSeen } from './cleaner-page.server.ts'
import { mailTurnoverChanges } from './mail-changes.server.ts'
import { getTurnoverOverview } from './manage/turnover-overview.server.ts'
import { type NewLink, turnoverChanges } from './manage/turnovers.changes.server.ts'
import { storeTurnoverPhoto } from './turnover-photos.server.ts'

describeWithDatabase('turnovers', (database) => {
  const services = (): Services => testServices(database())
  const db = () => database().db
  async function makeOperator(): Promise<Operator> {
    const [user] = await db().insert(users).values({ username: 'mia', passwordHash: 'x' }).returning()
    return { ...UNNAMED, id: user?.id ?? null, name: 'mia' }
  }
  const guest = {
    status: 'confirmed' as const,
    guestName: 'Ada Guest',
    guestEmail: 'ada@example.com',
    guestPhone: '+1 970 555 0100',
  }
  /** A home in which one party leaves tomorrow and another arrives, and a link of Maria for it. */
  async function makeLink({ email = 'maria@example.com' as string | null } = {}) {
    await makeSite(db())
    const propertyId = await makeProperty(db(), { name: 'Lake house', timeZone: 'America/Denver' })
    await db()
      .insert(rooms)
      .values([
        { propertyId, name: 'One', beds: [{ kind: 'king', count: 1 }] },
        {
          propertyId,
          name: 'Two',
          beds: [
            { kind: 'king', count: 1 },
            { kind: 'twin', count: 2 },
          ],
        },
      ])
    await makeBooking(db(), propertyId, { from: '2027-05-30', to: '2027-06-02' }, guest)
    const party = { numberOfGuests: 4, adults: 3, children: 1, infants: 1, pets: 1 }
    const next = await makeBooking(db(), propertyId, { from: '2027-06-02', to: '2027-06-06' }, { ...guest, ...party })
    const by = await makeOperator()
    const input = { name: 'Maria', email, propertyIds: [propertyId] }
    const secret = secretOf(await makeChange(turnoverChanges.create, { services: services(), by }, input))
    return { propertyId, next, by, secret, input }
  }
  /** Of a new link, which is shown once. */
  function secretOf(made: { ok: boolean; shown?: NewLink }): string {
    if (!made.shown) throw new Error('there is no new link')
    return made.shown.url.split('/').at(-1) ?? ''
  }
  async function change(intent: 'renew' | 'revoke' | 'handled', { id, by }: { id: string; by: Operator }) {
    const made = await makeChange(turnoverChanges[intent], { services: services(), by }, { id })
    if (!made.ok) throw new Error(made.message)
    return { ...made, id: made.id ?? '' }
  }
  const pageOf = async (secret: string) => (await getCleanerPage(services(), secret))?.turnovers ?? []

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

  test('only the hash of a secret is stored, and a link ends when it is revoked or replaced', async () => {
    const { secret, by, input, propertyId } = await makeLink()
    const [stored] = await db().select().from(cleanerLinks)
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(JSON.stringify(await db().select().from(audit))).not.toContain(secret)
    const id = stored?.id ?? ''
    const again = { ...input, name: 'MARIA' }
    expect(await makeChange(turnoverChanges.create, { services: services(), by }, again)).toMatchObject({
      ...{ status: 409, fields: { name: 'Please choose another name' } },
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
    const changed = await makeChange(turnoverChanges.change, { services: services(), by, id }, ben)
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
    const readyAt = async () => (await db().select().from(bookings).where(eq(bookings.id, next)))[0]?.homeReadyAt
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

  test('a photo of damage is for operators alone, until it is dealt with', async () => {
    const { secret, by } = await makeLink()
    const [link] = await listCleanerLinks(services())
    const [turnover] = await pageOf(secret)
    if (!link || !turnover) throw new Error('there is nothing to report')
    const path = '/objects/uploads/damage.webp'
    await db().insert(mediaObjects).values({ path, contentType: 'image/webp', bytes: 1, width: 8, height: 8 })
    expect(await storeTurnoverPhoto(services(), { link, key: 'x', path })).toBe('gone')
    expect(await storeTurnoverPhoto(services(), { link, key: turnover.key, path })).toBe('sent')
    expect([await isPublic(db(), path), await isReferenced(db(), path)]).toEqual([false, true])
    const { photos } = await getTurnoverOverview(services(), UNNAMED)
    expect(photos).toMatchObject([{ path, property: 'Lake house', by: 'Maria' }])
    expect((await pageOf(secret))[0]).toMatchObject({ photos: 1 })
    expect(JSON.stringify(await pageOf(secret))).not.toContain(path)
    const handled = await change('handled', { id: photos[0]?.id ?? '', by })
    expect((await getTurnoverOverview(services(), UNNAMED)).photos).toEqual([])
    await undoChange(services(), { id: handled.id, by })
    expect(await db().$count(turnoverPhotos)).toBe(1)
    expect((await getTurnoverOverview(services(), UNNAMED)).photos).toHaveLength(1)
  })

  testOnBoth(
    'as many photos as wait are listed: 50 of each link, and more are refused until one is dealt with',
    async () => {
      const { secret, by } = await makeLink()
      const [link] = await listCleanerLinks(services())
      const [turnover] = await pageOf(secret)
      if (!link || !turnover) throw new Error('there is nothing to report')
      const { key } = turnover
      let sent = 0
      const report = async () => {
        sent += 1
        const path = `/objects/uploads/damage-${sent}.webp`
        await db().insert(mediaObjects).values({ path, contentType: 'image/webp', bytes: 1, width: 8, height: 8 })
        return storeTurnoverPhoto(services(), { link, key, path })
      }
      for (let n = 0; n < 45; n += 1) await report()
      const outcomes = await Promise.all(Array.from({ length: 15 }, report))
      expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(5)
      expect(outcomes.filter((outcome) => outcome === 'full')).toHaveLength(10)
      const { photos } = await getTurnoverOverview(services(), UNNAMED)
      expect(photos).toHaveLength(50)
      await change('handled', { id: photos[0]?.id ?? '', by })
      expect([await report(), await report()]).toEqual(['sent', 'full'])
    },
  )

  test('a photo of a turnover that does not exist is not received', async () => {
    const { secret } = await makeLink()
    const uploads = `${services().config.dataDir}/uploads`
    const before = await readdir(uploads).catch(() => [])
    // These services have no storage: whatever reaches it fails.
    const api = createApi(services())
    for (const key of ['', 'x', '0192f0c1-0000-7000-8000-000000000000']) {
      const path = `/turnovers/${secret}/photos?turnover=${key}`
      const answer = await api.request(path, { method: 'POST', body: await readFile('public/icon-192.png') })
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `/turnovers/${secret}?photo=gone`])
    }
    expect(await readdir(uploads).catch(() => [])).toEqual(before)
    expect(await db().$count(mediaObjects)).toBe(0)
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
    const photo = await api.request('/turnovers/wrong/photos', { method: 'POST' })
    expect(photo.status).toBe(404)
  })
})
