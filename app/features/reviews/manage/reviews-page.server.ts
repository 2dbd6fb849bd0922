import { desc, eq } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { findImages } from '#app/features/media/media.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { imagesOf } from '#app/features/properties/review-images.ts'
import { showsFrom } from '#app/features/properties/review-wait.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { monthWords } from '#app/shared/months.ts'
import { stayReviews } from '../reviews.tables.server.ts'
import type { ManagedReview } from './managed-reviews.ts'
import { decidedOf, publishVersionOf } from './review.changes.server.ts'

/** The last reviews; more of them nobody answers. */
const MOST = 200

/** Guests' reviews of their stays, newest first. */
export async function listReviews({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<ManagedReview[]> {
  const rows = await db
    .select({
      review: stayReviews,
      reference: bookings.reference,
      property: properties.name,
      timeZone: properties.timeZone,
    })
    .from(stayReviews)
    .innerJoin(bookings, eq(bookings.id, stayReviews.bookingId))
    .innerJoin(properties, eq(properties.id, stayReviews.propertyId))
    .orderBy(desc(stayReviews.createdAt), desc(stayReviews.bookingId))
    .limit(MOST)
  const images = await findImages(
    { db },
    rows.flatMap(({ review }) => review.images),
  )
  return rows.map(({ review, reference, property, timeZone }) => {
    const { bookingId: id, author, stars, body, stayedIn, publishedAt, withheldReason, answer } = review
    const shows = publishedAt ?? showsFrom(review)
    const state = shows <= clock.now() ? 'published' : 'coming'
    return {
      id,
      reference,
      property,
      author,
      stars,
      body,
      withheldReason,
      answer,
      images: imagesOf(review, images),
      version: publishVersionOf(review),
      answerVersion: versionOf(decidedOf(review)),
      stayedIn: monthWords(stayedIn),
      state: withheldReason ? 'withheld' : state,
      on: formatMomentWithYear(shows, timeZone),
    }
  })
}

/** The stars of the review of a stay; null while there is none. */
export async function getReviewStars({ db }: Pick<Services, 'db'>, reference: string): Promise<number | null> {
  const [row] = await db
    .select({ stars: stayReviews.stars })
    .from(stayReviews)
    .innerJoin(bookings, eq(bookings.id, stayReviews.bookingId))
    .where(eq(bookings.reference, reference))
  return row?.stars ?? null
}
