import type { RecordColumn } from '#app/shared/record-columns.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'

const WEBHOOK_TOPICS = {
  booking: 'Bookings: requested, confirmed, declined, canceled, expired, and moved',
  payment: 'Payments: each movement of money',
  message: 'Messages: from guests and owners',
  calendar: 'Calendars: nights taken or opened',
} as const

export type WebhookTopic = keyof typeof WEBHOOK_TOPICS

/**
 * The types of events, and the functions in the database that send them. They belong to triggers, which no code can
 * forget to call.
 */
export const WEBHOOK_EVENTS = {
  'booking.requested': ['booking_changes_emit'],
  'booking.confirmed': ['booking_changes_emit'],
  'booking.declined': ['booking_changes_emit'],
  'booking.canceled': ['booking_changes_emit'],
  'booking.expired': ['booking_changes_emit'],
  'booking.moved': ['bookings_emit_move'],
  'payment.recorded': ['ledger_emit'],
  'message.received': ['messages_emit', 'mail_messages_emit'],
  'calendar.changed': ['occupancies_emit', 'calendar_emit'],
} as const satisfies Record<`${WebhookTopic}.${string}`, readonly string[]>

export const BAD_ADDRESS = 'Please enter an address that begins with https://'

type WebhookText = { url: string; topics: WebhookTopic[] }

/** `Bookings, Payments`: the topics without what belongs to them. */
export const WEBHOOK_COLUMNS: RecordColumn<WebhookText>[] = [
  'url',
  {
    heading: 'About',
    words: ({ topics }) => topics.map((topic) => WEBHOOK_TOPICS[topic].replace(/:.*/s, '')).join(', '),
  },
]

export const WEBHOOK_FIELDS: RecordFields<WebhookText> = {
  url: { kind: 'line', label: 'Address', hint: 'It begins with https://', max: 2000, missing: BAD_ADDRESS },
  topics: {
    kind: 'choices',
    label: 'Send',
    short: 'About',
    options: WEBHOOK_TOPICS,
    missing: 'Please choose what to send',
  },
}

/** The state of an event. Moments are text. */
export type ListedDelivery = {
  id: string
  type: string
  /** Its subject, in a few words. */
  about: string
  at: string
  state: 'delivered' | 'waiting' | 'given-up'
  attempts: number
  /** The problem of the last attempt. */
  problem: string | null
}

export type ListedWebhook = { id: string; url: string; topics: WebhookTopic[]; deliveries: ListedDelivery[] }
