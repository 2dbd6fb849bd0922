import { ImageRow } from '#app/features/media/lightbox/image-row.tsx'
import { formatDate } from '#app/shared/dates.ts'
import type { PropertyReview } from '../properties.ts'
import './property-reviews.css'

/** Guests' reviews; demo samples are marked as such (docs/decisions/009). */
export function PropertyReviews({ reviews }: { reviews: PropertyReview[] }) {
  if (reviews.length === 0) return null
  return (
    <section aria-labelledby="reviews-heading" className="reviews">
      <h2 id="reviews-heading" className="heading-section mb-6">
        Guest reviews
      </h2>
      <ul className="flex flex-col gap-8">
        {reviews.map((review) => (
          <li key={`${review.author} ${review.body}`} className="review">
            {review.ofStay && <Stars stars={review.ofStay.stars} />}
            <blockquote>{review.body}</blockquote>
            <p className="mt-2 text-sm text-muted">
              {review.sample ? (
                <>
                  <strong className="review-sample">Sample review</strong> written for this demo
                </>
              ) : (
                <>
                  {review.author}
                  {review.ofStay ? ` · Stayed in ${review.ofStay.stayedIn}` : <ReviewSource review={review} />}
                </>
              )}
            </p>
            {review.ofStay && <ImageRow images={review.ofStay.images} />}
            {review.ofStay?.answer && (
              <div className="review-answer">
                <p className="text-sm text-muted">The host’s answer</p>
                <p>{review.ofStay.answer}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Stars({ stars }: { stars: number }) {
  return (
    <p role="img" aria-label={`${stars} of 5 stars`} className="review-stars">
      {'★'.repeat(stars)}
      <span>{'★'.repeat(5 - stars)}</span>
    </p>
  )
}

function ReviewSource({ review }: { review: PropertyReview }) {
  const date = review.reviewedOn && formatDate(review.reviewedOn, 'long')
  const source = review.sourceUrl ? (
    <a className="link" href={review.sourceUrl} rel="noopener">
      {review.source}
    </a>
  ) : (
    review.source
  )
  return (
    <>
      {' · '}
      {source}
      {date && ` · ${date}`}
    </>
  )
}
