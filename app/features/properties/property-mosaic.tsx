import { PictureLink } from '#app/features/media/picture-link.tsx'
import { useLightbox } from '#app/features/media/use-lightbox.tsx'
import { countOf } from '#app/shared/words.ts'
import { galleryGroups, type PropertyView, pictureOf } from './properties.ts'

/** Up to five pictures of a home, the first one large, leading into the gallery. */
export function PropertyMosaic({ home }: { home: PropertyView }) {
  const { open, lightbox } = useLightbox()
  const pictures = home.pictures.slice(0, 5)
  const { gallery } = home.presentation
  const unitImages = home.units.flatMap((unit) => unit.images)
  if (pictures.length === 0) return null

  function show(at: number, opener: HTMLAnchorElement) {
    const picture = pictures[at]
    if (!picture) return
    if (gallery.lightbox === 'simple') return open([picture], 0, opener)
    const all = galleryGroups(gallery, unitImages).flatMap((group) => group.images.map(pictureOf))
    const among = all.findIndex(({ src }) => src === picture.src)
    if (among < 0) open(home.pictures, at, opener)
    else open(all, among, opener)
  }

  return (
    <div className="property-mosaic relative">
      {pictures.map((picture, at) => (
        <PictureLink
          key={picture.src}
          picture={picture}
          sizes={at === 0 ? '(min-width: 64rem) 53rem, 100vw' : '(min-width: 64rem) 26rem, 50vw'}
          priority={at === 0}
          onOpen={(opener) => show(at, opener)}
        />
      ))}
      {unitImages.length > pictures.length && (
        <a href="#gallery" className="button button-pictures">
          All {countOf(unitImages.length, 'picture')}
        </a>
      )}
      {lightbox}
    </div>
  )
}
