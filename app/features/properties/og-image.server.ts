import type { OgImageContent } from '#app/features/media/media.ts'
import type { SiteView } from '#app/features/site/site.ts'
import type { PropertyView } from './properties.ts'

/** The content of a property's og-image: the brand's image while the property has none. */
export function ogImageContent(
  { path, name, location, place, pictures }: Pick<PropertyView, 'path' | 'name' | 'location' | 'place' | 'pictures'>,
  { brand, sharePicture }: Pick<SiteView, 'brand' | 'sharePicture'>,
): OgImageContent {
  return { page: path, title: name, line: location, place, brand, picture: pictures[0]?.src ?? sharePicture.path }
}
