import { ImageRow } from '#app/features/media/lightbox/image-row.tsx'
import type { ImageSource } from '#app/features/media/media.ts'
import { IMAGE_ACCEPT } from '#app/features/media/uploads/accepted-images.ts'
import { uploadWords } from '#app/features/media/uploads/upload-refusals.ts'
import { Button } from '#app/ui/button.tsx'
import { MOST_REVIEW_IMAGES } from './review-image-limits.ts'
import './review-form.css'

const ANSWERS: Record<string, string> = {
  sent: 'Your photo is with your review.',
  gone: 'Your review shows already, so photos can’t be added anymore.',
  full: `A review has up to ${MOST_REVIEW_IMAGES} photos. This one wasn’t added.`,
}

/** The result of the last sent photo; null if none was sent. */
function imageAnswer(outcome: string): string | null {
  return ANSWERS[outcome] ?? uploadWords(outcome)
}

type Props = { action: string; images: ImageSource[]; mayAdd: boolean; outcome: string }

/** The photos of a guest's review, and the form for one more. */
export function ReviewImages({ action, images, mayAdd, outcome }: Props) {
  const answer = imageAnswer(outcome)
  if (!mayAdd && images.length === 0 && !answer) return null
  return (
    <section aria-labelledby="images-heading" className="review-form">
      <h2 id="images-heading" className="heading-section">
        Your photos
      </h2>
      <p role="status" className={answer && outcome !== 'sent' ? 'field-error' : undefined}>
        {answer}
      </p>
      <ImageRow images={images} />
      {mayAdd && (
        <form method="post" encType="multipart/form-data" action={action}>
          <label htmlFor="review-image">
            Add a photo <small>(optional, up to {MOST_REVIEW_IMAGES}, 10 MB each)</small>
          </label>
          <input id="review-image" type="file" name="file" accept={IMAGE_ACCEPT} required />
          <p className="field-hint">
            Everyone can see it with your review. Where it was taken isn’t kept. Please show nobody who doesn’t want
            that.
          </p>
          <Button type="submit" variant="outline">
            Add photo
          </Button>
        </form>
      )}
    </section>
  )
}
