import type { OgImageContent } from '#app/features/media/media.ts'
import type { SiteView } from '#app/features/site/site.ts'
import type { PropertyView } from './properties.ts'

/** The content of a property's og-image: the brand's image while the property has none. */
export function ogImageContent(
  { path, name, location, place, images }: Pick<PropertyView, 'path' | 'name' | 'location' | 'place' | 'images'>,
  { brand, sharePicture }: Pick<SiteView, 'brand' | 'sharePicture'>,
): OgImageContent {
  return { page: path, title: name, line: location, place, brand, image: images[0]?.src ?? sharePicture.path }
}
