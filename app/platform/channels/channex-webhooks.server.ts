import { z } from 'zod'
import { type ChannelManager, WEBHOOK_SECRET_HEADER } from './channel-manager.server.ts'
import { anyAnswer, type Channex } from './channex-http.server.ts'

/** What is announced: bookings, and all that waits for an answer. */
const EVENTS = 'booking;message;reservation_request;alteration_request;review;updated_review'

const webhook = z.object({ id: z.string().min(1), attributes: z.object({ callback_url: z.string() }) })

/** https://docs.channex.io/api-v.1-documentation/webhook-collection */
export function webhooksOf(channex: Channex): Pick<ChannelManager, 'setWebhook'> {
  return {
    async setWebhook({ url, secret }) {
      const items = await channex.listAll({ path: '/webhooks' })
      const webhooks = items.flatMap((item) => webhook.safeParse(item).data ?? [])
      const mine = webhooks.find(({ attributes }) => attributes.callback_url === url)
      const body = {
        webhook: {
          callback_url: url,
          event_mask: EVENTS,
          property_id: null,
          is_global: true,
          is_active: true,
          // Only an event and the property: what was announced is read from the API. Webhooks get lost, or come twice.
          send_data: false,
          headers: { [WEBHOOK_SECRET_HEADER]: secret },
        },
      }
      const path = mine ? `/webhooks/${mine.id}` : '/webhooks'
      await channex.call({ method: mine ? 'PUT' : 'POST', path, body, answer: anyAnswer })
    },
  }
}
