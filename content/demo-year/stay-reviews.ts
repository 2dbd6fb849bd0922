import type { stayReviews } from '#app/features/reviews/reviews.tables.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { SAMPLE } from './sample-guests.ts'
import { type AuditRow, changeOf } from './stay-history.ts'
import type { StayRows } from './stay-rows.ts'

type Row = typeof stayReviews.$inferInsert

/** It has no sample reviews otherwise. Those show only while no guest has written one. */
const SLUG = 'spacious-condo'

/** Too few for an average. The first one waits to be published, the other one shows. */
const WRITTEN = [
  { hoursAgo: 30, stars: 4, body: 'Sample review: a good week. One lamp flickered, and it was mended the next day.' },
  { hoursAgo: 24 * 26, stars: 5, body: 'Sample review: the beds, the stove, and a short walk to the lift.' },
]
const ANSWER = 'Sample answer: the stove says thank you.'
const HOUR_MS = 3_600_000

/** What two guests wrote of their stays. The others were asked by a message, and wrote nothing. */
export function reviewsOf(stays: readonly StayRows[], now: Date): { rows: Row[]; history: AuditRow[] } {
  const left = stays
    .filter(({ stay, booking }) => stay.slug === SLUG && booking.status === 'confirmed' && booking.guestEmail !== '')
    .toSorted((one, other) => other.booking.checkOutDate.localeCompare(one.booking.checkOutDate))
  const used = new Set<string>()
  const rows = WRITTEN.flatMap(({ hoursAgo, stars, body }): Row[] => {
    const createdAt = new Date(now.getTime() - hoursAgo * HOUR_MS)
    const day = createdAt.toISOString().slice(0, 10)
    const found = left.find(({ booking: { id, checkOutDate } }) => checkOutDate < day && !used.has(id))
    if (!found) return []
    const { id: bookingId, propertyId, guestName, checkInDate } = found.booking
    used.add(bookingId)
    const [first = ''] = guestName.slice(SAMPLE.length).split(' ')
    const stayedIn = `${checkInDate.slice(0, 8)}01`
    const about = { bookingId, propertyId, author: `${SAMPLE}${first}`, stars, body, stayedIn, createdAt }
    if (addDays(day, 7) > now.toISOString().slice(0, 10)) return [about]
    return [{ ...about, publishedAt: new Date(createdAt.getTime() + 20 * HOUR_MS), answer: ANSWER }]
  })
  const history = rows.flatMap(({ bookingId, propertyId, publishedAt, answer }) => {
    if (!publishedAt) return []
    const decided = (isPublished: boolean, said: string | null | undefined) => ({
      isPublished,
      withheldReason: null,
      answer: said ?? null,
    })
    const about = { subjectId: bookingId, propertyIds: [propertyId] }
    const answeredAt = new Date(publishedAt.getTime() + HOUR_MS)
    return [
      changeOf('review.changed', {
        ...about,
        before: decided(false, null),
        after: decided(true, null),
        happenedAt: publishedAt,
      }),
      changeOf('review.changed', {
        ...about,
        before: decided(true, null),
        after: decided(true, answer),
        happenedAt: answeredAt,
      }),
    ]
  })
  return { rows, history }
}
