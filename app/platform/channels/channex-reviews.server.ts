import { z } from 'zod'
import type { ChannelReview } from './channel-conversations.server.ts'
import type { ChannelManager } from './channel-manager.server.ts'
import type { Channex } from './channex-http.server.ts'
import { instant, platformOf, related, text } from './channex-values.server.ts'

const review = z
  .object({
    id: z.string().min(1),
    attributes: z.object({
      ota: text,
      ota_reservation_id: text,
      guest_name: text,
      content: text,
      overall_score: z.number().min(0).max(10).nullish().catch(null),
      reply: text,
      is_replied: z.boolean().catch(false),
      is_hidden: z.boolean().catch(false),
      received_at: instant,
    }),
    relationships: z.object({ booking: related, property: related }).catch({ booking: null, property: null }),
  })
  .transform(
    ({ id, attributes: read, relationships }): ChannelReview => ({
      id,
      propertyId: relationships.property,
      bookingId: relationships.booking,
      platform: platformOf(read.ota),
      code: read.ota_reservation_id,
      guestName: read.guest_name,
      text: read.content,
      score: read.overall_score ?? null,
      reply: read.reply,
      isReplied: read.is_replied,
      isHidden: read.is_hidden,
      receivedAt: read.received_at,
    }),
  )

/** https://docs.channex.io/api-v.1-documentation/reviews-collection: Airbnb and Booking.com */
export function reviewsOf(channex: Channex): Pick<ChannelManager, 'listReviews' | 'replyToReview'> {
  return {
    async listReviews(since) {
      const items = await channex.listAll({ path: '/reviews', query: { 'order[received_at]': 'desc' } })
      const reviews = items.flatMap((item) => review.safeParse(item).data ?? [])
      return reviews.filter(({ receivedAt }) => receivedAt >= since)
    },
    async replyToReview(id, words) {
      const path = `/reviews/${encodeURIComponent(id)}/reply`
      // The documented success has no body.
      await channex.call({ method: 'POST', path, body: { reply: { reply: words } }, answer: z.unknown() })
    },
  }
}
