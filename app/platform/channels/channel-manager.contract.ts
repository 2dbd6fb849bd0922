import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { IsoDate } from '#app/shared/dates.ts'
import type { PlatformBooking } from '#test/servers/channex-bookings.ts'
import { describeBookings } from './channel-bookings.contract.ts'
import {
  type ChannelManager,
  ChannelRateLimited,
  ChannelRefused,
  ChannelUnavailable,
  type ListingContent,
  type RateChange,
} from './channel-manager.server.ts'

/** A home as the site would describe it. */
export const CONTENT: ListingContent = {
  title: 'Lake Cabin',
  currency: 'USD',
  description: 'A cabin by the lake.',
  email: 'hello@stay.example',
  phone: '+1 555 0100',
  country: 'US',
  state: 'Montana',
  city: 'Whitefish',
  address: '1 Lake Road',
  postalCode: '59937',
  latitude: 48.4111,
  longitude: -114.3376,
  timeZone: 'America/Denver',
  website: 'https://stay.example/lake-cabin',
  days: 500,
  photos: [{ url: 'https://stay.example/cover.jpg', description: 'The porch' }],
}

/** The platforms behind a channel manager, played by its stand-in. */
export type PlayedPlatforms = {
  manager: ChannelManager
  /** The same account with a wrong key. */
  stranger: ChannelManager
  /** Opens it anew; its calls end with the signal. */
  open: (signal: AbortSignal) => ChannelManager
  book: (booking: PlatformBooking) => { bookingId: string; revisionId: string; code: string }
  change: (bookingId: string, booking: PlatformBooking) => string
  cancel: (bookingId: string) => string
  request: (booking: PlatformBooking, bookingId?: string | null) => string
  startThread: (thread: { propertyId: string; bookingId: string | null; message: string }) => string
  review: (propertyId: string, bookingId: string | null) => string
  /** How many requests it had since the last time. */
  countCalls: () => number
  passMinutes: (minutes: number) => void
  fail: (fault: 'drop before' | 'drop after' | 'half' | 'html' | 503 | 429) => void
  goSilent: () => void
  close: () => Promise<void>
}

/** A home with its room type and rate plan; the contract's today is June 1, 2027. */
async function makeHome(manager: ChannelManager, title = CONTENT.title) {
  const propertyId = await manager.createProperty({ ...CONTENT, title })
  const roomTypeId = await manager.createRoomType({ propertyId, title, adults: 6 })
  const plan = { propertyId, roomTypeId, title: 'Airbnb', adults: 6, currency: 'USD' }
  return { propertyId, roomTypeId, ratePlanId: await manager.createRatePlan(plan) }
}

type Home = Awaited<ReturnType<typeof makeHome>>

const rateFor = ({ propertyId, ratePlanId }: Home, change: Partial<RateChange> = {}): RateChange => ({
  propertyId,
  ratePlanId,
  from: '2027-07-01',
  to: '2027-07-31',
  rate: 31_266,
  minimumStay: 3,
  closedToArrival: null,
  closedToDeparture: null,
  stopSell: null,
  ...change,
})

/** What every channel manager promises. `open` starts one with an empty account; called once a test. */
export function describeChannelManager(driver: string, open: () => Promise<PlayedPlatforms>): void {
  describe(`${driver} as a channel manager`, () => {
    let played: PlayedPlatforms
    let manager: ChannelManager

    beforeEach(async () => {
      played = await open()
      manager = played.manager
    })
    afterEach(() => played.close())

    const nightOf = async ({ propertyId, ratePlanId }: Home, date: IsoDate) =>
      (await manager.readNights({ propertyId, from: date, to: date })).rates.get(ratePlanId)?.get(date)
    const roomsOf = async ({ propertyId, roomTypeId }: Home, date: IsoDate) =>
      (await manager.readNights({ propertyId, from: date, to: date })).rooms.get(roomTypeId)?.get(date)

    test('knows its key', async () => {
      await manager.check()
      await expect(played.stranger.check()).rejects.toMatchObject({ name: 'ChannelRefused', status: 401 })
    })

    test('lists all properties, however many pages they fill', async () => {
      const titles = Array.from({ length: 23 }, (_, index) => `Home ${String(index).padStart(2, '0')}`)
      for (const title of titles) await makeHome(manager, title)
      const listings = await manager.listListings()
      expect(listings.map(({ title }) => title).sort()).toEqual(titles)
      expect(listings[0]).toMatchObject({
        currency: 'USD',
        days: 500,
        roomTypes: [{ rooms: 1, adults: 6, ratePlans: [{ title: 'Airbnb', currency: 'USD' }] }],
      })
    })

    test('changes the content of a property and of its room type', async () => {
      const { propertyId, roomTypeId } = await makeHome(manager)
      await manager.updateProperty(propertyId, { ...CONTENT, title: 'Lake House' })
      await manager.updateRoomType(roomTypeId, { title: 'Lake House', adults: 8 })
      const [listing] = await manager.listListings()
      expect(listing).toMatchObject({ title: 'Lake House', roomTypes: [{ title: 'Lake House', adults: 8 }] })
    })

    test('refuses content in sentences', async () => {
      const created = manager.createProperty({ ...CONTENT, title: '', country: 'Nowhere' })
      await expect(created).rejects.toMatchObject({
        name: 'ChannelRefused',
        status: 422,
        reasons: ["title can't be blank", 'country is invalid'],
      })
      const unknown = { propertyId: crypto.randomUUID(), title: 'Cabin', adults: 2 }
      await expect(manager.createRoomType(unknown)).rejects.toThrow('property_id does not exist')
      await expect(manager.updateProperty(crypto.randomUUID(), CONTENT)).rejects.toMatchObject({ status: 404 })
    })

    test('has a new home closed and without a price, until nights are sent', async () => {
      const home = await makeHome(manager)
      expect(await roomsOf(home, '2027-07-01')).toBe(0)
      expect(await nightOf(home, '2027-07-01')).toMatchObject({ rate: null, stopSell: true })
    })

    test('takes ranges with their last day, of several homes in one request', async () => {
      const [cabin, barn] = [await makeHome(manager, 'Cabin'), await makeHome(manager, 'Barn')]
      played.countCalls()
      const free = ({ propertyId, roomTypeId }: Home) => ({
        propertyId,
        roomTypeId,
        from: '2027-07-01',
        to: '2027-07-31',
        rooms: 1,
      })
      const changes = [free(cabin), free(barn)]
      expect(await manager.setAvailability(changes)).toEqual({ accepted: changes, refused: [] })
      const rates = [rateFor(cabin), rateFor(barn, { rate: 9_050 }), rateFor(cabin, { from: '2027-07-31', rate: 1 })]
      expect(await manager.setRates(rates)).toEqual({ accepted: rates, refused: [] })
      expect(played.countCalls()).toBe(2)
      expect(await nightOf(cabin, '2027-07-30')).toMatchObject({ rate: 31_266, minimumStay: 3, stopSell: false })
      expect(await nightOf(cabin, '2027-07-31')).toMatchObject({ rate: 1 })
      expect(await nightOf(cabin, '2027-08-01')).toMatchObject({ rate: null, minimumStay: 1 })
      expect(await nightOf(barn, '2027-07-01')).toMatchObject({ rate: 9_050 })
      expect(await roomsOf(barn, '2027-07-31')).toBe(1)
    })

    test('changes only what a change names', async () => {
      const home = await makeHome(manager)
      const { propertyId, roomTypeId } = home
      await manager.setAvailability([{ propertyId, roomTypeId, from: '2027-07-01', to: '2027-07-31', rooms: 1 }])
      await manager.setRates([rateFor(home)])
      const closed = { rate: null, minimumStay: null, closedToArrival: true, closedToDeparture: false, stopSell: true }
      await manager.setRates([rateFor(home, { to: '2027-07-01', ...closed })])
      expect(await nightOf(home, '2027-07-01')).toEqual({ ...closed, rate: 31_266, minimumStay: 3 })
    })

    test('says which changes were refused and why, and takes the others of the same request', async () => {
      const home = await makeHome(manager)
      const past = rateFor(home, { from: '2027-05-31' })
      const free = rateFor(home, { from: '2027-08-01', to: '2027-08-02', rate: 0 })
      const fine = rateFor(home, { from: '2027-09-01', to: '2027-09-02' })
      expect(await manager.setRates([past, free, fine])).toEqual({
        accepted: [fine],
        refused: [
          { change: past, reasons: [expect.stringContaining('past dates are not allowed')] },
          { change: free, reasons: ['rate must be greater than 0'] },
        ],
      })
      const nowhere = { ...home, roomTypeId: crypto.randomUUID(), from: '2027-07-01', to: '2027-07-01', rooms: 1 }
      expect(await manager.setAvailability([nowhere])).toMatchObject({ accepted: [], refused: [{ change: nowhere }] })
      const negative = { ...home, from: '2027-07-01', to: '2027-07-01', rooms: -1 }
      expect((await manager.setAvailability([negative])).refused).toHaveLength(1)
    })

    test('splits what is too large for one request', async () => {
      const home = await makeHome(manager)
      const change = rateFor(home, { from: '2027-07-01', to: '2027-07-01' })
      played.countCalls()
      const sent = await manager.setRates(Array.from({ length: 60_000 }, () => change))
      expect(sent.accepted).toHaveLength(60_000)
      expect(played.countCalls()).toBe(2)
    })

    describeBookings(() => ({ played, makeHome: () => makeHome(manager) }))

    test.each(['drop before', 'drop after', 'half', 'html', 503] as const)(
      'is unavailable after %s, and works again',
      async (fault) => {
        played.fail(fault)
        await expect(manager.listRevisions()).rejects.toBeInstanceOf(ChannelUnavailable)
        expect((await manager.listRevisions()).revisions).toEqual([])
      },
    )

    test('says when to ask again', async () => {
      played.fail(503)
      await expect(manager.listRevisions()).rejects.toMatchObject({ retryAfter: 7 })
      played.fail(429)
      await expect(manager.listRevisions()).rejects.toMatchObject({ name: 'ChannelRateLimited', retryAfter: 60 })
    })

    test('takes ten requests a minute of a home for its prices, and as many for its nights', async () => {
      const home = await makeHome(manager)
      const { propertyId, roomTypeId } = home
      const free = { propertyId, roomTypeId, from: '2027-07-01', to: '2027-07-01', rooms: 1 }
      for (let sent = 0; sent < 10; sent += 1) {
        await manager.setRates([rateFor(home)])
        await manager.setAvailability([free])
      }
      await expect(manager.setRates([rateFor(home)])).rejects.toBeInstanceOf(ChannelRateLimited)
      await expect(manager.setAvailability([free])).rejects.toBeInstanceOf(ChannelRateLimited)
      played.passMinutes(1)
      expect((await manager.setRates([rateFor(home)])).refused).toEqual([])
    })

    test('stops waiting for a silent server once it is told to', async () => {
      played.goSilent()
      const stop = new AbortController()
      const waiting = played.open(stop.signal).listRevisions()
      setTimeout(() => stop.abort(), 50)
      await expect(waiting).rejects.toBeInstanceOf(ChannelUnavailable)
    })

    test('refuses a strange key at every call', async () => {
      const { stranger } = played
      const calls = [
        stranger.listListings(),
        stranger.createProperty(CONTENT),
        stranger.setRates([rateFor({ propertyId: 'p', roomTypeId: 'r', ratePlanId: 'x' })]),
        stranger.listRevisions(),
        stranger.getRevision(crypto.randomUUID()),
        stranger.acknowledge(crypto.randomUUID()),
        stranger.listBookingsSince(new Date('2027-06-01T00:00:00Z')),
        stranger.listRequests(),
        stranger.listThreads(new Date('2027-06-01T00:00:00Z')),
      ]
      for (const result of await Promise.allSettled(calls)) {
        expect(result).toMatchObject({ status: 'rejected', reason: { name: 'ChannelRefused', status: 401 } })
      }
      expect(new ChannelRefused(401, ['Unauthorized']).message).toBe('Refused with status 401: Unauthorized')
    })
  })
}
