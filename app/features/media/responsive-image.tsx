import { type ImageSource as PictureOf, plainSrc, srcSet } from './media.ts'

/** The same picture, cut for another shape of window; `media` says for which. */
export type Crop = { media: string; sizes: string; picture: Pick<PictureOf, 'src' | 'width' | 'height'> }

/**
 * A picture of the storage in the width that the place needs, with its space reserved. `priority` is for the one picture
 * that the first screen is about; `placeholder` shows a few pixels of it until it comes, at some weight in the page.
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
