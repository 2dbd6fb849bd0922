import type { CSSProperties, Ref } from 'react'
import { type ImageSource, plainSrc, srcSet } from './media.ts'

type LightboxPictureProps = {
  ref: Ref<HTMLElement>
  picture: ImageSource
  captionId: string
  came: string
  /** A file of the picture that the browser already has. */
  known: string | undefined
  /** What may be asked for next: loaded as soon as this picture is there. */
  neighbours: ImageSource[]
}

/** The picture as large as the window lets it be, over what is there of it already, with its words. */
export function LightboxImage({ ref, picture, captionId, came, known, neighbours }: LightboxPictureProps) {
  const below = known || picture.placeholder
  const box = { '--ratio': picture.width / picture.height, '--natural': `${picture.width}px` } as CSSProperties
  return (
    <figure ref={ref} className="lightbox-figure" data-came={came} style={box}>
      <img
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        draggable={false}
        sizes={sizesOf(picture)}
        srcSet={srcSet(picture.src, picture.width)}
        src={plainSrc(picture.src)}
        style={below ? { backgroundImage: `url(${JSON.stringify(below)})` } : undefined}
        onLoad={() => neighbours.forEach(loadAhead)}
      />
      <figcaption id={captionId} className="lightbox-caption">
        {picture.alt}
      </figcaption>
    </figure>
  )
}

/** As wide as the window, unless its height is what binds. */
function sizesOf({ width, height }: ImageSource): string {
  return `(min-aspect-ratio: ${width}/${height}) ${Math.round((88 * width) / height)}vh, 100vw`
}

function loadAhead(picture: ImageSource) {
  const image = new Image()
  image.sizes = sizesOf(picture)
  image.srcset = srcSet(picture.src, picture.width) ?? ''
  image.src = plainSrc(picture.src)
}
