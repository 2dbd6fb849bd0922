import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { useRestoredFocus } from '#app/ui/form/change-button.tsx'
import { ImageCard, ImageImage, ImageWarnings } from './image-card.tsx'
import { ImageDetails } from './image-details.tsx'
import type { ImagesPage } from './images.ts'
import { useImageOrder } from './use-image-order.ts'

type Props = { page: ImagesPage; answer: ChangeAnswer | null }

const versionsOf = (images: ImagesPage['images']) => images.map(({ id, version }) => `${id} ${version}`).join('\n')

export const incompleteImages = ({ images }: ImagesPage) =>
  images.filter(({ needs, isGone }) => needs.length > 0 && !isGone)

/** The photos that lack words or a category, with their forms open. */
export function ImagesToComplete({ page, answer }: Props) {
  const images = incompleteImages(page)
  const list = useRestoredFocus<HTMLUListElement>(versionsOf(images))
  return (
    <Card anchor="to-complete" title="To complete" note={countOf(images.length, 'photo')}>
      <p className="text-muted">
        Say in the alt text what the photo shows: guests who can’t see it hear it, and search engines read it. The
        category is its group in the gallery.
      </p>
      <ul ref={list} className="image-todo">
        {images.map((image) => (
          <li key={image.id}>
            <div className="image-frame">
              <ImageImage image={image} />
            </div>
            <div>
              <ImageWarnings image={image} />
            </div>
            <ImageDetails image={image} page={page} answer={answer} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** All photos in their one order. */
export function ImageGrid({ page, answer }: Props) {
  const { images } = page
  const order = useImageOrder(images.map(({ id }) => id))
  const list = useRestoredFocus<HTMLOListElement>(versionsOf(images))
  return (
    <Card anchor="images" title="In guests’ order" note={countOf(images.length, 'photo')}>
      {images.length === 0 ? (
        <p className="text-muted">No photos yet. The first one that you add becomes the cover.</p>
      ) : (
        <p className="text-muted">
          The first photo is the cover: cards, search results, and shared links show it. The first five are at the top
          of the home’s page. All are in its gallery by category, in this order.
        </p>
      )}
      <div>
        <p role="status" className="sr-only">
          {order.said}
        </p>
        <ol ref={list} className="image-order" data-dragging={order.dragged !== null || undefined}>
          {images.map((image) => (
            <ImageCard key={image.id} image={image} page={page} answer={answer} order={order} />
          ))}
        </ol>
      </div>
    </Card>
  )
}
