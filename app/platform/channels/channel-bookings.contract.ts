import { expect, test } from 'vitest'
import type { PlayedPlatforms } from './channel-manager.contract.ts'

type Home = { propertyId: string; roomTypeId: string; ratePlanId: string }
type Played = () => { played: PlayedPlatforms; makeHome: () => Promise<Home> }

/** What comes in from platforms: bookings, requests, messages and reviews. */
export function describeBookings(current: Played): void {
  test('lists revisions oldest first, all pages, until they are acknowledged', async () => {
    const { played, makeHome } = current()
    const { manager } = played
    const { ratePlanId } = await makeHome()
    const booked = Array.from({ length: 23 }, () =>
      played.book({ ratePlanId, checkIn: '2027-07-05', checkOut: '2027-07-08' }),
    )
    const { revisions, unreadable } = await manager.listRevisions()
    expect(unreadable).toEqual([])
    expect(revisions.map(({ id }) => id)).toEqual(booked.map(({ revisionId }) => revisionId))
    for (const { id } of revisions.slice(1)) await manager.acknowledge(id)
    // Once more, and one that it never had.
    await manager.acknowledge(revisions[1]?.id ?? '')
    await manager.acknowledge(crypto.randomUUID())
    expect((await manager.listRevisions()).revisions).toEqual([revisions[0]])
  })

  test('reads a booking to the cent', async () => {
    const { played, makeHome } = current()
    const { manager } = played
    const { ratePlanId, propertyId, roomTypeId } = await makeHome()
    const { bookingId, revisionId, code } = played.book({
      ratePlanId,
      checkIn: '2027-07-05',
      checkOut: '2027-07-08',
      price: '83.20',
      platform: 'BookingCom',
      adults: 3,
      children: 1,
      with: { ota_commission: '37.44', payment_collect: 'ota', notes: 'Late arrival' },
    })
    expect(await manager.getRevision(revisionId)).toMatchObject({
      id: revisionId,
      bookingId,
      propertyId,
      status: 'new',
      platform: 'booking-com',
      code,
      checkIn: '2027-07-05',
      checkOut: '2027-07-08',
      party: { adults: 3, children: 1, infants: 0 },
      guest: { name: 'Ada', surname: 'Lovelace', city: null },
      amount: 24_960,
      currency: 'USD',
      commission: 3_744,
      collects: 'platform',
      payout: 21_216,
      notes: 'Late arrival',
      rooms: [
        {
          roomTypeId,
          ratePlanId,
          amount: 24_960,
          nights: [
            { date: '2027-07-05', price: 8_320 },
            { date: '2027-07-06', price: 8_320 },
            { date: '2027-07-07', price: 8_320 },
          ],
        },
      ],
    })
    expect(await manager.getRevision(crypto.randomUUID())).toBeNull()
  })

  test('never reads a card', async () => {
    const { played, makeHome } = current()
    const { manager } = played
    const { ratePlanId } = await makeHome()
    played.book({ ratePlanId, checkIn: '2027-07-05', checkOut: '2027-07-08' })
    const read = JSON.stringify(await manager.listRevisions())
    expect(read).toContain('Lovelace')
    expect(read).not.toMatch(/4111|cvv|guarantee|expir/i)
  })

  test('has changes and the cancellation of a booking as revisions of it', async () => {
    const { played, makeHome } = current()
    const { manager } = played
    const { ratePlanId } = await makeHome()
    const { bookingId } = played.book({ ratePlanId, checkIn: '2027-07-05', checkOut: '2027-07-08' })
    played.change(bookingId, { ratePlanId, checkIn: '2027-07-06', checkOut: '2027-07-08' })
    played.cancel(bookingId)
    const { revisions } = await manager.listRevisions()
    expect(revisions.map(({ bookingId: id, status, checkIn }) => [id, status, checkIn])).toEqual([
      [bookingId, 'new', '2027-07-05'],
      [bookingId, 'modified', '2027-07-06'],
      [bookingId, 'cancelled', '2027-07-06'],
    ])
    const times = revisions.map(({ insertedAt }) => insertedAt)
    expect(times).toEqual([...new Set(times)].sort())
  })

  test('loses a revision from its list after half an hour, and has it in the list of bookings', async () => {
    const { played, makeHome } = current()
    const { manager } = played
    const { ratePlanId } = await makeHome()
    played.book({ ratePlanId, checkIn: '2027-07-01', checkOut: '2027-07-03' })
    played.passMinutes(60)
    const { revisionId, bookingId } = played.book({ ratePlanId, checkIn: '2027-07-05', checkOut: '2027-07-08' })
    played.passMinutes(29)
    expect((await manager.listRevisions()).revisions.map(({ id }) => id)).toEqual([revisionId])
    played.passMinutes(1)
    expect((await manager.listRevisions()).revisions).toEqual([])
    const changed = played.change(bookingId, { ratePlanId, checkIn: '2027-07-06', checkOut: '2027-07-08' })
    await manager.acknowledge(changed)
    const since = await manager.listBookingsSince(new Date('2027-06-01T18:30:00Z'))
    expect(since.revisions.map(({ id }) => id)).toEqual([revisionId, changed])
  })

  test('accepts a request once, and the booking follows', async () => {
    const { played, makeHome } = current()
    const { manager } = played
    const { ratePlanId, propertyId } = await makeHome()
    const id = played.request({ ratePlanId, checkIn: '2027-07-05', checkOut: '2027-07-08' })
    const [request, ...more] = await manager.listRequests()
    expect(more).toEqual([])
    expect(request).toMatchObject({ id, kind: 'reservation', propertyId, checkIn: '2027-07-05', isResolved: false })
    expect(await manager.answerRequest(id, { accept: true })).toMatchObject({ id, isResolved: true })
    const no = { accept: false, reason: 'not_a_good_fit', message: 'Sorry' } as const
    expect(await manager.answerRequest(id, no)).toMatchObject({ isResolved: true })
    expect(await manager.listRequests()).toEqual([])
    expect((await manager.listRevisions()).revisions).toMatchObject([{ status: 'new', checkIn: '2027-07-05' }])
  })

  test('declines a request, and a change of a booking', async () => {
    const { played, makeHome } = current()
    const { manager } = played
    const { ratePlanId } = await makeHome()
    const stay = { ratePlanId, checkIn: '2027-07-05', checkOut: '2027-07-08' }
    const { bookingId } = played.book(stay)
    const ids = [played.request(stay), played.request({ ...stay, checkOut: '2027-07-09' }, bookingId)]
    expect((await manager.listRequests()).map(({ kind }) => kind).sort()).toEqual(['alteration', 'reservation'])
    for (const id of ids) {
      await manager.answerRequest(id, { accept: false, reason: 'dates_not_available', message: 'Taken by now' })
    }
    expect(await manager.listRequests()).toEqual([])
    expect((await manager.listRevisions()).revisions).toHaveLength(1)
  })

  test('accepts a change of a booking', async () => {
    const { played, makeHome } = current()
    const { manager } = played
    const { ratePlanId } = await makeHome()
    const stay = { ratePlanId, checkIn: '2027-07-05', checkOut: '2027-07-08' }
    const { bookingId } = played.book(stay)
    const id = played.request({ ...stay, checkOut: '2027-07-09' }, bookingId)
    expect(await manager.listRequests()).toMatchObject([{ id, kind: 'alteration', bookingId }])
    await manager.answerRequest(id, { accept: true })
    const { revisions } = await manager.listRevisions()
    expect(revisions.at(-1)).toMatchObject({ bookingId, status: 'modified', checkOut: '2027-07-09' })
  })

  test('has conversations with their messages oldest first, and sends an answer', async () => {
    const { played, makeHome } = current()
    const { manager } = played
    const { propertyId, ratePlanId } = await makeHome()
    const { bookingId } = played.book({ ratePlanId, checkIn: '2027-07-05', checkOut: '2027-07-08' })
    const id = played.startThread({ propertyId, bookingId, message: 'Is there a kettle?' })
    const since = new Date('2027-06-01T00:00:00Z')
    expect(await manager.listThreads(since)).toMatchObject([{ id, propertyId, bookingId, platform: 'airbnb' }])
    expect(await manager.listThreads(new Date('2027-06-02T00:00:00Z'))).toEqual([])
    expect(await manager.sendMessage(id, 'Two, even.')).toMatchObject({ sender: 'property', text: 'Two, even.' })
    expect(await manager.listMessages(id)).toMatchObject([
      { sender: 'guest', text: 'Is there a kettle?' },
      { sender: 'property', text: 'Two, even.' },
    ])
    await expect(manager.sendMessage(id, ' ')).rejects.toThrow("message can't be blank")
  })

  test('has reviews, and publishes a reply', async () => {
    const { played, makeHome } = current()
    const { manager } = played
    const { propertyId } = await makeHome()
    const id = played.review(propertyId, null)
    const since = new Date('2027-06-01T00:00:00Z')
    expect(await manager.listReviews(since)).toMatchObject([{ id, propertyId, score: 10, reply: null }])
    await manager.replyToReview(id, 'Come again.')
    expect(await manager.listReviews(since)).toMatchObject([{ reply: 'Come again.', isReplied: true }])
    expect(await manager.listReviews(new Date('2027-06-02T00:00:00Z'))).toEqual([])
  })
}
