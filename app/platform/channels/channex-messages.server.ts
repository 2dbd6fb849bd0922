import { z } from 'zod'
import type { ChannelThread, ThreadMessage } from './channel-conversations.server.ts'
import type { ChannelManager } from './channel-manager.server.ts'
import type { Channex } from './channex-http.server.ts'
import { maybeInstant, platformOf, related, sortableInstant, text } from './channex-values.server.ts'

const thread = z
  .object({
    id: z.string().min(1),
    attributes: z.object({
      title: text,
      provider: text,
      is_closed: z.boolean().catch(false),
      last_message_received_at: maybeInstant,
      updated_at: maybeInstant,
    }),
    relationships: z.object({ booking: related, property: related }).catch({ booking: null, property: null }),
  })
  .transform(
    ({ id, attributes, relationships }): ChannelThread => ({
      id,
      propertyId: relationships.property,
      bookingId: relationships.booking,
      platform: platformOf(attributes.provider),
      title: attributes.title,
      isClosed: attributes.is_closed,
      lastMessageAt: attributes.last_message_received_at ?? attributes.updated_at,
    }),
  )

const message = z
  .object({
    id: z.string().min(1),
    attributes: z.object({
      message: text,
      attachments: z.array(z.string()).catch([]),
      sender: z.string(),
      inserted_at: sortableInstant,
    }),
  })
  .transform(({ id, attributes }): { at: string; message: ThreadMessage } => ({
    at: attributes.inserted_at,
    message: {
      id,
      // Besides `guest` and `property` there are words of the platform itself, which are no guest's.
      sender: attributes.sender === 'guest' ? 'guest' : 'property',
      text: attributes.message ?? '',
      attachments: attributes.attachments,
      sentAt: new Date(attributes.inserted_at),
    },
  }))

/** https://docs.channex.io/api-v.1-documentation/messages-collection: Airbnb, Booking.com and Expedia */
export function messagesOf(channex: Channex): Pick<ChannelManager, 'listThreads' | 'listMessages' | 'sendMessage'> {
  const pathOf = (threadId: string) => `/message_threads/${encodeURIComponent(threadId)}/messages`
  return {
    async listThreads(since) {
      const query = { 'order[last_message_received_at]': 'desc' }
      const items = await channex.listAll({ path: '/message_threads', query })
      const threads = items.flatMap((item) => thread.safeParse(item).data ?? [])
      return threads.filter(({ lastMessageAt }) => lastMessageAt === null || lastMessageAt >= since)
    },
    async listMessages(threadId) {
      const items = await channex.listAll({ path: pathOf(threadId), query: { 'order[inserted_at]': 'desc' } })
      const messages = items.flatMap((item) => message.safeParse(item).data ?? [])
      return messages.sort((a, b) => (a.at < b.at ? -1 : 1)).map((one) => one.message)
    },
    async sendMessage(threadId, words) {
      const body = { message: { message: words } }
      const answer = z.object({ data: message })
      return (await channex.call({ method: 'POST', path: pathOf(threadId), body, answer })).data.message
    },
  }
}
