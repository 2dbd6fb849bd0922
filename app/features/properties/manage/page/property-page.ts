import type { ImageSource } from '#app/features/media/media.ts'
import type { PropertyView } from '#app/features/properties/properties.ts'
import type { ImageChoice } from '#app/ui/form/record-image.tsx'
import type { ContentPage } from '../property-content.ts'
import type { PropertyPart, PropertyValues } from './property-record.ts'

/** The data of the page about a home's page. */
export type PropertyPage = {
  content: ContentPage
  parts: PropertyValues
  versions: Record<PropertyPart, string>
  /** The time zones to choose from. */
  zones: readonly string[]
  /** The photos to choose from. */
  images: ImageChoice[]
  /** Statements that contradict each other and don’t keep it from being published, by the section. */
  contradictions: { form: 'rooms'; words: string }[]
  /** As guests read it. `large`: the photos between sections, by place. */
  seen: Pick<PropertyView, 'reviews'> & { hasPoint: boolean; large: (ImageSource | null)[] }
  siteUrl: string
}
