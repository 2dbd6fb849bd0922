import { eq } from 'drizzle-orm'
import { lightboxImages, sectionImages } from '#app/features/properties/gallery/gallery.ts'
import { getPropertyOfAnyStatus } from '#app/features/properties/properties.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { getContentPage } from '../property-content.server.ts'
import { contradictions } from './contradictions.ts'
import type { PropertyPage } from './property-page.ts'
import { getPropertyParts } from './property-parts.server.ts'
import { getPropertyRecord } from './property-record.server.ts'
import { TIME_ZONES } from './time-zones.server.ts'

/** The page about a home's page: each stored part, and its text for guests. Null without a home. */
export async function getPropertyPage(services: Services, slug: string): Promise<PropertyPage | null> {
  const [content, record, shown] = [
    await getContentPage(services, slug),
    await getPropertyRecord(services, eq(properties.slug, slug)),
    await getPropertyOfAnyStatus(services, slug),
  ]
  if (!content || !record || !shown) return null
  const parts = getPropertyParts(record)
  const versions = Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, versionOf(value)]))
  const { reviews, latitude } = shown
  const { bathrooms } = contradictions({ ...parts.figures, rooms: parts.rooms.rooms })
  const all = lightboxImages(shown)
  const stored = all.filter(({ src }) => src.startsWith('/objects/'))
  return {
    content,
    parts,
    versions: versions as PropertyPage['versions'],
    zones: TIME_ZONES,
    images: stored.map(({ src, alt }) => ({ path: src, alt })),
    contradictions: bathrooms ? [{ form: 'rooms', words: bathrooms }] : [],
    seen: {
      reviews,
      hasPoint: latitude !== null,
      large: sectionImages(shown, all),
    },
    siteUrl: services.config.siteUrl,
  }
}
