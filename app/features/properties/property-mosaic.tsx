import type { Picture as PictureOf } from '#app/features/media/media.ts'
import { Picture } from '#app/features/media/picture.tsx'
import { countOf } from '#app/shared/words.ts'

/** Up to five pictures of a home, the first one large, leading into the gallery. */
export function PropertyMosaic({ pictures, total }: { pictures: PictureOf[]; total: number }) {
  const [lead, ...others] = pictures
  if (!lead) return null
  return (
    <div className="property-mosaic relative" data-pictures={Math.min(pictures.length, 5)}>
      <Picture
        picture={lead}
        sizes="(min-width: 64rem) 53rem, 100vw"
        priority
        className="size-full rounded-md object-cover"
      />
      {others.slice(0, 4).map((picture) => (
        <Picture
          key={picture.src}
          picture={picture}
          sizes="(min-width: 64rem) 26rem, 50vw"
          className="size-full rounded-md object-cover"
        />
      ))}
      {total > pictures.length && (
        <a href="#gallery" className="button button-pictures">
          All {countOf(total, 'picture')}
        </a>
      )}
    </div>
  )
}
