import type { MouseEvent } from 'react'
import { type ImageSource, plainSrc } from './media.ts'
import { ResponsiveImage } from './responsive-image.tsx'

type ImageLinkProps = {
  image: ImageSource
  sizes: string
  priority?: boolean
  onOpen: (opener: HTMLAnchorElement) => void
}

/** An image that opens in the lightbox. Without JavaScript, or in a new tab, it links to the large version. */
export function ImageLink({ image, sizes, priority, onOpen }: ImageLinkProps) {
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(event.currentTarget)
  }
  return (
    <a href={plainSrc(image.src, 2000)} className="image-link" onClick={press}>
      <ResponsiveImage image={image} sizes={sizes} priority={priority} placeholder={priority} />
    </a>
  )
}
