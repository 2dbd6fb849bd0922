import { and, asc, desc, eq, isNull, lte, or } from 'drizzle-orm'
import { findImages } from '#app/features/media/media.server.ts'
import { stayReviews } from '#app/features/reviews/reviews.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { monthWords } from '#app/shared/months.ts'
import { reviews } from './properties.tables.server.ts'
import type { PropertyReview } from './properties.ts'
import { imagesOf } from './review-images.ts'
import { unreadSince } from './review-wait.ts'

/** A page with more of them would take long to load. */
const MOST_REVIEWS = 100

/**
 * The reviews of a property: those of guests first, then those of other sites. Samples only while there is nothing
 * else.
 */
export async function listReviews(
  services: Pick<Services, 'db' | 'clock'>,
  propertyId: string,
): Promise<PropertyReview[]> {
  const { author, body, source, sourceUrl, reviewedOn, sample } = reviews
  const [ofStays, rows] = await Promise.all([
    listStayReviews(services, propertyId),
    services.db
      .select({ author, body, source, sourceUrl, reviewedOn, sample })
      .from(reviews)
      .where(eq(reviews.propertyId, propertyId))
      .orderBy(asc(reviews.displayOrder)),
  ])
  const others = rows.map((review) => ({ ...review, ofStay: null }))
  const real = [...ofStays, ...others.filter((review) => !review.sample)]
  return real.length > 0 ? real : others
}

/** Guests' published reviews of their stays, newest first. */
async function listStayReviews(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  propertyId: string,
): Promise<PropertyReview[]> {
  const unread = unreadSince(clock.now())
  const isReadable = and(
    lte(stayReviews.createdAt, unread),
    or(isNull(stayReviews.lastImageAt), lte(stayReviews.lastImageAt, unread)),
  )
  const isShown = or(lte(stayReviews.publishedAt, clock.now()), isReadable)
  const rows = await db
    .select()
    .from(stayReviews)
    .where(and(eq(stayReviews.propertyId, propertyId), isNull(stayReviews.withheldReason), isShown))
    .orderBy(desc(stayReviews.createdAt), stayReviews.bookingId)
    .limit(MOST_REVIEWS)
  const found = await findImages(
    { db },
    rows.flatMap(({ images }) => images),
  )
  return rows.map(({ author, body, stars, stayedIn, answer, images }) => ({
    author,
    body,
    source: '',
    sourceUrl: null,
    reviewedOn: null,
    sample: false,
    ofStay: { stars, stayedIn: monthWords(stayedIn), answer, images: imagesOf({ author, images }, found) },
  }))
}
