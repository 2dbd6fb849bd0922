import { eq } from 'drizzle-orm'
import { lightboxImages, sectionImages } from '#app/features/properties/gallery/gallery.ts'
import { getPropertyOfAnyStatus } from '#app/features/properties/properties.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { getContentPage } from '../property-content.server.ts'
import type { HomePage } from './home-page.ts'
import { readHomeParts } from './home-parts.server.ts'
import { getHomeRecord } from './home-record.server.ts'
import { TIME_ZONES } from './time-zones.server.ts'

/** What the page about a home's page shows: each part as it is stored, and as guests read it. Null without a home. */
export async function getHomePage(services: Services, slug: string): Promise<HomePage | null> {
  const [content, record, shown] = [
    await getContentPage(services, slug),
    await getHomeRecord(services, eq(properties.slug, slug)),
    await getPropertyOfAnyStatus(services, slug),
  ]
  if (!content || !record || !shown) return null
  const parts = readHomeParts(record)
  const versions = Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, versionOf(value)]))
  const { map, rooms, reviews, facts, latitude } = shown
  const all = lightboxImages(shown)
  const stored = all.filter(({ src }) => src.startsWith('/objects/'))
  return {
    content,
    parts,
    versions: versions as HomePage['versions'],
    zones: TIME_ZONES,
    photos: stored.map(({ src, alt }) => ({ path: src, alt })),
    seen: {
      map,
      rooms,
      reviews,
      isOneFloor: facts.access?.flights === 0,
      hasPoint: latitude !== null,
      large: sectionImages(shown, all),
    },
    siteUrl: services.config.siteUrl,
  }
}
