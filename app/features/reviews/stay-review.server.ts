import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { findBookingByToken } from '#app/features/bookings/find-booking.server.ts'
import type { ImageSource } from '#app/features/media/media.ts'
import type { Accepted, VisitorForm } from '#app/platform/http/form-action.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, type IsoDate } from '#app/shared/dates.ts'
import { firstName } from '#app/shared/greeting.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { stayReviews } from './reviews.tables.server.ts'
import { getReviewImages } from './store-review-image.server.ts'

/** The data of the page of a guest's review. */
type ReviewPage = {
  property: { name: string; path: string }
  checkInDate: IsoDate
  checkOutDate: IsoDate
  author: string
} & ({ state: 'open' } | { state: 'written'; images: ImageSource[]; mayAdd: boolean })

/** Null unless the stay was confirmed, and is over since its last day. */
export async function getReviewPage(
  services: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<ReviewPage | null> {
  const found = await findOverStay(services, token)
  if (!found) return null
  const { booking, property } = found
  const written = await services.db.$count(stayReviews, eq(stayReviews.bookingId, booking.id))
  const stay = {
    property: { name: property.name, path: `/property/${property.slug}` },
    checkInDate: booking.checkInDate,
    checkOutDate: booking.checkOutDate,
    author: firstName(booking.guestName),
  }
  if (written === 0) return { ...stay, state: 'open' }
  return { ...stay, state: 'written', ...(await getReviewImages(services, booking.id)) }
}

async function findOverStay(services: Pick<Services, 'db' | 'clock'>, token: string) {
  const found = await findBookingByToken(services, token)
  if (!found || found.isLongAgo || found.booking.status !== 'confirmed') return null
  const today = dateInZone(services.clock.now(), found.property.timeZone)
  return found.booking.checkOutDate <= today ? found : null
}

const reviewSchema = z.object({
  stars: z.enum(['1', '2', '3', '4', '5'], 'Please choose from one to five stars').transform(Number),
  body: boundedText(5000, 'Please keep this to 5,000 characters').trim().min(10, 'Please write at least 10 characters'),
  author: boundedText(40, 'Please keep this to 40 characters').trim().min(1, 'Please enter a first name'),
})

const GONE = refuse('not-found', 'This stay can’t be reviewed. Reply to our email instead.')

/** Stores a guest's review, once. Sent again, it stays as it was. */
export const reviewForm = (token: string): VisitorForm<typeof reviewSchema, Accepted, typeof GONE> => ({
  limit: 'contact',
  honeypot: null,
  schema: reviewSchema,
  run: async (services, { stars, body, author }) => {
    const { db, clock } = services
    return db.transaction(async (tx): Promise<Accepted | typeof GONE> => {
      const found = await findOverStay({ db: tx, clock }, token)
      if (!found) return GONE
      const { id, propertyId, checkInDate, reference } = found.booking
      await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, id)).for('update')
      const stayedIn = `${checkInDate.slice(0, 8)}01`
      const review = {
        bookingId: id,
        propertyId,
        author: firstName(author),
        stars,
        body,
        stayedIn,
        createdAt: clock.now(),
      }
      const stored = await tx
        .insert(stayReviews)
        .values(review)
        .onConflictDoNothing()
        .returning({ stars: stayReviews.stars })
      if (stored.length > 0) services.log.info({ event: 'review.written', reference, stars }, 'a guest wrote a review')
      return { ok: true, isRepeat: stored.length === 0 }
    })
  },
})
