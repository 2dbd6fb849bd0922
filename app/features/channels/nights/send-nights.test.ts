import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getCalendar } from '#app/features/availability/availability.server.ts'
import { getPublishedRules } from '#app/features/availability/property-rules.server.ts'
import { checkDepartureDay } from '#app/features/availability/stay-rules.ts'
import { seasons } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { ChannelUnavailable } from '#app/platform/channels/channel-manager.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { useChannels } from '#test/channels.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeDate, makeHold } from '#test/factories.ts'
import { channelConnections, channelListings, channelRatePlans } from '../channels.tables.server.ts'
import { compareSamples } from './compare-listing.server.ts'
import { noticeChanges } from './notice-changes.server.ts'
import { sendDueNights } from './send-nights.server.ts'

const AVAILABILITY = 'POST /availability'
const RATES = 'POST /restrictions'
const JULY = { from: '2027-07-01', to: '2027-07-05' }

describeWithDatabase('nights sent to platforms', (database) => {
  const channels = useChannels(database)
  const { makeListing, send, later } = channels
  const { db } = { db: () => channels.services().db }
  const nightOn = (planId: string, date: string) => channels.server().nights.nightOn(planId, date)
  const roomsOn = (roomTypeId: string, date: string) => channels.server().nights.roomsOn(roomTypeId, date)

  test('all 500 nights are there in two messages, as the calendar of the site has them', async () => {
    const home = await makeListing({ gapMinimumStay: 1, noticeDays: 2, checkInDays: [5, 6] })
    await makeBooking(db(), home.propertyId, JULY)
    await makeBooking(db(), home.propertyId, { from: '2027-07-06', to: '2027-07-10' })
    await makeDate(db(), home.propertyId, '2027-08-01', { blocked: true, price: '999' })
    expect(await send()).toEqual([AVAILABILITY, RATES])
    const to = '2028-10-13'
    const asked = { propertyId: home.propertyId, from: '2027-06-01', to }
    const calendar = await getCalendar(channels.services(), asked)
    const rules = await getPublishedRules(channels.services(), home.propertyId)
    expect(calendar?.nights).toHaveLength(500)
    for (const { date, state, minimumStay, arrival, rate } of calendar?.nights ?? []) {
      const night = nightOn(home.planId, date)
      const departure = rules && checkDepartureDay(rules.rules.pricing, date) === null
      expect([date, roomsOn(home.roomTypeId, date), night.rate, night.min_stay_arrival]).toEqual([
        ...[date, state === 'free' ? 1 : 0, ((rate ?? 0) / 100).toFixed(2), minimumStay],
      ])
      expect([date, night.closed_to_arrival, night.closed_to_departure]).toEqual([date, !arrival, !departure])
    }
    expect(roomsOn(home.roomTypeId, to)).toBe(0)
    expect(await send()).toEqual([])
  })

  test('a season’s change of a home is one message for all its platforms, and a booking is one', async () => {
    const home = await makeListing({}, { airbnb: {}, vrbo: { markup: '10' }, 'booking-com': { minimumStay: 6 } })
    expect(await send()).toEqual([AVAILABILITY, RATES])
    await db().update(seasons).set({ minimumStay: 5 }).where(eq(seasons.propertyId, home.propertyId))
    expect(await send()).toEqual([RATES])
    const nights = Object.values(home.plans).map((plan) => nightOn(plan, '2027-07-02').min_stay_arrival)
    expect(nights).toEqual([5, 5, 6])
    expect(Object.values(home.plans).map((plan) => nightOn(plan, '2027-07-02').rate)).toEqual([
      ...['820.00', '902.00', '820.00'],
    ])
    await makeBooking(db(), home.propertyId, JULY)
    expect(await send()).toEqual([AVAILABILITY])
    expect(roomsOn(home.roomTypeId, '2027-07-04')).toBe(0)
    expect(roomsOn(home.roomTypeId, '2027-07-05')).toBe(1)
  })

  test('changes of a few seconds are sent together, within ten seconds of the first', async () => {
    const home = await makeListing()
    await send()
    const calls = channels.server().calls
    calls.length = 0
    await makeBooking(db(), home.propertyId, JULY)
    const changedAt = channels.clock().now().getTime()
    const sentAfter: number[] = []
    for (let second = 0; second < 20; second += 2) {
      if (second === 2) await makeBooking(db(), home.propertyId, { from: '2027-08-01', to: '2027-08-03' })
      await noticeChanges(channels.services())
      await sendDueNights(channels.services(), new AbortController().signal)
      if (calls.length > sentAfter.length) sentAfter.push((channels.clock().now().getTime() - changedAt) / 1000)
      later(2)
    }
    expect(sentAfter).toHaveLength(1)
    expect(sentAfter[0]).toBeLessThan(10)
    expect(roomsOn(home.roomTypeId, '2027-08-02')).toBe(0)
  })

  test('a hold closes its nights there while it lives, and its end opens them without any write', async () => {
    const home = await makeListing()
    await send()
    const expiresAt = new Date(channels.clock().now().getTime() + 600_000)
    await makeHold(db(), home.propertyId, JULY, expiresAt)
    expect(await send()).toEqual([AVAILABILITY])
    expect(roomsOn(home.roomTypeId, '2027-07-02')).toBe(0)
    channels.clock().set(expiresAt)
    expect(await send()).toEqual([AVAILABILITY])
    expect(roomsOn(home.roomTypeId, '2027-07-02')).toBe(1)
  })

  test('after an unclear answer the nights are sent again, even if they are as before', async () => {
    const home = await makeListing()
    await send()
    await makeDate(db(), home.propertyId, '2027-07-10', { price: '999' })
    channels.server().fail('drop after', { on: /restrictions/ })
    expect(await send()).toEqual([RATES])
    expect(nightOn(home.planId, '2027-07-10').rate).toBe('999.00')
    await db().execute('delete from night_overrides')
    expect(await send()).toEqual([])
    later(60)
    expect(await send()).toEqual([RATES])
    expect(nightOn(home.planId, '2027-07-10').rate).toBe('820.00')
    expect(await channels.connection()).toMatchObject({ failingSince: null, lastError: null, attempts: 0 })
  })

  test('a refused key stops all homes, and is said; a new try follows later', async () => {
    await makeListing()
    await makeListing()
    await db().update(channelConnections).set({ apiKey: 'wrong' })
    expect(await send()).toEqual([AVAILABILITY])
    expect(await channels.connection()).toMatchObject({
      lastError: 'The channel manager refuses the key.',
      attempts: 1,
    })
    await db().update(channelConnections).set({ apiKey: channels.server().account.key })
    later(60)
    expect(await send()).toEqual([AVAILABILITY, RATES, AVAILABILITY, RATES])
  })

  /** Services whose calls for one home fail so. */
  function failingFor(remotePropertyId: string, failure: Error): Services {
    const services = channels.services()
    const openChannelManager: Services['openChannelManager'] = (account, signal) => {
      const manager = services.openChannelManager(account, signal)
      return {
        ...manager,
        setAvailability: async (changes) => {
          if (changes[0]?.propertyId === remotePropertyId) throw failure
          return manager.setAvailability(changes)
        },
      }
    }
    return { ...services, openChannelManager }
  }

  test.each([
    ['has no answer', new ChannelUnavailable('status 500'), 'The channel manager can’t be reached'],
    ['meets a bug', new Error('a bug'), 'The site failed'],
  ])('a home that %s waits longer each time, and the others are sent at once', async (_, failure, words) => {
    const [one, other] = [await makeListing(), await makeListing()]
    await send()
    const services = failingFor(one.remotePropertyId, failure)
    const sendFailing = () => sendDueNights(services, new AbortController().signal)
    for (const { propertyId } of [one, other]) await makeBooking(db(), propertyId, JULY)
    await noticeChanges(services)
    later(9)
    await sendFailing()
    expect(roomsOn(other.roomTypeId, '2027-07-02')).toBe(0)
    expect(await channels.listing(one.id)).toMatchObject({ attempts: 1, lastError: expect.stringContaining(words) })
    later(20)
    await sendFailing()
    await sendFailing()
    const failing = await channels.listing(one.id)
    expect(failing).toMatchObject({ attempts: 2, failingSince: expect.any(Date) })
    expect(failing.retryAt?.getTime()).toBe(channels.clock().now().getTime() + 30_000)
    expect(await channels.connection()).toMatchObject({ failingSince: null, attempts: 0 })
    later(60)
    await send()
    expect(roomsOn(one.roomTypeId, '2027-07-02')).toBe(0)
    expect(await channels.listing(one.id)).toMatchObject({ attempts: 0, failingSince: null, lastError: null })
  })

  test('once two homes have no answer, and none has one, no other is tried', async () => {
    await makeListing()
    await makeListing()
    await makeListing()
    channels.server().fail(500, { times: 9 })
    expect(await send()).toEqual([AVAILABILITY, AVAILABILITY])
    expect(await channels.connection()).toMatchObject({ attempts: 1, failingSince: expect.any(Date) })
    channels.server().mend()
    later(60)
    expect(await send()).toHaveLength(6)
    expect(await channels.connection()).toMatchObject({ attempts: 0, failingSince: null })
  })

  test('what is refused of one home is named there, and the others are sent', async () => {
    const [one, other] = [await makeListing(), await makeListing()]
    await db().update(channelListings).set({ remoteRoomTypeId: 'gone' }).where(eq(channelListings.id, one.id))
    expect(await send()).toEqual([AVAILABILITY, RATES, AVAILABILITY, RATES])
    expect(await channels.listing(one.id)).toMatchObject({ refusals: [expect.stringContaining('does not exist')] })
    expect(await channels.listing(other.id)).toMatchObject({ refusals: [] })
    expect(roomsOn(other.roomTypeId, '2027-07-02')).toBe(1)
  })

  test('too many messages of a home wait as long as they have to, and then go on', async () => {
    const home = await makeListing()
    await send()
    await makeBooking(db(), home.propertyId, JULY)
    channels.server().fail(429)
    await send()
    expect(roomsOn(home.roomTypeId, '2027-07-02')).toBe(1)
    later(120)
    await send()
    expect(roomsOn(home.roomTypeId, '2027-07-02')).toBe(0)
  })

  test('a home that is unpublished is closed everywhere, and its prices stay', async () => {
    const home = await makeListing()
    await send()
    await db().update(properties).set({ status: 'draft' }).where(eq(properties.id, home.propertyId))
    expect(await send()).toEqual([AVAILABILITY, RATES])
    expect(roomsOn(home.roomTypeId, '2027-07-02')).toBe(0)
    expect(nightOn(home.planId, '2027-07-02')).toMatchObject({ rate: '820.00', stop_sell: true })
  })

  test('at midnight of the home a night more is sent, and none that is over', async () => {
    const home = await makeListing({ timeZone: 'Pacific/Honolulu' })
    await send()
    // June 2 in Greenwich, and still June 1 at the home.
    channels.clock().set(new Date('2027-06-02T09:30:00Z'))
    expect(await send()).toEqual([])
    channels.clock().set(new Date('2027-06-02T10:30:00Z'))
    channels.server().bodies.length = 0
    expect(await send()).toEqual([AVAILABILITY, RATES])
    const dates = channels
      .server()
      .bodies.flatMap(({ body }) => body.values as { date_from: string; date_to: string }[])
    expect(dates.map(({ date_from, date_to }) => [date_from, date_to])).toEqual([
      ['2028-10-13', '2028-10-13'],
      ['2028-10-13', '2028-10-13'],
    ])
    expect(await channels.listing(home.id)).toMatchObject({ accepted: [{ from: '2027-06-02' }] })
  })

  test('what was changed there by hand is found by a sample, and everything is sent again', async () => {
    const home = await makeListing()
    await send()
    channels.server().nights.takeRoom(home.roomTypeId, '2027-06-10', '2027-06-12')
    await compareSamples(channels.services(), new AbortController().signal)
    expect(await channels.listing(home.id)).toMatchObject({ differing: 2 })
    expect(await send()).toEqual([AVAILABILITY, RATES])
    expect(roomsOn(home.roomTypeId, '2027-06-10')).toBe(1)
    await compareSamples(channels.services(), new AbortController().signal)
    expect(await channels.listing(home.id)).toMatchObject({ differing: 0, dueAt: null })
  })

  test('nothing is sent of a home that is off, nor after a restore until an operator confirms', async () => {
    const home = await makeListing()
    await db().update(channelListings).set({ isOn: false })
    expect(await send()).toEqual([])
    await db().update(channelListings).set({ isOn: true })
    await db().update(channelConnections).set({ heldAt: channels.clock().now() })
    expect(await send()).toEqual([])
    await db().update(channelConnections).set({ heldAt: null })
    expect(await send()).toEqual([AVAILABILITY, RATES])
    expect(roomsOn(home.roomTypeId, '2027-07-02')).toBe(1)
  })

  testOnBoth('of several processes one sends, and no home has two open messages', async () => {
    await makeListing()
    await makeListing()
    const process = () => sendDueNights(channels.services(), new AbortController().signal)
    const done = await Promise.all([process(), process(), process()])
    expect(done.toSorted()).toEqual([0, 0, 2])
    expect(channels.server().calls).toEqual([AVAILABILITY, RATES, AVAILABILITY, RATES])
  })

  test('a process that dies amid a message lets another send soon, which sends the same again', async () => {
    const home = await makeListing()
    const dying = new AbortController()
    channels.server().goSilent()
    const sending = sendDueNights(channels.services(), dying.signal)
    await expect.poll(() => channels.server().waiting()).toBe(1)
    // As if it had died, it neither stores nor releases anything.
    const [before] = await db().select().from(channelConnections)
    expect(await sendDueNights(channels.services(), new AbortController().signal)).toBe(0)
    later(95)
    channels.server().speak()
    channels.server().calls.length = 0
    expect(await sendDueNights(channels.services(), new AbortController().signal)).toBe(1)
    expect(channels.server().calls).toEqual([AVAILABILITY, RATES])
    await sending
    expect((await channels.connection()).senderNumber).toBe((before?.senderNumber ?? 0) + 1)
    expect(await channels.listing(home.id)).toMatchObject({ dueAt: null, failingSince: null })
    const [plan] = await db().select().from(channelRatePlans)
    expect(plan?.accepted?.[0]?.from).toBe('2027-06-01')
  })
})
