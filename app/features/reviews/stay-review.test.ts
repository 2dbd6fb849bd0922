import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { expect, test, vi } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { isPublic, isReferenced } from '#app/features/media/image-references.server.ts'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import { anonymizeBookings } from '#app/features/privacy/anonymize-bookings.server.ts'
import { getProperty } from '#app/features/properties/properties.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { site as content } from '#content/site.ts'
import { createLoadShedding } from '#server/middleware/load-shedding.ts'
import { createPages } from '#server/page-cache/pages.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { renderedBuild } from '#test/rendered-build.tsx'
import { publishVersionOf, reviewChanges } from './manage/review.changes.server.ts'
import { listReviews } from './manage/reviews-page.server.ts'
import { stayReviews } from './reviews.tables.server.ts'
import { getReviewPage, reviewForm } from './stay-review.server.ts'
import { storeReviewImage } from './store-review-image.server.ts'

const JULY = { from: '2027-07-02', to: '2027-07-06' }
const WORDS = { stars: 2, body: 'The lake was lovely, the beds were not.', author: 'Ada Lovelace' }

describeWithDatabase('reviews of stays', (database) => {
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const at = (time: string) => clock.set(new Date(`${time}:00Z`))

  async function makeStay(status: 'confirmed' | 'pending' = 'confirmed', nights = JULY) {
    at('2027-06-01T18:00')
    const { db } = services()
    const [known] = await db.select({ id: bookings.propertyId }).from(bookings)
    const property = known?.id ?? (await makePricedProperty(db, { slug: 'cabin', name: 'Cabin' }))
    const id = await makeBooking(db, property, nights, { guestName: 'Ada Lovelace', status })
    const [stay] = await db.select().from(bookings).where(eq(bookings.id, id))
    return { id, token: stay?.token ?? '' }
  }
  const write = (token: string, words: object = {}) => reviewForm(token).run(services(), { ...WORDS, ...words }, {})
  const shown = async () => {
    // Each reading is one of a page that is rendered again.
    const fresh = testServices(database(), { clock })
    return (await getProperty(fresh, { slug: 'cabin' }))?.reviews.map(({ author, ofStay }) => [author, ofStay?.stars])
  }
  const post = (intent: keyof typeof reviewChanges, fields: Record<string, string>) =>
    postChange(
      reviewChanges[intent] as (typeof reviewChanges)['publish'],
      { services: services(), by: UNNAMED },
      fields,
    )

  testOnBoth('are written once, from the last day of a confirmed stay on, with the first name only', async () => {
    const { token } = await makeStay()
    expect(await getReviewPage(services(), token)).toBeNull()
    expect(await write(token)).toMatchObject({ ok: false, status: 404 })
    at('2027-07-06T18:00')
    expect(await getReviewPage(services(), token)).toMatchObject({ author: 'Ada', state: 'open' })
    const both = await Promise.all([write(token), write(token, { stars: 5, body: 'Another one, much better.' })])
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    expect(await services().db.select().from(stayReviews)).toMatchObject([{ author: 'Ada', stayedIn: '2027-07-01' }])
    expect(await getReviewPage(services(), token)).toMatchObject({ state: 'written' })
    expect(await getReviewPage(services(), 'nothing')).toBeNull()
    const request = await makeStay('pending', { from: '2027-08-02', to: '2027-08-06' })
    at('2027-08-10T18:00')
    expect(await getReviewPage(services(), request.token)).toBeNull()
  })

  async function withImage() {
    const { id, token } = await makeStay()
    const image = { contentType: 'image/jpeg', width: 800, height: 600, bytes: 9, checksum: 'c', altText: '' }
    await services()
      .db.insert(mediaObjects)
      .values({ ...image, path: '/objects/uploads/1.jpg', createdAt: NOON })
    at('2027-07-07T18:00')
    await write(token)
    return { id, addImage: () => storeReviewImage(services(), { token, path: '/objects/uploads/1.jpg' }) }
  }
  const listed = async () => (await listReviews(services()))[0]

  test('are not published with a photo that came while an operator read them', async () => {
    const { id, addImage } = await withImage()
    const { version = '' } = (await listed()) ?? {}
    expect(await addImage()).toBe('sent')
    expect(await post('publish', { id, version })).toMatchObject({ ok: false, status: 409 })
    expect(await shown()).toEqual([])
    expect(await post('publish', { id, version: (await listed())?.version ?? '' })).toMatchObject({ ok: true })
    expect(await shown()).toEqual([['Ada', 2]])
  })

  test('show by themselves a week after the last photo, which could be read so long, too', async () => {
    const { addImage } = await withImage()
    at('2027-07-14T17:59')
    expect(await addImage()).toBe('sent')
    at('2027-07-21T17:58')
    expect(await shown()).toEqual([])
    expect(await listed()).toMatchObject({ state: 'coming' })
    at('2027-07-21T17:59')
    expect(await shown()).toEqual([['Ada', 2]])
    expect(await listed()).toMatchObject({ state: 'published' })
    expect(await addImage()).toBe('gone')
  })

  testOnBoth('have up to five photos, until they show; withheld ones and those that go take them along', async () => {
    const { id, token } = await makeStay()
    const { db } = services()
    const path = (at: number) => `/objects/uploads/${at}.jpg`
    const image = { contentType: 'image/jpeg', width: 800, height: 600, bytes: 9, checksum: 'c', altText: '' }
    await db
      .insert(mediaObjects)
      .values([1, 2, 3, 4, 5, 6].map((at) => ({ ...image, path: path(at), createdAt: NOON })))
    const add = (at: number) => storeReviewImage(services(), { token, path: path(at) })
    at('2027-07-07T18:00')
    expect(await add(1)).toBe('gone')
    await write(token)
    expect(await Promise.all([1, 2, 3, 4, 5].map(add))).toEqual(Array(5).fill('sent'))
    expect(await add(6)).toBe('full')
    expect(await add(7)).toBe('gone')
    const page = await getReviewPage(services(), token)
    expect(page).toMatchObject({ state: 'written', mayAdd: false })
    expect(page?.state === 'written' && page.images.map(({ alt }) => alt)).toContain('Photo 1 by Ada, a guest')
    expect(await isReferenced(db, path(1))).toBe(true)
    expect((await listReviews(services()))[0]?.images).toHaveLength(5)
    await db.update(stayReviews).set({ images: [path(2)] })
    expect(await isReferenced(db, path(1))).toBe(false)
    await post('publish', { id, version: publishVersionOf({ images: [path(2)], withheldReason: null }) })
    expect(await add(1)).toBe('gone')
    const property = await getProperty(testServices(database(), { clock }), { slug: 'cabin' })
    expect(property?.reviews[0]?.ofStay?.images).toMatchObject([{ src: path(2), width: 800 }])
    expect(await isPublic(db, path(2))).toBe(true)
    await post('withhold', { id, reason: 'personal-data' })
    expect(await isPublic(db, path(2))).toBe(false)
    await db.transaction((tx) => anonymizeBookings(tx, [id]))
    expect(await isReferenced(db, path(2))).toBe(false)
  })

  test('stand on the cached page of their home as soon as they are published or withheld', async () => {
    vi.stubEnv('DEV', false)
    await services().db.insert(site).values(content)
    const { id, token } = await makeStay()
    at('2027-07-07T18:00')
    await write(token)
    const own = services()
    const pages = createPages(own, await renderedBuild(), createLoadShedding(own))
    const app = new Hono()
      .use(async (context, next) => (await pages.findCached(context)) ?? next())
      .route('/', pages.routes)
    const read = async () => (await app.request('/property/cabin')).text()
    const change = (intent: 'publish' | 'withhold', fields: Record<string, string>) =>
      postChange(reviewChanges[intent] as (typeof reviewChanges)['publish'], { services: own, by: UNNAMED }, fields)
    for (let visit = 0; visit < 2; visit += 1) expect(await read()).not.toContain(WORDS.body)
    expect(await change('publish', { id, version: (await listed())?.version ?? '' })).toMatchObject({ ok: true })
    for (let visit = 0; visit < 2; visit += 1) expect(await read()).toContain(WORDS.body)
    expect(await change('withhold', { id, reason: 'personal-data' })).toMatchObject({ ok: true })
    expect(await read()).not.toContain(WORDS.body)
    vi.unstubAllEnvs()
  })

  test('show once they are published, or after a week, good or bad; withheld only for a reason from the list', async () => {
    const { id, token } = await makeStay()
    at('2027-07-07T18:00')
    await write(token)
    expect(await shown()).toEqual([])
    at('2027-07-14T17:59')
    expect(await shown()).toEqual([])
    at('2027-07-14T18:01')
    expect(await shown()).toEqual([['Ada', 2]])
    expect(await post('withhold', { id, reason: 'bad' })).toMatchObject({
      ok: false,
      fields: { reason: expect.any(String) },
    })
    // Another operator has the page open.
    const { version: beforeWithheld = '' } = (await listed()) ?? {}
    expect(await post('withhold', { id, reason: 'personal-data' })).toMatchObject({ ok: true })
    expect(await shown()).toEqual([])
    expect(await post('publish', { id, version: beforeWithheld })).toMatchObject({ ok: false, status: 409 })
    expect(await shown()).toEqual([])
    const { version: seen = '' } = (await listed()) ?? {}
    expect(await post('publish', { id, version: seen })).toMatchObject({ ok: true })
    const version = versionOf({ isPublished: true, withheldReason: null, answer: null })
    expect(await post('answer', { id, answer: 'We have bought new beds.', version })).toMatchObject({ ok: true })
    // Another operator, who read it before.
    expect(await post('answer', { id, answer: 'Sorry!', version })).toMatchObject({ ok: false, status: 409 })
    expect((await getProperty(services(), { slug: 'cabin' }))?.reviews[0]?.ofStay?.answer).toBe(
      'We have bought new beds.',
    )
  })
})
