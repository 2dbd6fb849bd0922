import type { OgImageContent } from '#app/features/media/media.ts'
import { litColor } from '#app/features/site/accent.ts'
import type { SiteView } from '#app/features/site/site.ts'
import type { PropertyView } from './properties.ts'

/** The content of a property's og-image: the brand's image while the property has none. */
export function ogImageContent(
  { path, name, location, theme, images }: Pick<PropertyView, 'path' | 'name' | 'location' | 'theme' | 'images'>,
  { brand, ogImage, accent }: Pick<SiteView, 'brand' | 'ogImage' | 'accent'>,
): OgImageContent {
  const image = images[0]?.src ?? ogImage?.path ?? ''
  return { page: path, title: name, line: location, theme, brand, image, lit: litColor(accent) }
}
