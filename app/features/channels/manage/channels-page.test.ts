import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from '#test/changes/post-change.ts'
import { useChannels } from '#test/channels.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeFeed, makePricedProperty } from '#test/factories.ts'
import { channelBookings, channelConnections, channelListings, channelRatePlans } from '../channels.tables.server.ts'
import { getChannelsPage, getHomePage } from './channels-page.server.ts'
import { connectionChanges } from './connection.changes.server.ts'
import { listingChanges } from './listing.changes.server.ts'
import { platformChanges } from './platform.changes.server.ts'

const CHANGES = { ...connectionChanges, ...listingChanges, ...platformChanges }
const JULY = { from: '2027-07-01', to: '2027-07-05' }

describeWithDatabase('connecting platforms', (database) => {
  const channels = useChannels(database)
  const db = () => channels.services().db
  const post = ({ intent, ...fields }: { intent: keyof typeof CHANGES } & Record<string, string>) => {
    const change = CHANGES[intent] as (typeof CHANGES)['turn-on']
    return postChange(change, { services: channels.services(), by: UNNAMED }, { intent, ...fields })
  }
  const connect = (apiKey = channels.server().account.key) => post({ intent: 'connect', apiKey, server: 'staging' })
  const page = (compares = false) => getHomePage(channels.services(), { slug: 'cabin', compares })

  async function makeHome() {
    // The stand-in lives as long as the file, and a listing has the name of its home.
    const name = `Cabin ${channels.server().inventory.properties.size}`
    const propertyId = await makePricedProperty(db(), { slug: 'cabin', name })
    await connect()
    await post({ intent: 'make-listing', slug: 'cabin' })
    const [listing] = await db().select().from(channelListings)
    if (!listing) throw new Error('there is no listing')
    return { propertyId, id: listing.id, listing }
  }

  async function addAirbnb(listing: string, terms: Record<string, string> = {}) {
    await post({ intent: 'add-platform', listing, platform: 'airbnb', markup: '', minimumStay: '', ...terms })
    const [plan] = await db().select().from(channelRatePlans)
    if (!plan) throw new Error('there is no platform')
    return plan
  }

  test('a key is stored once the channel manager accepts it, and stands in no History', async () => {
    expect(await getChannelsPage(channels.services())).toEqual({ connection: null, homes: [] })
    expect(await connect('wrong')).toMatchObject({
      ok: false,
      fields: { apiKey: 'The channel manager refuses the key.' },
    })
    expect(await connect('schlüssel')).toMatchObject({
      ok: false,
      fields: { apiKey: expect.stringContaining('not a key') },
    })
    expect(await db().select().from(channelConnections)).toEqual([])
    await connect()
    expect(await getChannelsPage(channels.services())).toMatchObject({
      connection: { server: 'staging', failing: null },
    })
    const [recorded] = await db().select().from(audit).where(eq(audit.action, 'channels.connected'))
    expect(JSON.stringify(recorded)).not.toContain(channels.server().account.key)
    expect(JSON.stringify(await getChannelsPage(channels.services()))).not.toContain(channels.server().account.key)
  })

  test('without a key, the page of a home says so', async () => {
    await makePricedProperty(db(), { slug: 'cabin', name: 'Cabin' })
    expect(await page()).toEqual({
      ...{ slug: 'cabin', name: 'Cabin', problem: null, joinable: [], listing: null },
      isConnected: false,
    })
  })

  test('a listing is made from the home’s page, and sells nothing before it is on', async () => {
    const { listing } = await makeHome()
    const property = channels.server().inventory.properties.get(listing.remotePropertyId)
    expect(property?.attributes).toMatchObject({
      currency: 'USD',
      timezone: 'America/New_York',
      settings: { state_length: 500, min_stay_type: 'arrival' },
    })
    await addAirbnb(listing.id)
    expect(await channels.send()).toEqual([])
    expect(channels.server().nights.roomsOn(listing.remoteRoomTypeId, '2027-07-01')).toBe(0)
  })

  test('nothing is overwritten unseen: it is turned on only with the comparison that was shown', async () => {
    const { id, propertyId } = await makeHome()
    await addAirbnb(id, { markup: '10' })
    const shown = (await page(true))?.listing?.comparison
    expect(shown?.platforms[0]?.months[0]).toMatchObject({ month: 'June 2027', count: 30 })
    await makeBooking(db(), propertyId, JULY)
    const seen = shown?.digest ?? ''
    expect(await post({ intent: 'turn-on', id, seen })).toMatchObject({
      ok: false,
      message: 'Nights have changed since. Look at them again.',
    })
    expect(await channels.send()).toEqual([])
    const again = (await page(true))?.listing?.comparison?.digest ?? ''
    expect(await post({ intent: 'turn-on', id, seen: again })).toMatchObject({ ok: true })
    expect(await channels.send()).toEqual(['POST /availability', 'POST /restrictions'])
    expect((await page(true))?.listing).toMatchObject({ state: 'on', comparison: { platforms: [{ count: 0 }] } })
  })

  test('turned off, both sides stay as they are, and it starts with a comparison again', async () => {
    const { id, listing } = await makeHome()
    await addAirbnb(id)
    const seen = (await page(true))?.listing?.comparison?.digest ?? ''
    await post({ intent: 'turn-on', id, seen })
    await channels.send()
    expect(await post({ intent: 'remove-key' })).toMatchObject({ message: 'Turn off every home first.' })
    await post({ intent: 'turn-off', id })
    await makeBooking(db(), listing.propertyId, JULY)
    expect(await channels.send()).toEqual([])
    expect(channels.server().nights.roomsOn(listing.remoteRoomTypeId, '2027-07-02')).toBe(1)
    const differences = (await page(true))?.listing?.comparison?.platforms[0]?.months[1]?.differences
    expect(differences).toEqual(['Thu, Jul 1 to Sun, Jul 4: open there, closed here'])
  })

  test('turned on again, its prices replace those that a platform got meanwhile', async () => {
    const { id } = await makeHome()
    const plan = await addAirbnb(id)
    const turnOn = async () =>
      post({ intent: 'turn-on', id, seen: (await page(true))?.listing?.comparison?.digest ?? '' })
    await turnOn()
    await channels.send()
    await db()
      .update(channelRatePlans)
      .set({ refusals: ['no'], differing: 3 })
    await post({ intent: 'turn-off', id })
    expect(await db().select().from(channelRatePlans)).toMatchObject([
      { accepted: null, refusals: [], differing: null },
    ])
    const change = { ratePlanId: plan.remoteRatePlanId, from: '2027-07-01', to: '2027-07-01', rate: 1_00 }
    const kept = { minimumStay: null, closedToArrival: null, closedToDeparture: null, stopSell: null }
    const [stored] = await db().select().from(channelListings)
    await channels.manager().setRates([{ propertyId: stored?.remotePropertyId ?? '', ...change, ...kept }])
    await turnOn()
    expect(await channels.send()).toEqual(['POST /availability', 'POST /restrictions'])
    expect(channels.server().nights.nightOn(plan.remoteRatePlanId, '2027-07-01').rate).toBe('690.00')
  })

  test('prices that are there are joined only while the home is off, so that they are compared first', async () => {
    const { id, listing } = await makeHome()
    await addAirbnb(id)
    const { remotePropertyId: propertyId, remoteRoomTypeId: roomTypeId } = listing
    const plan = { propertyId, roomTypeId, title: 'Vrbo', adults: 2, currency: 'USD' }
    const remote = await channels.manager().createRatePlan(plan)
    const add = (platform: string, terms = {}) =>
      post({ intent: 'add-platform', listing: id, platform, markup: '', minimumStay: '', ...terms })
    await post({ intent: 'turn-on', id, seen: (await page(true))?.listing?.comparison?.digest ?? '' })
    const refused = { ok: false, fields: { platform: expect.stringContaining('Turn the home off') } }
    expect(await add('vrbo')).toMatchObject(refused)
    expect(await add('expedia', { remote })).toMatchObject(refused)
    expect(await add('booking-com')).toMatchObject({ ok: true })
    await post({ intent: 'turn-off', id })
    expect(await add('vrbo')).toMatchObject({ ok: true })
  })

  test('markup, minimum stay and the nights of this site alone are sent within seconds of their change', async () => {
    const { id } = await makeHome()
    const plan = await addAirbnb(id)
    const seen = (await page(true))?.listing?.comparison?.digest ?? ''
    await post({ intent: 'turn-on', id, seen })
    await channels.send()
    const version = (await page())?.listing?.platforms[0]?.version ?? ''
    await post({ intent: 'change-platform', id: plan.id, version, markup: '10', minimumStay: '6' })
    expect(await channels.send()).toEqual(['POST /restrictions'])
    const night = () => channels.server().nights.nightOn(plan.remoteRatePlanId, '2027-07-02')
    expect(night()).toMatchObject({ rate: '902.00', min_stay_arrival: 6, stop_sell: false })
    const withhold = { intent: 'withhold' as const, id, version: versionOf({ withheld: [] }) }
    const wrong = { 'withheld[0].from': '2027-07-04', 'withheld[0].to': '2027-07-01' }
    expect(await post({ ...withhold, ...wrong })).toMatchObject({ ok: false })
    await post({ ...withhold, 'withheld[0].from': '2027-07-01', 'withheld[0].to': '2027-07-04' })
    expect(await channels.send()).toEqual(['POST /restrictions'])
    expect(night().stop_sell).toBe(true)
  })

  test('while the connection fails, a home says that its changes wait, and why', async () => {
    const { id } = await makeHome()
    const plan = await addAirbnb(id)
    const seen = (await page(true))?.listing?.comparison?.digest ?? ''
    await post({ intent: 'turn-on', id, seen })
    await channels.send()
    expect(await page()).toMatchObject({ problem: null, listing: { state: 'on' } })
    const version = (await page())?.listing?.platforms[0]?.version ?? ''
    await post({ intent: 'change-platform', id: plan.id, version, markup: '10', minimumStay: '' })
    await db().update(channelConnections).set({ apiKey: 'revoked' })
    await channels.send()
    expect(await page()).toMatchObject({
      problem: 'The channel manager refuses the key. Changes wait, and are sent once it works.',
      listing: { state: 'waiting' },
    })
  })

  test('a home with the calendar of the same platform is warned of', async () => {
    const { id, propertyId } = await makeHome()
    await makeFeed(db(), propertyId, { label: 'Airbnb' })
    await makeFeed(db(), propertyId, { label: 'Google Calendar' })
    expect((await page())?.listing?.feeds).toEqual([])
    await addAirbnb(id)
    expect((await page())?.listing?.feeds).toEqual(['Airbnb'])
  })

  test('a home names its last booking, of whichever platform', async () => {
    const { propertyId } = await makeHome()
    const bookingId = await makeBooking(db(), propertyId, JULY)
    const revision = { remoteBookingId: 'b', revisionId: 'r', revisionInsertedAt: '2027-06-01', priceByNight: [] }
    const receivedAt = channels.clock().now()
    await db()
      .insert(channelBookings)
      .values({ bookingId, platform: 'other', currency: 'USD', receivedAt, ...revision })
    const { homes } = await getChannelsPage(channels.services())
    expect(homes).toMatchObject([{ platforms: [], receivedAt: expect.stringContaining('2027') }])
  })

  test('while the channel manager is away, the pages say so and show what is known', async () => {
    await makeHome()
    channels.server().fail('drop before', { times: 2 })
    expect(await page()).toMatchObject({
      problem: expect.stringContaining('can’t be reached'),
      listing: { state: 'off' },
    })
    channels.server().mend()
  })
})
