import type { CSSProperties, Ref } from 'react'
import { type GroupedImage, type ImageSource, plainSrc, srcSet } from '../media.ts'

type LightboxImageProps = {
  ref: Ref<HTMLElement>
  image: GroupedImage
  captionId: string
  /** How the image enters: `first`, `from-right` or `from-left`. */
  enter: string
  /** A file of the image that the browser has already loaded; shown until the large one arrives. */
  loaded: string | undefined
  /** The images on both sides, preloaded once this one has loaded. */
  neighbors: ImageSource[]
}

/** The image at the largest size that fits the window, over its placeholder, with its group and caption. */
export function LightboxImage({ ref, image, captionId, enter, loaded, neighbors }: LightboxImageProps) {
  const below = loaded || image.placeholder
  const box = { '--ratio': image.width / image.height, '--natural': `${image.width}px` } as CSSProperties
  return (
    <figure ref={ref} className="lightbox-figure" data-enter={enter} style={box}>
      <img
        alt={image.alt}
        width={image.width}
        height={image.height}
        draggable={false}
        sizes={sizesOf(image)}
        srcSet={srcSet(image.src, image.width)}
        src={plainSrc(image.src)}
        style={below ? { backgroundImage: `url(${JSON.stringify(below)})` } : undefined}
        onLoad={() => neighbors.forEach(preload)}
      />
      <figcaption id={captionId} className="lightbox-caption">
        {image.group && <h2>{image.group}</h2>}
        {image.caption && <p>{image.caption}</p>}
      </figcaption>
    </figure>
  )
}

/** As wide as the window, unless the height is the limit. */
function sizesOf({ width, height }: ImageSource): string {
  return `(min-aspect-ratio: ${width}/${height}) ${Math.round((88 * width) / height)}vh, 100vw`
}

function preload(source: ImageSource) {
  const image = new Image()
  image.sizes = sizesOf(source)
  image.srcset = srcSet(source.src, source.width) ?? ''
  image.src = plainSrc(source.src)
}
