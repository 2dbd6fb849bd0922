import { ImageLink } from '#app/features/media/image-link.tsx'
import { useLightbox } from '#app/features/media/lightbox/use-lightbox.tsx'
import { LG, XL } from '#app/shared/breakpoints.ts'
import type { PropertyView } from '../properties.ts'
import { lightboxImages, sectionImages } from './gallery.ts'

const SIZES = {
  column: `${LG} 43rem, 100vw`,
  page: `${XL} 73rem, 100vw`,
}

type Props = {
  property: PropertyView
  /** Which of the property's section images. */
  at: number
  width: keyof typeof SIZES
}

/** A large image between two sections, which opens the lightbox with all images of the property. */
export function SectionImage({ property, at, width }: Props) {
  const { open, lightbox } = useLightbox()
  const all = lightboxImages(property)
  const image = sectionImages(property, all)[at]
  if (!image) return null
  return (
    <figure id={at === 0 ? 'large-images' : undefined} className={`section-image section-image-${width}`}>
      <ImageLink image={image} sizes={SIZES[width]} onOpen={(opener) => open(all, all.indexOf(image), opener)} />
      {image.caption && <figcaption>{image.caption}</figcaption>}
      {lightbox}
    </figure>
  )
}
