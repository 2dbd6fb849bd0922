import { z } from 'zod'
import {
  type ChannelListing,
  type ChannelManager,
  type ChannelRoomType,
  ChannelUnavailable,
  type ListingContent,
} from './channel-manager.server.ts'
import { anyAnswer, type Channex, withId } from './channex-http.server.ts'
import { count, related, text } from './channex-values.server.ts'

const property = z.object({
  id: z.string(),
  attributes: z.object({
    title: z.string(),
    currency: z.string(),
    settings: z.object({ state_length: count }).nullish().catch(null),
  }),
})

const roomType = z.object({
  id: z.string(),
  attributes: z.object({ title: z.string(), count_of_rooms: z.number(), occ_adults: z.number() }),
  relationships: z.object({ property: related }),
})

const ratePlan = z.object({
  id: z.string(),
  attributes: z.object({ title: z.string(), currency: text }),
  relationships: z.object({ room_type: related }),
})

type Listings = Pick<
  ChannelManager,
  | 'check'
  | 'listListings'
  | 'createProperty'
  | 'updateProperty'
  | 'createRoomType'
  | 'updateRoomType'
  | 'createRatePlan'
>

/** https://docs.channex.io/api-v.1-documentation/hotels-collection, with room types and rate plans beside it */
export function listingsOf(channex: Channex): Listings {
  const put = async (path: string, body: unknown) => {
    await channex.call({ method: 'PUT', path, body, answer: anyAnswer })
  }
  const create = async (path: string, body: unknown) => {
    const { data } = await channex.call({ method: 'POST', path, body, answer: withId })
    return data.id
  }
  return {
    async check() {
      const query = { 'pagination[limit]': '1' }
      await channex.call({
        method: 'GET',
        path: '/properties',
        query,
        answer: z.object({ data: z.array(z.unknown()) }),
      })
    },
    listListings: () => listListings(channex),
    createProperty: (content) => create('/properties', { property: propertyBody(content) }),
    updateProperty: (id, content) => put(`/properties/${id}`, { property: propertyBody(content) }),
    createRoomType: ({ propertyId, title, adults }) =>
      create('/room_types', {
        room_type: { property_id: propertyId, count_of_rooms: 1, room_kind: 'room', ...unitBody({ title, adults }) },
      }),
    updateRoomType: (id, unit) => put(`/room_types/${id}`, { room_type: unitBody(unit) }),
    createRatePlan: (plan) => create('/rate_plans', { rate_plan: ratePlanBody(plan) }),
  }
}

async function listListings(channex: Channex): Promise<ChannelListing[]> {
  const properties = await wholeList(channex, '/properties', property)
  const roomTypes = await wholeList(channex, '/room_types', roomType)
  const ratePlans = await wholeList(channex, '/rate_plans', ratePlan)
  return properties.map(({ id: propertyId, attributes: { title, currency, settings } }) => ({
    propertyId,
    title,
    currency,
    days: settings?.state_length ?? null,
    roomTypes: roomTypes
      .filter(({ relationships }) => relationships.property === propertyId)
      .map(
        ({ id, attributes }): ChannelRoomType => ({
          id,
          title: attributes.title,
          rooms: attributes.count_of_rooms,
          adults: attributes.occ_adults,
          ratePlans: ratePlans
            .filter(({ relationships }) => relationships.room_type === id)
            .map((plan) => ({ id: plan.id, title: plan.attributes.title, currency: plan.attributes.currency })),
        }),
      ),
  }))
}

/** What cannot be read may be what is sold: no list is better than half of one. */
async function wholeList<T>(channex: Channex, path: string, item: z.ZodType<T>): Promise<T[]> {
  const items = z.array(item).safeParse(await channex.listAll({ path, query: { 'order[title]': 'asc' } }))
  if (items.success) return items.data
  throw new ChannelUnavailable(`GET ${path}: another answer than documented`, { cause: items.error })
}

/** A coordinate with at most seven decimals, as text. */
const coordinate = (degrees: number | null) => (degrees === null ? undefined : degrees.toFixed(6))

/** Empty texts are left out: `can't be blank` would refuse the whole property. */
function propertyBody({ days, photos, description, ...content }: ListingContent) {
  return {
    title: content.title.slice(0, 255),
    currency: content.currency,
    email: content.email || undefined,
    phone: content.phone.slice(0, 32) || undefined,
    zip_code: content.postalCode.slice(0, 32) || undefined,
    country: content.country || undefined,
    state: content.state.slice(0, 255) || undefined,
    city: content.city.slice(0, 255) || undefined,
    address: content.address.slice(0, 255) || undefined,
    latitude: coordinate(content.latitude),
    longitude: coordinate(content.longitude),
    timezone: content.timeZone,
    website: content.website || undefined,
    // Vacation rentals are billed as such.
    property_type: 'apartment',
    settings: {
      state_length: days,
      min_stay_type: 'arrival',
      // A new booking closes its nights there at once. What a change or cancellation opens, this site opens.
      allow_availability_autoupdate_on_confirmation: true,
      allow_availability_autoupdate_on_modification: false,
      allow_availability_autoupdate_on_cancellation: false,
    },
    content: {
      description: description || undefined,
      photos: photos.map(({ url, description: words }, position) => ({
        url,
        position,
        kind: 'photo',
        description: words || undefined,
      })),
    },
  }
}

/** Children sleep in the beds of adults: a home says how many guests it takes, not how old they are. */
const unitBody = ({ title, adults }: { title: string; adults: number }) => ({
  title: title.slice(0, 255),
  occ_adults: adults,
  occ_children: 0,
  occ_infants: 0,
  default_occupancy: adults,
})

function ratePlanBody(plan: Parameters<ChannelManager['createRatePlan']>[0]) {
  return {
    property_id: plan.propertyId,
    room_type_id: plan.roomTypeId,
    title: plan.title.slice(0, 255),
    currency: plan.currency,
    sell_mode: 'per_room',
    rate_mode: 'manual',
    // A price above 0 would be sold on every future night before the first one is sent.
    options: [{ occupancy: plan.adults, is_primary: true, rate: 0 }],
  }
}
