import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { quotes } from '#app/features/bookings/bookings.tables.server.ts'
import { releaseOffer } from '#app/features/bookings/holds/offer-hold.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { listHeldOffers } from './held-offers.server.ts'
import { HOLD_FACTS, undoRelease, withOfferLock } from './hold-offer.server.ts'
import { conversations, mailMessages } from './inbox.tables.server.ts'

const gone = 'These nights are booked or released by now.'

/** Ends the hold of an offer, on the page of its conversation. */
export const heldOfferChanges = {
  release: defineChange({
    scope: 'contacts:write',
    name: 'conversation.hold-released',
    words: 'Nights on hold released',
    facts: HOLD_FACTS,
    undo: undoRelease,
    form: z.object({ id: z.guid() }),
    gone,
    transaction: ({ services }, { id }, work) => withOfferLock(services, id, work),
    lock: async (tx, { services, params }, { id }) => {
      const { conversation = '' } = params
      if (!isUuid(conversation)) return null
      const isIt = and(eq(conversations.id, conversation), eq(mailMessages.id, id))
      const [held] = await listHeldOffers({ db: tx, clock: services.clock }, isIt)
      const [offer] = held ? await tx.select().from(quotes).where(eq(quotes.id, id)) : []
      return held && offer ? { held, until: offer.expiresAt } : null
    },
    run: async (tx, { id }, { subject: { held, until } }) => {
      await releaseOffer(tx, id)
      const { property, nights, guest } = held
      return {
        subjectId: guest.conversation,
        propertyIds: [property.id],
        before: { offer: id, property: property.id, checkIn: nights.from, checkOut: nights.to, until },
      }
    },
  }),
}
