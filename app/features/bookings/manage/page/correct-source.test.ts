import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { undoRecorded } from '#app/platform/change/undo.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange, undoIn } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeImport, makePricedProperty, testServices } from '#test/factories.ts'
import { correctSource } from './correct-source.server.ts'

const by = { ...UNNAMED, name: 'mia' }
if (!('names' in correctSource)) throw new Error('the change has no name')
const WORDS = correctSource.names['booking.source-corrected']
const NIGHTS = { from: '2027-07-01', to: '2027-07-05' }

describeWithDatabase('where a stay was booked', (database) => {
  const services = () => testServices(database())
  const db = () => database().db
  const sourceOf = async (id: string) => (await db().select().from(bookings).where(eq(bookings.id, id)))[0]?.source

  async function stayOf(source: 'website' | 'other' | 'phone') {
    const property = await makePricedProperty(db())
    const id = await makeBooking(db(), property, NIGHTS, { status: 'confirmed', source })
    const [stay] = await db().select().from(bookings).where(eq(bookings.id, id))
    const params = { reference: stay?.reference ?? '' }
    const correct = (to: string, seen: string = source) =>
      postChange(correctSource, { services: services(), by, params }, { source: to, version: versionOf(seen) })
    return { property, id, correct }
  }
  const undo = (id: string | null | undefined) =>
    undoRecorded(services(), {
      id: id ?? '',
      by,
      undoOf: () => undoIn(WORDS),
      confirms: () => false,
    })

  test('is corrected once, and taken back until it is corrected again', async () => {
    const { id, correct } = await stayOf('other')
    const first = await correct('airbnb')
    expect([first, await sourceOf(id)]).toEqual([expect.objectContaining({ id: expect.any(String) }), 'airbnb'])
    // Pressed twice, it is like that already.
    expect(await correct('airbnb')).toEqual({ ok: true })
    const second = await correct('vrbo', 'airbnb')
    expect(await undo(first.ok ? first.id : '')).toMatchObject({ ok: false, status: 409 })
    expect(await undo(second.ok ? second.id : '')).toMatchObject({ ok: true })
    expect(await undo(first.ok ? first.id : '')).toMatchObject({ ok: true })
    expect(await sourceOf(id)).toBe('other')
  })

  test('is not replaced unseen, and never that of a guest who booked on the site', async () => {
    const { id, correct } = await stayOf('phone')
    expect(await correct('airbnb', 'other')).toMatchObject({ ok: false, status: 409 })
    expect(await correct('website')).toMatchObject({ ok: false, status: 400 })
    expect(await sourceOf(id)).toBe('phone')
    await db().update(bookings).set({ source: 'website' })
    expect(await correct('airbnb', 'website')).toMatchObject({ ok: false, status: 409 })
    expect(await sourceOf(id)).toBe('website')
  })

  test('makes an event of a calendar with exactly its nights the same stay, for as long as it was booked there', async () => {
    const { property, correct } = await stayOf('other')
    await makeImport(db(), property, NIGHTS, { eventKind: 'reserved' })
    const conflicts = async () => (await listConflicts(services(), { propertyId: property })).length
    expect(await conflicts()).toBe(1)
    const first = await correct('airbnb')
    expect(await conflicts()).toBe(0)
    expect(await undo(first.ok ? first.id : '')).toMatchObject({ ok: true })
    expect(await conflicts()).toBe(1)
    await correct('airbnb')
    expect(await conflicts()).toBe(0)
    await correct('phone', 'airbnb')
    expect(await conflicts()).toBe(1)
  })
})
