import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { reviewChanges } from '#app/features/bookings/manage/reviews/review.changes.server.ts'
import { getProperty } from '#app/features/properties/properties.server.ts'
import { bookings, stayReviews } from '#app/platform/db/schema.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeBooking, makePricedProperty, testClock, testServices } from '#test/factories.ts'
import { getReviewPage, reviewForm } from './stay-review.server.ts'

const JULY = { from: '2027-07-02', to: '2027-07-06' }
const WORDS = { stars: 2, body: 'The lake was lovely, the beds were not.', author: 'Ada Lovelace' }

describeOnBothDatabases('reviews of stays', (database) => {
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const at = (time: string) => clock.set(new Date(`${time}:00Z`))

  async function makeStay(status: 'confirmed' | 'pending' = 'confirmed', nights = JULY) {
    at('2027-06-01T18:00')
    const { db } = services()
    const [known] = await db.select({ id: bookings.propertyId }).from(bookings)
    const home = known?.id ?? (await makePricedProperty(db, { slug: 'cabin', name: 'Cabin' }))
    const id = await makeBooking(db, home, nights, { guestName: 'Ada Lovelace', status })
    const [stay] = await db.select().from(bookings).where(eq(bookings.id, id))
    return { id, token: stay?.token ?? '' }
  }
  const write = (token: string, words: object = {}) => reviewForm(token).run(services(), { ...WORDS, ...words }, {})
  const shown = async () => {
    // Each reading is one of a page that is rendered anew.
    const fresh = testServices(database(), { clock })
    return (await getProperty(fresh, { slug: 'cabin' }))?.reviews.map(({ author, ofStay }) => [author, ofStay?.stars])
  }
  const post = (intent: keyof typeof reviewChanges, fields: Record<string, string>) =>
    postChange(
      reviewChanges[intent] as (typeof reviewChanges)['publish'],
      { services: services(), by: UNNAMED },
      fields,
    )

  test('are written once, from the last day of a confirmed stay on, with the first name only', async () => {
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
    expect(await post('withhold', { id, reason: 'personal-data' })).toMatchObject({ ok: true })
    expect(await shown()).toEqual([])
    expect(await post('publish', { id })).toMatchObject({ ok: true })
    expect(await post('answer', { id, answer: 'We have bought new beds.' })).toMatchObject({ ok: true })
    expect((await getProperty(services(), { slug: 'cabin' }))?.reviews[0]?.ofStay?.answer).toBe(
      'We have bought new beds.',
    )
  })
})
