import { type ImageSource as PictureOf, plainSrc, srcSet } from './media.ts'

/** The same image, cropped for another window shape; `media` is its media query. */
export type Crop = { media: string; sizes: string; picture: Pick<PictureOf, 'src' | 'width' | 'height'> }

/**
 * A stored image at the width that its slot needs, with its space reserved. `priority` is for the one main image of the
 * first screen. `placeholder` inlines a tiny preview, which adds to the page size.
 */
export function ResponsiveImage(props: {
  picture: PictureOf
  sizes: string
  crops?: Crop[]
  priority?: boolean
  placeholder?: boolean
  className?: string
}) {
  const { picture, sizes, crops, priority = false, placeholder = false, className } = props
  const background = placeholder && picture.placeholder
  const image = (
    <img
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      loading={priority ? 'eager' : 'lazy'}
      decoding="async"
      fetchPriority={priority ? 'high' : undefined}
      sizes={sizes}
      srcSet={srcSet(picture.src, picture.width)}
      src={plainSrc(picture.src)}
      className={className}
      style={background ? { background: `url(${background}) center / cover no-repeat` } : undefined}
    />
  )
  if (!crops) return image
  return (
    <picture>
      {crops.map(({ media, sizes, picture: { src, width, height } }) => (
        <source key={src} media={media} sizes={sizes} srcSet={srcSet(src, width)} width={width} height={height} />
      ))}
      {image}
    </picture>
  )
}
