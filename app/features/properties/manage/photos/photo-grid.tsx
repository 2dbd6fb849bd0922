import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { useRestoredFocus } from '#app/ui/form/change-button.tsx'
import { PhotoCard, PhotoImage, PhotoWarnings } from './photo-card.tsx'
import { PhotoDetails } from './photo-details.tsx'
import type { PhotosPage } from './photos.ts'
import { usePhotoOrder } from './use-photo-order.ts'

type Props = { page: PhotosPage; answer: ChangeAnswer | null }

const versionsOf = (photos: PhotosPage['photos']) => photos.map(({ id, version }) => `${id} ${version}`).join('\n')

export const incompletePhotos = ({ photos }: PhotosPage) =>
  photos.filter(({ needs, isGone }) => needs.length > 0 && !isGone)

/** The photos that lack words or a category, with their forms open. */
export function PhotosToComplete({ page, answer }: Props) {
  const photos = incompletePhotos(page)
  const list = useRestoredFocus<HTMLUListElement>(versionsOf(photos))
  return (
    <section aria-labelledby="to-complete">
      <h2 id="to-complete">
        To complete <small>{countOf(photos.length, 'photo')}</small>
      </h2>
      <p className="text-muted">
        Say in the alt text what the photo shows: guests who can’t see it hear it, and search engines read it. The
        category is its group in the gallery.
      </p>
      <ul ref={list} className="photo-todo">
        {photos.map((photo) => (
          <li key={photo.id}>
            <div className="photo-frame">
              <PhotoImage photo={photo} />
            </div>
            <div>
              <PhotoWarnings photo={photo} />
            </div>
            <PhotoDetails photo={photo} page={page} answer={answer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** All photos in their one order. */
export function PhotoGrid({ page, answer }: Props) {
  const { photos } = page
  const order = usePhotoOrder(photos.map(({ id }) => id))
  const list = useRestoredFocus<HTMLOListElement>(versionsOf(photos))
  return (
    <section aria-labelledby="photos">
      <h2 id="photos">
        In guests’ order <small>{countOf(photos.length, 'photo')}</small>
      </h2>
      {photos.length === 0 ? (
        <p className="text-muted">No photos yet. The first one that you add becomes the cover.</p>
      ) : (
        <p className="text-muted">
          The first photo is the cover: cards, search results, and shared links show it. The first five are at the top
          of the home’s page. All are in its gallery by category, in this order.
        </p>
      )}
      <p role="status" className="sr-only">
        {order.said}
      </p>
      <ol ref={list} className="photo-grid" data-dragging={order.dragged !== null || undefined}>
        {photos.map((photo) => (
          <PhotoCard key={photo.id} photo={photo} page={page} answer={answer} order={order} />
        ))}
      </ol>
    </section>
  )
}
