import { ImageLink } from '#app/features/media/image-link.tsx'
import { useLightbox } from '#app/features/media/use-lightbox.tsx'
import { countOf } from '#app/shared/words.ts'
import { galleryOf, imageOf, MOSAIC_SIZE } from './gallery.ts'
import { MosaicPlaceholder } from './mosaic-placeholder.tsx'
import type { PropertyView } from './properties.ts'

/** The drawn width of an image. From desktop width on it exceeds the slot, because the image fills the height. */
const FIRST_SIZES = '(min-width: 82rem) 53rem, (min-width: 64rem) 65vw, 92vw'
const OTHER_SIZES = '(min-width: 82rem) 26rem, (min-width: 64rem) 32vw, (min-width: 40rem) 30vw, 46vw'

/** Up to five images of a property, the first one large, linking to the gallery. */
export function PropertyMosaic({ property }: { property: PropertyView }) {
  const { open, lightbox } = useLightbox()
  const images = property.images.slice(0, MOSAIC_SIZE)
  const { gallery } = property.presentation
  const unitImages = property.units.flatMap((unit) => unit.images)
  const all = galleryOf(property, unitImages).flatMap((group) => group.images.map(imageOf))
  if (images.length === 0) return <MosaicPlaceholder property={property} />

  function show(at: number, opener: HTMLAnchorElement) {
    const image = images[at]
    if (!image) return
    if (gallery.lightbox === 'simple') return open([image], 0, opener)
    const among = all.findIndex(({ src }) => src === image.src)
    if (among < 0) open(property.images, at, opener)
    else open(all, among, opener)
  }

  return (
    <div className="property-mosaic" data-images={images.length}>
      {images.map((image, at) => (
        <ImageLink
          key={image.src}
          image={image}
          sizes={at === 0 ? FIRST_SIZES : OTHER_SIZES}
          priority={at === 0}
          onOpen={(opener) => show(at, opener)}
        />
      ))}
      {all.length > images.length && (
        <a href="#gallery" className="button button-images">
          See all {countOf(all.length, 'photo')}
        </a>
      )}
      {lightbox}
    </div>
  )
}
