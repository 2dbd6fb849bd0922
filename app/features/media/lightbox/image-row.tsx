import { ImageLink } from '../image-link.tsx'
import type { ImageSource } from '../media.ts'
import { useLightbox } from './use-lightbox.tsx'
import './image-row.css'

/** Small images in a row, each of which opens large. */
export function ImageRow({ images }: { images: ImageSource[] }) {
  const { open, lightbox } = useLightbox()
  if (images.length === 0) return null
  return (
    <>
      <ul className="image-row">
        {images.map((image, at) => (
          <li key={image.src}>
            <ImageLink image={image} sizes="120px" onOpen={(opener) => open(images, at, opener)} />
          </li>
        ))}
      </ul>
      {lightbox}
    </>
  )
}
