/** What a webhook is about. */
export const WEBHOOK_TOPICS = {
  booking: 'Bookings: requested, confirmed, declined, canceled, expired, and moved',
  payment: 'Payments: each movement of money',
  message: 'Messages: from guests and owners',
  calendar: 'Calendars: nights taken or opened',
} as const

export type WebhookTopic = keyof typeof WEBHOOK_TOPICS

/** What became of an event. Moments are text. */
export type ListedDelivery = {
  id: string
  type: string
  /** What it is about, in a few words. */
  about: string
  at: string
  state: 'delivered' | 'waiting' | 'given-up'
  attempts: number
  /** What the last attempt met with. */
  problem: string | null
}

export type ListedWebhook = { id: string; url: string; topics: WebhookTopic[]; deliveries: ListedDelivery[] }
