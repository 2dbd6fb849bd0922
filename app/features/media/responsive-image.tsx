import { type ImageSource, plainSrc, srcSet } from './media.ts'

/** The same image, cropped for another window shape; `media` is its media query. */
type Crop = { media: string; sizes: string; image: Pick<ImageSource, 'src' | 'width' | 'height'> }

/**
 * A stored image at the width that its slot needs, with its space reserved. `priority` is for the one main image of the
 * first screen. `placeholder` inlines a tiny preview, which adds to the page size.
 */
export function ResponsiveImage(props: {
  image: ImageSource
  sizes: string
  crops?: Crop[]
  priority?: boolean
  placeholder?: boolean
  /** The origin of the image's address; empty on this site. */
  base?: string
  className?: string
}) {
  const { image, sizes, crops, priority = false, placeholder = false, base = '', className } = props
  const background = placeholder && image.placeholder
  const img = (
    <img
      alt={image.alt}
      width={image.width}
      height={image.height}
      loading={priority ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={priority ? 'high' : undefined}
      sizes={sizes}
      srcSet={srcSet(image.src, image.width, base)}
      src={`${base}${plainSrc(image.src)}`}
      className={className}
      style={background ? { background: `url(${background}) center / cover no-repeat` } : undefined}
    />
  )
  if (!crops) return img
  return (
    <picture>
      {crops.map(({ media, sizes, image: { src, width, height } }) => (
        <source key={src} media={media} sizes={sizes} srcSet={srcSet(src, width)} width={width} height={height} />
      ))}
      {img}
    </picture>
  )
}
