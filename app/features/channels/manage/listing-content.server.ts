import { plainSrc } from '#app/features/media/media.ts'
import { getPropertyOfAnyStatus } from '#app/features/properties/properties.server.ts'
import type { properties } from '#app/features/properties/properties.tables.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { ListingContent } from '#app/platform/channels/channel-manager.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { CURRENCY } from '#app/shared/money.ts'
import { NIGHTS_SENT } from '../nights/channel-nights.ts'

/** Of a photo, the width that platforms ask for. */
const PHOTO_WIDTH = 2000

/** What the channel manager is told of a home, from its page; null if there is none. */
export async function getListingContent(
  services: Services,
  { slug, address, timeZone }: Pick<typeof properties.$inferSelect, 'slug' | 'address' | 'timeZone'>,
): Promise<ListingContent | null> {
  const property = await getPropertyOfAnyStatus(services, slug)
  if (!property) return null
  const { siteUrl } = services.config
  const { email } = await getMailSite(services)
  const { city, region, postalCode, country } = property.address
  return {
    title: property.name,
    currency: CURRENCY,
    description: property.description,
    email,
    phone: property.host.phone ?? '',
    country,
    state: region ?? '',
    city: city ?? '',
    address,
    postalCode: postalCode ?? '',
    latitude: property.latitude,
    longitude: property.longitude,
    timeZone,
    website: siteUrl + property.path,
    days: NIGHTS_SENT,
    photos: property.images.map(({ src, alt }) => ({
      url: new URL(plainSrc(src, PHOTO_WIDTH), siteUrl).href,
      description: alt,
    })),
  }
}
