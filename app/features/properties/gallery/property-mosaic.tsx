import type { MouseEvent } from 'react'
import { ImageLink } from '#app/features/media/image-link.tsx'
import { useLightbox } from '#app/features/media/lightbox/use-lightbox.tsx'
import { LG, SM, XL, XXL } from '#app/shared/breakpoints.ts'
import { countOf } from '#app/shared/words.ts'
import type { PropertyView } from '../properties.ts'
import { lightboxImages, MOSAIC_SIZE } from './gallery.ts'
import { MosaicPlaceholder } from './mosaic-placeholder.tsx'

/** The drawn width of an image. From desktop width on it exceeds the slot, because the image fills the height. */
const FIRST_SIZES = `${XXL} 72rem, ${XL} 53rem, ${LG} 65vw, 92vw`
const OTHER_SIZES = `${XXL} 36rem, ${XL} 26rem, ${LG} 32vw, ${SM} 30vw, 46vw`

/** Up to five images of a property, the first one large. Each opens the lightbox with all images of the property. */
export function PropertyMosaic({ property }: { property: PropertyView }) {
  const { open, lightbox } = useLightbox()
  const images = property.images.slice(0, MOSAIC_SIZE)
  const all = lightboxImages(property)
  if (images.length === 0) return <MosaicPlaceholder property={property} />

  const seeAll = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    open(all, 0, event.currentTarget)
  }
  return (
    <div className="property-mosaic" data-images={images.length}>
      {images.map((image, at) => (
        <ImageLink
          key={image.src}
          image={image}
          sizes={at === 0 ? FIRST_SIZES : OTHER_SIZES}
          priority={at === 0}
          href="#gallery"
          onOpen={(opener) =>
            open(
              all,
              all.findIndex(({ src }) => src === image.src),
              opener,
            )
          }
        />
      ))}
      {all.length > 1 && (
        // biome-ignore lint/a11y/useValidAnchor: without JavaScript it leads to the gallery
        <a href="#gallery" className="button button-white property-mosaic-all" data-by-script onClick={seeAll}>
          See all {countOf(all.length, 'photo')}
        </a>
      )}
      {lightbox}
    </div>
  )
}
