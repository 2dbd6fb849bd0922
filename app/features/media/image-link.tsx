import type { MouseEvent } from 'react'
import { type ImageSource, plainSrc } from './media.ts'
import { ResponsiveImage } from './responsive-image.tsx'

type ImageLinkProps = {
  image: ImageSource
  sizes: string
  priority?: boolean
  /** Its target without JavaScript; by default the large version. */
  href?: string
  onOpen: (opener: HTMLAnchorElement) => void
}

/** An image that opens in the lightbox. Without JavaScript, or in a new tab, it is a link. */
export function ImageLink({ image, sizes, priority, href = plainSrc(image.src, 2000), onOpen }: ImageLinkProps) {
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen(event.currentTarget)
  }
  return (
    <a href={href} className="image-link" data-by-script onClick={press}>
      <ResponsiveImage image={image} sizes={sizes} priority={priority} placeholder={priority} />
    </a>
  )
}
