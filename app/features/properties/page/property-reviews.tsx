import { formatDate } from '#app/shared/dates.ts'
import type { PropertyReview } from '../properties.ts'

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
          <li key={review.body} className="review">
            <blockquote>{review.body}</blockquote>
            <p className="mt-2 text-sm text-muted">
              {review.sample ? (
                <>
                  <strong className="review-sample">Sample review</strong> written for this demo
                </>
              ) : (
                <>
                  {review.author}
                  <ReviewSource review={review} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
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
