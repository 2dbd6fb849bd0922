import type { ReactNode } from 'react'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import type { PropertyCard } from '../properties.ts'

type ImageStripProps = {
  property: Pick<PropertyCard, 'name' | 'images'>
  sizes: string
  /** Whether the first photo is the main image of the first screen. */
  first?: boolean
  /** The origin of the photos; empty on this site. */
  base?: string
  /** The link to the property, around the photos. */
  link: (images: ReactNode, tabIndex: -1) => ReactNode
}

/**
 * A few photos of a property that are swiped through, by scrolling alone: no script, also on other sites. The later ones
 * load from the first swipe on.
 */
export function ImageStrip({ property: { name, images }, sizes, first, base, link }: ImageStripProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus here, arrow keys scroll
    // biome-ignore lint/a11y/useSemanticElements: it has no form fields
    <div className="image-strip" role="group" aria-label={`Photos of ${name}`} tabIndex={0}>
      {link(
        images.map((image, at) => (
          <span key={image.src} data-count={`${at + 1} / ${images.length}`}>
            <ResponsiveImage image={image} sizes={sizes} base={base} priority={first && !at} />
          </span>
        )),
        // The name of the property is a link, too.
        -1,
      )}
    </div>
  )
}
