import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { SITE_TABLES } from '#app/features/all-tables.server.ts'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { listConflicts } from '#app/features/availability/conflicts.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { findBrokenInvariants } from '#app/features/bookings/payments/invariants.server.ts'
import { channelsApi } from '#app/features/channels/channels.api.server.ts'
import { channelBookings, channelConnections } from '#app/features/channels/channels.tables.server.ts'
import { WEBHOOK_SECRET_HEADER } from '#app/platform/channels/channel-manager.server.ts'
import { useChannels } from '#test/channels.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeSite } from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { READ_QUEUE, webhookSecret } from './announcement.server.ts'
import { applyRevision } from './apply-revision.server.ts'
import { canBeApplied } from './platform-stay.server.ts'
import { readBookings } from './read-bookings.server.ts'

const JULY = { checkIn: '2027-07-05', checkOut: '2027-07-08' }
const never = new AbortController().signal

describeWithDatabase('bookings of platforms', (database) => {
  const channels = useChannels(database)
  const read = (services = channels.services()) => readBookings(services, never)
  const played = () => channels.server().bookings
  const stays = () => database().db.select().from(bookings).orderBy(bookings.checkInDate, bookings.createdAt)
  const nights = () => database().db.select().from(occupancies)

  beforeEach(() => {
    played().forget()
    channels.server().mend()
  })

  testOnBoth('a booking of a platform is one here, acknowledged after it is stored, and mailed to nobody', async () => {
    const { planId, propertyId } = await channels.makeListing()
    const { revisionId, code } = played().book({
      ...JULY,
      ratePlanId: planId,
      price: '83.20',
      adults: 3,
      children: 1,
      with: { notes: 'Late arrival' },
    })
    await read()
    expect(played().isAcknowledged(revisionId)).toBe(true)
    expect(await stays()).toMatchObject([
      {
        propertyId,
        status: 'confirmed',
        source: 'airbnb',
        guestName: 'Ada Lovelace',
        guestEmail: '',
        checkInDate: '2027-07-05',
        checkOutDate: '2027-07-08',
        adults: 3,
        children: 1,
        numberOfGuests: 4,
        totalAmount: '249.60',
        privateNote: `Booked on Airbnb as ${code}.\nLate arrival`,
      },
    ])
    expect(await nights()).toMatchObject([{ kind: 'booking', nights: { from: '2027-07-05', to: '2027-07-08' } }])
    const [details] = await database().db.select().from(channelBookings)
    expect(details).toMatchObject({ platform: 'airbnb', code, collects: 'platform', payout: null, currency: 'USD' })
    expect(details?.priceByNight).toEqual(['05', '06', '07'].map((day) => ({ date: `2027-07-${day}`, price: 8320 })))
    expect(await queuedMail(database())).toEqual([])
    await read()
    expect(await stays()).toHaveLength(1)
    expect(await findBrokenInvariants(database().db)).toEqual([])
  })

  test('a change moves, reprices and renames it, in the home that the platform says, and a cancellation frees its nights', async () => {
    const [cabin, barn] = [await channels.makeListing(), await channels.makeListing()]
    const { bookingId } = played().book({ ...JULY, ratePlanId: cabin.planId })
    await read()
    const moved = { checkIn: '2027-07-06', checkOut: '2027-07-07', price: '150.00', name: 'Grace' }
    played().change(bookingId, { ...moved, ratePlanId: barn.planId })
    await read()
    const change = { propertyId: barn.propertyId, checkInDate: '2027-07-06', totalAmount: '150.00' }
    expect(await stays()).toMatchObject([{ ...change, status: 'confirmed', guestName: 'Grace Lovelace' }])
    expect(await nights()).toMatchObject([{ kind: 'booking', propertyId: barn.propertyId }])
    played().cancel(bookingId)
    await read()
    expect(await stays()).toMatchObject([{ status: 'cancelled', refundAmount: '0.00' }])
    expect(await nights()).toEqual([])
    // It is booked again there, under the same id.
    played().change(bookingId, { ...JULY, ratePlanId: cabin.planId })
    await read()
    expect(await stays()).toMatchObject([{ status: 'confirmed', propertyId: cabin.propertyId }])
    expect(await nights()).toMatchObject([{ kind: 'booking', propertyId: cabin.propertyId }])
    expect(await findBrokenInvariants(database().db)).toEqual([])
  })

  test('a cancellation without dates cancels', async () => {
    const { planId } = await channels.makeListing()
    const { bookingId } = played().book({ ...JULY, ratePlanId: planId })
    await read()
    const revisionId = played().cancel(bookingId, { arrival_date: null, departure_date: null, rooms: [] })
    await read()
    expect(await stays()).toMatchObject([{ status: 'cancelled' }])
    expect(await nights()).toEqual([])
    expect(played().isAcknowledged(revisionId)).toBe(true)
  })

  test('an older revision after a newer one changes nothing, also of a booking that was canceled before it was seen', async () => {
    const { planId } = await channels.makeListing()
    const first = played().book({ ...JULY, ratePlanId: planId })
    channels.server().fail('drop before', { times: 1, on: /ack/ })
    await read()
    played().change(first.bookingId, { ...JULY, checkOut: '2027-07-09', ratePlanId: planId })
    await read()
    expect(await stays()).toMatchObject([{ checkOutDate: '2027-07-09' }])
    // The list gave the newer one first.
    const again = played().book({ checkIn: '2027-08-01', checkOut: '2027-08-03', ratePlanId: planId })
    const canceled = played().cancel(again.bookingId)
    const manager = channels.services().openChannelManager(channels.server().account, never)
    const [newer, older] = [await manager.getRevision(canceled), await manager.getRevision(again.revisionId)]
    if (!newer || !older || !canBeApplied(newer) || !canBeApplied(older)) throw new Error('the revisions are gone')
    expect(await applyRevision(channels.services(), newer)).toBe('applied')
    expect(await applyRevision(channels.services(), older)).toBe('older')
    expect(await stays()).toHaveLength(1)
  })

  testOnBoth('a process that dies before it acknowledges loses and doubles nothing', async () => {
    const { planId } = await channels.makeListing()
    const { revisionId } = played().book({ ...JULY, ratePlanId: planId })
    channels.server().fail('drop before', { on: /ack/ })
    await read()
    expect(played().isAcknowledged(revisionId)).toBe(false)
    expect(await stays()).toHaveLength(1)
    await read()
    expect(played().isAcknowledged(revisionId)).toBe(true)
    expect(await stays()).toHaveLength(1)
  })

  testOnBoth('two processes that read at once store each booking once', async () => {
    const { planId } = await channels.makeListing()
    const days = ['01', '04', '07', '10', '13', '16', '19', '22', '25', '28']
    for (const day of days) {
      const checkOut = `2027-07-${String(Number(day) + 2).padStart(2, '0')}`
      played().book({ checkIn: `2027-07-${day}`, checkOut, ratePlanId: planId })
    }
    await Promise.all([read(), read(), read()])
    await read()
    expect(played().waiting()).toEqual([])
    expect(await stays()).toHaveLength(days.length)
    expect((await nights()).map(({ kind }) => kind)).toEqual(days.map(() => 'booking'))
  })

  test('after 40 minutes without the feed, the list of bookings is read, once', async () => {
    const { planId } = await channels.makeListing()
    await read()
    const { revisionId } = played().book({ ...JULY, ratePlanId: planId })
    const server = channels.server()
    for (let minute = 0; minute < 40; minute += 1) {
      server.fail(503)
      await read()
      channels.later(60)
    }
    expect(played().lost()).toEqual([revisionId])
    server.calls.length = 0
    await read()
    expect(await stays()).toMatchObject([{ checkInDate: '2027-07-05', status: 'confirmed' }])
    expect(server.calls).toEqual(['GET /bookings', 'GET /booking_revisions', 'GET /booking_revisions/feed'])
    server.calls.length = 0
    await read()
    expect(server.calls).toEqual(['GET /booking_revisions/feed'])
    expect(await stays()).toHaveLength(1)
  })

  test('a restored copy takes nothing off the list, and reads the list of bookings first once it is confirmed', async () => {
    const { planId } = await channels.makeListing()
    await read()
    const server = channels.server()
    const { revisionId } = played().book({ ...JULY, ratePlanId: planId })
    for (const { restore } of SITE_TABLES) if (restore) await database().db.execute(restore(channels.clock().now()))
    server.calls.length = 0
    channels.later(60)
    await read()
    expect(server.calls).toEqual([])
    expect(played().isAcknowledged(revisionId)).toBe(false)
    // The site from which the backup is acknowledged it.
    await channels.manager().acknowledge(revisionId)
    await database().db.update(channelConnections).set({ heldAt: null })
    await read()
    expect(await stays()).toMatchObject([{ checkInDate: '2027-07-05' }])
  })

  testOnBoth(
    'nights sold twice: both are stored, named by mail and as a conflict, and free nights settle it',
    async () => {
      const { db } = database()
      await makeSite(db)
      const { planId, propertyId } = await channels.makeListing({ name: 'Lake Keowee' })
      const own = { from: '2027-07-04', to: '2027-07-06' }
      const here = await makeBooking(db, propertyId, own, { status: 'confirmed', guestName: 'Grace Hopper' })
      const { revisionId } = played().book({ ...JULY, ratePlanId: planId })
      await read()
      expect(played().isAcknowledged(revisionId)).toBe(true)
      expect((await nights()).map(({ kind }) => kind).sort()).toEqual(['booking', 'overbooking'])
      const services = channels.services()
      const conflicts = await listConflicts(services, 'all')
      expect(conflicts.map(({ stay, claim }) => [stay.guest, claim.kind === 'stay' && claim.guest])).toEqual([
        ['Grace Hopper', 'Ada Lovelace'],
        ['Ada Lovelace', 'Grace Hopper'],
      ])
      await read()
      const [mail, ...more] = await queuedMail(database())
      expect(more).toEqual([])
      expect(mail).toMatchObject({ template: 'booked-twice', subject: 'Booked twice: Lake Keowee, Mon, Jul 5' })
      expect(mail?.text).toMatch(/Ada Lovelace[\s\S]*Grace Hopper/)
      await db.transaction(async (tx) => {
        await tx
          .update(bookings)
          .set({ checkInDate: '2027-07-02', checkOutDate: '2027-07-04' })
          .where(eq(bookings.id, here))
        const away = { from: '2027-07-02', to: '2027-07-04' }
        await tx.update(occupancies).set({ nights: away }).where(eq(occupancies.bookingId, here))
      })
      await read()
      expect((await nights()).map(({ kind }) => kind)).toEqual(['booking', 'booking'])
      expect(await listConflicts(services, 'all')).toEqual([])
      expect(await findBrokenInvariants(db)).toEqual([])
    },
  )

  test('what is not ours is acknowledged and skipped, until its home has a listing', async () => {
    const { planId } = await channels.makeListing()
    const { revisionId } = played().book({
      ...JULY,
      ratePlanId: planId,
      with: { property_id: crypto.randomUUID(), rooms: [] },
    })
    await read()
    expect(played().isAcknowledged(revisionId)).toBe(true)
    expect(await stays()).toEqual([])
  })

  test('a stay that an operator entered for the same platform and nights is that booking', async () => {
    const { planId, propertyId } = await channels.makeListing()
    const typed = { status: 'confirmed', source: 'airbnb', guestName: 'A. Lovelace' } as const
    const id = await makeBooking(database().db, propertyId, { from: JULY.checkIn, to: JULY.checkOut }, typed)
    played().book({ ...JULY, ratePlanId: planId, price: '83.20' })
    await read()
    expect(await stays()).toMatchObject([{ id, guestName: 'Ada Lovelace', totalAmount: '249.60' }])
    expect(await nights()).toMatchObject([{ kind: 'booking' }])
  })

  test('an announcement lets bookings be read once, however often it comes, and a stranger’s does nothing', async () => {
    await channels.makeListing()
    const services = channels.services()
    await services.jobs.createQueue(READ_QUEUE, { policy: 'short' })
    const api = channelsApi(services)
    const announce = (secret: string) =>
      api.request('/api/webhooks/channels', {
        method: 'POST',
        headers: { 'content-type': 'application/json', [WEBHOOK_SECRET_HEADER]: secret },
        body: JSON.stringify({ event: 'booking' }),
      })
    const secret = webhookSecret(channels.server().account.key)
    const waiting = async () => (await services.jobs.fetch(READ_QUEUE, { batchSize: 10 })).length
    expect((await announce('wrong')).status).toBe(400)
    expect((await announce('')).status).toBe(400)
    expect(await waiting()).toBe(0)
    for (let time = 0; time < 3; time += 1) expect((await announce(secret)).status).toBe(200)
    expect(await waiting()).toBe(1)
  })

  test('a site with a public address asks for announcements when it begins, and reads without them, too', async () => {
    const { planId } = await channels.makeListing()
    const config = { ...channels.services().config, demo: false, siteUrl: 'https://stay.example' }
    const services = { ...channels.services(), config }
    const server = channels.server()
    played().book({ ...JULY, ratePlanId: planId })
    server.fail(503, { on: /webhooks/ })
    await read(services)
    expect(await stays()).toHaveLength(1)
    expect(server.conversations.webhooks()).toEqual([])
    await database().db.update(channelConnections).set({ revisionsReadAt: null })
    await read(services)
    const headers = { [WEBHOOK_SECRET_HEADER]: webhookSecret(server.account.key) }
    const callback_url = 'https://stay.example/api/webhooks/channels'
    expect(server.conversations.webhooks()).toMatchObject([
      { callback_url, headers, is_active: true, send_data: false },
    ])
    server.calls.length = 0
    await read(services)
    expect(server.calls).toEqual(['GET /booking_revisions/feed'])
  })

  test('a price in another currency is not taken for dollars', async () => {
    const { planId } = await channels.makeListing()
    played().book({ ...JULY, ratePlanId: planId, price: '83.20', with: { currency: 'EUR' } })
    await read()
    const [stay] = await stays()
    expect(stay).toMatchObject({ totalAmount: '0.00', privateNote: expect.stringContaining('249.60 EUR') })
  })
})
