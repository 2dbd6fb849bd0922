import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { findBookingByToken } from '#app/features/bookings/find-booking.server.ts'
import { findImages } from '#app/features/media/media.server.ts'
import { lockImage } from '#app/features/media/orphans.server.ts'
import { imagesOf } from '#app/features/properties/review-images.ts'
import { unreadSince } from '#app/features/properties/review-wait.ts'
import type { Services } from '#app/platform/services.server.ts'
import { MOST_REVIEW_IMAGES } from './review-image-limits.ts'
import { stayReviews } from './reviews.tables.server.ts'

/** A review that nobody sees yet. Afterwards its photos stay as they are, and each has its week before: nothing shows unread. */
const isUnseen = (bookingId: string, now: Date) =>
  and(
    eq(stayReviews.bookingId, bookingId),
    isNull(stayReviews.publishedAt),
    isNull(stayReviews.withheldReason),
    or(gt(stayReviews.createdAt, unreadSince(now)), gt(stayReviews.lastImageAt, unreadSince(now))),
  )

/** Adds a photo to a guest's review. `gone`: there is no such review, or it shows already. */
export async function storeReviewImage(
  services: Services,
  { token, path }: { token: string; path: string },
): Promise<'sent' | 'gone' | 'full'> {
  const found = await findBookingByToken(services, token)
  if (!found || found.isLongAgo) return 'gone'
  return services.db.transaction(async (tx) => {
    if (!(await lockImage(tx, path, 'share'))) return 'gone'
    const now = services.clock.now()
    const isThis = isUnseen(found.booking.id, now)
    const [review] = await tx.select({ images: stayReviews.images }).from(stayReviews).where(isThis).for('update')
    if (!review) return 'gone'
    if (review.images.length >= MOST_REVIEW_IMAGES) return 'full'
    await tx
      .update(stayReviews)
      .set({ images: [...review.images, path], lastImageAt: now })
      .where(isThis)
    return 'sent'
  })
}

/** The photos that a guest has sent, and whether more can be added. */
export async function getReviewImages(services: Pick<Services, 'db' | 'clock'>, bookingId: string) {
  const { db, clock } = services
  const [review] = await db.select().from(stayReviews).where(eq(stayReviews.bookingId, bookingId))
  const paths = review?.images ?? []
  const images = await findImages({ db }, paths)
  const isOpen = (await db.$count(stayReviews, isUnseen(bookingId, clock.now()))) > 0
  return {
    images: review ? imagesOf(review, images) : [],
    mayAdd: isOpen && paths.length < MOST_REVIEW_IMAGES,
  }
}
