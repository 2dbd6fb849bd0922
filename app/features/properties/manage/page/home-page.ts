import type { PropertyView } from '#app/features/properties/properties.ts'
import type { ContentPage } from '../property-content.ts'
import type { HomePart, HomeValues } from './home-record.ts'

/** What the page about a home's page shows. */
export type HomePage = {
  content: ContentPage
  parts: HomeValues
  versions: Record<HomePart, string>
  /** The time zones to choose from. */
  zones: readonly string[]
  /** As guests read it. */
  seen: Pick<PropertyView, 'map' | 'rooms' | 'reviews'> & { isOneFloor: boolean; hasPoint: boolean }
  siteUrl: string
}
