import { litColor } from '#app/features/site/accent.ts'
import { getSite } from '#app/features/site/site.server.ts'
import type { SiteView } from '#app/features/site/site.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { OgImageContent } from '#app/shared/page-metadata.ts'
import { getProperty } from './properties.server.ts'
import type { PropertyView } from './properties.ts'

/** The content of a property's og-image: the brand's image while the property has none. */
export function propertyOgImage(
  { path, name, location, theme, images }: Pick<PropertyView, 'path' | 'name' | 'location' | 'theme' | 'images'>,
  { brand, ogImage, accent }: Pick<SiteView, 'brand' | 'ogImage' | 'accent'>,
): OgImageContent {
  const image = images[0]?.src ?? ogImage?.path ?? ''
  return { page: path, title: name, line: location, theme, brand, image, lit: litColor(accent) }
}

export async function findPropertyOgImage(services: Services, slug: string): Promise<OgImageContent | null> {
  const property = await getProperty(services, { slug })
  return property && propertyOgImage(property, await getSite(services))
}
