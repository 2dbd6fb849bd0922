import { eq } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { withMutex } from '#app/platform/db/mutex.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { CURRENCY } from '#app/shared/money.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { askManager } from '../connection/connection.server.ts'
import type { Listing } from '../listings/get-listing.server.ts'
import { getListingContent } from './listing-content.server.ts'
import { PLATFORMS, type Platform } from './platforms.ts'

export type Home = typeof properties.$inferSelect

export async function findHome(db: Tx, slug: string): Promise<Home | null> {
  const [home] = await db.select().from(properties).where(eq(properties.slug, slug))
  return home ?? null
}

/** A home there, as it is stored here. */
export type Remote = { remotePropertyId: string; remoteRoomTypeId: string; title: string }

const TOO_MANY_UNITS = 'It has several units there. A home can be joined to a listing with one unit.'
const OTHER_CURRENCY = `It has another currency there. This site has prices in ${CURRENCY}.`

type Asking = Pick<Services, 'db' | 'database' | 'openChannelManager' | 'stopping'>

/** Two presses at once must not create something twice. */
const oneByOne = <Done>({ database }: Asking, work: () => Promise<Done>) => withMutex(database, 'channels', work)

/** The listing there that a home is joined to. One that has no unit yet gets it. */
export const findRemote = (services: Asking, home: Home, remotePropertyId: string): Promise<Remote | Refusal> =>
  oneByOne(services, () =>
    askManager(services, async (manager): Promise<Remote | Refusal> => {
      const found = (await manager.listListings()).find(({ propertyId }) => propertyId === remotePropertyId)
      if (!found) return refuse('refused', '', { remote: 'This listing is gone there.' })
      if (found.currency !== CURRENCY) return refuse('refused', '', { remote: OTHER_CURRENCY })
      const [unit, ...others] = found.roomTypes
      if (others.length > 0 || (unit && unit.rooms !== 1)) return refuse('refused', '', { remote: TOO_MANY_UNITS })
      const created = { propertyId: remotePropertyId, title: home.name, adults: home.maxGuests }
      const remoteRoomTypeId = unit?.id ?? (await manager.createRoomType(created))
      return { remotePropertyId, remoteRoomTypeId, title: found.title }
    }),
  )

/** Creates a listing from a home's page. It sells nothing before prices are sent. */
export const createRemote = (services: Services, home: Home): Promise<Remote | Refusal> =>
  oneByOne(services, async () => {
    const content = await getListingContent(services, home)
    if (!content) return refuse('not-found', 'This home is gone.')
    return askManager(services, async (manager): Promise<Remote | Refusal> => {
      const { title } = content
      const isThere = (await manager.listListings()).some((listing) => listing.title === title)
      // An answer may have been lost, or somebody made it there.
      if (isThere) return refuse('refused', `There is a listing called ${title} already. Join it instead.`)
      const remotePropertyId = await manager.createProperty(content)
      const unit = { propertyId: remotePropertyId, title, adults: home.maxGuests }
      return { remotePropertyId, remoteRoomTypeId: await manager.createRoomType(unit), title }
    })
  })

export const JOINED_WHILE_ON =
  'It has prices at Channex already. Turn the home off, add the platform, compare, and turn the home on.'

type RatePlan = { remoteRatePlanId: string; isNew: boolean }

const planTitle = (platform: Platform) => PLATFORMS[platform]

/**
 * The rate plan of a home there: the chosen one, or one that is created for the platform. What it has already is
 * replaced, and so it must not be joined while the home is on.
 */
export const findRatePlan = (
  services: Asking,
  { remotePropertyId, remoteRoomTypeId, isOn }: Pick<Listing, 'remotePropertyId' | 'remoteRoomTypeId' | 'isOn'>,
  { platform, remote }: { platform: Platform; remote: string | null },
): Promise<RatePlan | Refusal> =>
  oneByOne(services, () =>
    askManager(services, async (manager): Promise<RatePlan | Refusal> => {
      const listing = (await manager.listListings()).find(({ propertyId }) => propertyId === remotePropertyId)
      const unit = listing?.roomTypes.find(({ id }) => id === remoteRoomTypeId)
      if (!unit) return refuse('refused', 'This home is gone there. Disconnect it here, and connect it again.')
      const title = planTitle(platform)
      const known = unit.ratePlans.find((plan) => (remote ? plan.id === remote : plan.title === title))
      if (known && (known.currency ?? CURRENCY) !== CURRENCY) return refuse('refused', '', { remote: OTHER_CURRENCY })
      if (known && isOn) return refuse('refused', '', { platform: JOINED_WHILE_ON })
      if (known) return { remoteRatePlanId: known.id, isNew: false }
      if (remote) return refuse('refused', '', { remote: 'These prices are gone there.' })
      const plan = { propertyId: remotePropertyId, roomTypeId: remoteRoomTypeId, title, adults: unit.adults }
      return { remoteRatePlanId: await manager.createRatePlan({ ...plan, currency: CURRENCY }), isNew: true }
    }),
  )
