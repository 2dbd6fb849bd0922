import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { bookingChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { noteVersion } from '#app/features/bookings/manage/page/private-note.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { hostInquiries } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { fingerprintOfReceived } from '#app/features/inbox/conversations.server.ts'
import { inboxChanges } from '#app/features/inbox/inbox.changes.server.ts'
import { conversations } from '#app/features/inbox/inbox.tables.server.ts'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { accessFor, makeBooking, makeProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { historyApi } from './history.api.server.ts'
import { findNotice, historyFilterFromQuery, listHistory } from './history.server.ts'
import { undoChange } from './undo.server.ts'

describeWithDatabase('history', (database) => {
  const services = () => testServices(database())
  const nobody: Operator = UNNAMED
  async function makeOperator(name = 'mia'): Promise<Operator> {
    const [user] = await database().db.insert(users).values({ username: name, passwordHash: 'x' }).returning()
    return { ...UNNAMED, id: user?.id ?? null, name }
  }
  async function makeStay() {
    const propertyId = await makeProperty(database().db)
    const id = await makeBooking(database().db, propertyId, { from: '2027-07-01', to: '2027-07-05' })
    const [row] = await database().db.select().from(bookings).where(eq(bookings.id, id))
    if (!row) throw new Error('the booking was not stored')
    return row
  }
  /** The id of the change. */
  async function saveNote(reference: string, note: string, by: Operator): Promise<string> {
    const [stay] = await database().db.select().from(bookings).where(eq(bookings.reference, reference))
    const version = noteVersion({ privateNote: stay?.privateNote ?? null })
    const saved = await makeChange(bookingChanges.note, { services: services(), by, id: reference, version }, { note })
    return (saved.ok && saved.id) || ''
  }
  const noteOf = async (id: string) =>
    (await database().db.select({ note: bookings.privateNote }).from(bookings).where(eq(bookings.id, id)))[0]?.note
  const list = (query = '') => listHistory(services(), historyFilterFromQuery(new URLSearchParams(query)), UNNAMED)

  testOnBoth('a note is taken back once, by two presses at the same time too', async () => {
    const by = await makeOperator()
    const { id, reference, guestName } = await makeStay()
    const auditId = await saveNote(reference, 'Two dogs', by)
    const later = { ...services(), clock: testClock(new Date(NOON.getTime() + 1)) }
    const outcomes = await Promise.all([1, 2].map(() => undoChange(later, { id: auditId, by })))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
    expect(outcomes.find(({ ok }) => !ok)).toMatchObject({ status: 409, message: 'This was undone already.' })
    expect(await noteOf(id)).toBeNull()
    const { entries } = await list()
    expect(entries).toMatchObject([
      { words: 'Undone: private note changed', undo: 'undoes', by: 'by mia (owner)' },
      {
        words: 'Private note changed',
        about: { label: `${guestName}, ${reference}`, path: `/admin/bookings/${reference}` },
        facts: [{ name: 'Note', before: '', after: 'Two dogs' }],
        undo: 'undone',
      },
    ])
    expect(await undoChange(services(), { id: entries[0]?.id ?? '', by })).toMatchObject({
      message: 'This can’t be undone.',
    })
  })

  test('an undo that no longer fits says so, and changes and records nothing', async () => {
    const by = await makeOperator()
    const { id, reference } = await makeStay()
    const first = await saveNote(reference, 'Two dogs', by)
    await saveNote(reference, 'Three dogs', by)
    expect(await undoChange(services(), { id: first, by })).toEqual({
      ok: false,
      reason: 'refused',
      status: 409,
      message: 'The note was changed again since. Nothing was changed.',
    })
    expect(await noteOf(id)).toBe('Three dogs')
    expect(await database().db.$count(audit)).toBe(2)
  })

  test('refuses what is unknown, and what has no way back', async () => {
    const by = await makeOperator()
    const { id } = await makeStay()
    for (const unknown of ['', 'x', id]) {
      expect(await undoChange(services(), { id: unknown, by })).toMatchObject({ status: 404 })
    }
    const canceled = { action: 'booking.cancelled', subject: 'booking', subjectId: id, happenedAt: NOON }
    const [row] = await database().db.insert(audit).values(canceled).returning()
    expect(await undoChange(services(), { id: row?.id ?? '', by })).toMatchObject({ status: 409 })
    expect((await list()).entries[0]?.undo).toBeNull()
  })

  test('marks of messages are taken back', async () => {
    const { db } = database()
    await db.insert(inquiries).values({ name: 'Bo', email: 'bo@example.com', subject: 'Towels', message: 'Two' })
    const [owner] = await db
      .insert(hostInquiries)
      .values({ name: 'Cy', email: 'cy@example.com', propertyLocation: 'Oak Creek', bedrooms: 2, maxGuests: 4 })
      .returning()
    const stored = () => db.select().from(conversations).orderBy(conversations.id)
    const before = await stored()
    const undo = async (made: { ok: boolean; id?: string | null }) =>
      expect(await undoChange(services(), { id: made.id ?? '', by: nobody })).toMatchObject({ ok: true })
    for (const person of before) {
      const asked = { services: services(), by: nobody, params: { conversation: person.id } }
      const seen = await fingerprintOfReceived(db, person)
      await undo(await postChange(inboxChanges.mark, asked, { mark: 'done', seen }))
    }
    const fields = { id: owner?.id ?? '', state: 'agreed' }
    await undo(await postChange(inboxChanges['owner-state'], { services: services(), by: nobody }, fields))
    expect(await stored()).toEqual(before)
    expect((await db.select().from(hostInquiries))[0]?.status).toBe('new')
    const { entries } = await list()
    expect(new Set(entries.map(({ about }) => about?.label))).toEqual(new Set(['Bo', 'Cy']))
  })

  test('is narrowed by home, booking and operator, and has pages', async () => {
    const { db } = database()
    const [mia, ben] = [await makeOperator(), await makeOperator('ben')]
    const stay = await makeStay()
    const other = await makeStay()
    await saveNote(stay.reference, 'One', mia)
    await saveNote(other.reference, 'Two', ben)
    await db.insert(audit).values({
      action: 'block.added',
      subject: 'block',
      subjectId: 'x',
      propertyIds: [stay.propertyId, other.propertyId],
      happenedAt: new Date(NOON.getTime() + 1),
    })
    const { properties, operators } = await list()
    expect(operators).toEqual(['ben', 'mia'])
    const wordsOf = async (query: string) => (await list(query)).entries.map(({ words, by }) => `${words} ${by}`)
    const ofMia = 'Private note changed by mia (owner)'
    expect(await wordsOf('thing=block')).toHaveLength(1)
    expect(await wordsOf('day=2027-06-01')).toHaveLength(3)
    expect(await wordsOf('day=2027-06-02')).toEqual([])
    expect(await wordsOf('operator=mia')).toEqual([ofMia])
    expect(await wordsOf(`booking=${stay.reference.toLowerCase()}`)).toEqual([ofMia])
    expect(await wordsOf(`property=${properties[0]?.slug}`)).toHaveLength(2)
    expect((await list(`property=${properties[0]?.slug}`)).entries[0]).toMatchObject({
      words: 'Block added',
      properties: properties.map(({ name }) => name),
    })
    const many = Array.from({ length: 60 }, (_, index) => ({
      action: 'block.added',
      subject: 'block',
      subjectId: `${index}`,
      happenedAt: NOON,
    }))
    await db.insert(audit).values(many)
    expect(await list()).toMatchObject({ hasOlder: true, entries: { length: 50 } })
    expect(await list('page=2')).toMatchObject({ hasOlder: false, entries: { length: 13 } })
  })

  test('is a file whose first column sorts by time', async () => {
    const { db } = database()
    const happened = ['2027-12-31T23:59:00Z', '2027-02-01T07:00:00Z', '2027-10-01T00:00:00Z']
    const of = { action: 'block.added', subject: 'block', subjectId: 'x' }
    await db.insert(audit).values(happened.map((instant) => ({ ...of, happenedAt: new Date(instant) })))
    const text = await (await historyApi(services(), accessFor(true)).request('/admin/history.csv')).text()
    const times = text
      .split('\r\n')
      .slice(1, 4)
      .map((line) => line.split(',')[0])
    expect(times).toEqual(happened.toSorted().reverse())
  })

  test('only who made a change is told of it, for ten minutes', async () => {
    const clock = testClock()
    const [mia, ben] = [await makeOperator(), await makeOperator('ben')]
    const { reference } = await makeStay()
    const id = await saveNote(reference, 'One', mia)
    const noticeFor = (by: Operator, of: string | null = id) => findNotice({ ...services(), clock }, { id: of, by })
    expect(await noticeFor(mia)).toMatchObject({ words: 'Private note changed', canUndo: true })
    expect(await noticeFor(ben)).toBeNull()
    expect(await noticeFor(nobody)).toBeNull()
    expect(await noticeFor(mia, 'x')).toBeNull()
    clock.set(new Date(NOON.getTime() + 11 * 60_000))
    expect(await noticeFor(mia)).toBeNull()
  })
})
