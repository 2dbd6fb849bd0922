import { channelConnections, channelListings, channelRatePlans } from '#app/features/channels/channels.tables.server.ts'
import { getListing } from '#app/features/channels/listings/get-listing.server.ts'
import { compareListing } from '#app/features/channels/nights/compare-listing.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { NOON } from '../factories.ts'
import type { Case, World } from './change-world.ts'

const HOME = '/admin/channels/cabin'

const connect = ({ post, channels: { key, server } }: World) =>
  post('/admin/channels', { intent: 'connect', apiKey: key, server })

const managerOf = ({ services, channels }: World) => services.openChannelManager(channels, new AbortController().signal)

async function idOfListing({ services }: World) {
  const [listing] = await services.db.select().from(channelListings)
  return listing?.id ?? ''
}

async function makeListing(world: World) {
  await connect(world)
  await world.post(HOME, { intent: 'make-listing', slug: 'cabin' })
}

async function join(world: World) {
  await connect(world)
  const content = { currency: 'USD', description: '', email: '', phone: '', country: 'US', state: '', city: '' }
  const place = { address: '', postalCode: '', latitude: null, longitude: null, timeZone: 'UTC', website: '' }
  const remote = await managerOf(world).createProperty({ ...content, ...place, title: 'Old', days: 500, photos: [] })
  await world.post(HOME, { intent: 'join-listing', slug: 'cabin', remote })
}

async function addPlatform(world: World) {
  await makeListing(world)
  const listing = await idOfListing(world)
  await world.post(HOME, { intent: 'add-platform', listing, platform: 'airbnb', markup: '15', minimumStay: '' })
}

async function onPlatform(world: World, fields: Record<string, string>) {
  await addPlatform(world)
  const [plan] = await world.services.db.select().from(channelRatePlans)
  const { id = '', listingId: listing, platform, remoteRatePlanId: remote } = plan ?? {}
  const version = versionOf({ listing, platform, remote, markup: '15', minimumStay: null })
  await world.post(HOME, { id, version, ...fields })
}

async function turnOn(world: World) {
  await addPlatform(world)
  const id = await idOfListing(world)
  const listing = await getListing(world.services.db, id)
  const compared = listing && (await compareListing(world.services, managerOf(world), listing))
  await world.post(HOME, { intent: 'turn-on', id, seen: compared?.digest ?? '' })
}

const onListing =
  (make: (world: World) => Promise<unknown>, fields: Record<string, string>) => async (world: World) => {
    await make(world)
    await world.post(HOME, { id: await idOfListing(world), ...fields })
  }

/** Changes of the connection to booking platforms. */
export const CHANNEL_CASES = {
  'channels.connected': ['Channel manager connected', connect],
  'channels.removed': [
    'Channel manager disconnected',
    async (world) => {
      await connect(world)
      await world.post('/admin/channels', { intent: 'remove-key' })
    },
  ],
  'channels.resumed': [
    'Sending to platforms goes on after a restore',
    async (world) => {
      await connect(world)
      await world.services.db.update(channelConnections).set({ heldAt: NOON })
      await world.post('/admin/channels', { intent: 'resume' })
    },
  ],
  'channel-listing.made': ['Listing for platforms made', makeListing],
  'channel-listing.joined': ['Home joined to a listing for platforms', join],
  'channel-listing.removed': ['Home disconnected from its listing', onListing(join, { intent: 'leave-listing' })],
  'channel-listing.turned-on': ['Nights and prices are sent to platforms', turnOn],
  'channel-listing.turned-off': [
    'Nights and prices are no longer sent to platforms',
    onListing(turnOn, { intent: 'turn-off' }),
  ],
  'channel-listing.withheld-changed': [
    'Nights only for this site changed',
    onListing(makeListing, {
      intent: 'withhold',
      version: versionOf({ withheld: [] }),
      'withheld[0].from': '2027-12-24',
      'withheld[0].to': '2027-12-26',
    }),
  ],
  'channel-platform.added': ['Platform added to a home', addPlatform],
  'channel-platform.changed': [
    'Airbnb changed',
    (world) => onPlatform(world, { intent: 'change-platform', markup: '12.5', minimumStay: '3' }),
  ],
  'channel-platform.removed': ['Airbnb removed', (world) => onPlatform(world, { intent: 'remove-platform' })],
} satisfies Record<string, Case>
