import type { BlankValues } from '#app/features/bookings/moments.ts'
import type { IsoDate } from '#app/shared/dates.ts'

/** How far the talk with an owner who offers a home has come. */
export const OWNER_STATES = {
  new: 'New',
  contacted: 'In touch',
  visit: 'Visit planned',
  agreed: 'Agreed',
  declined: 'Declined',
} as const

type OwnerState = keyof typeof OWNER_STATES

/** A conversation in the list. Times are text. */
export type ListedConversation = {
  id: string
  name: string
  email: string
  /** The subject of the last message. */
  subject: string
  text: string
  isOwner: boolean
  /** Since when an answer is due; null once it was given. */
  waiting: string | null
  last: string
}

/** The initial input of a quote for a message. `property` is its slug. Values that the message lacks are empty. */
export type RequestedStay = {
  property: string
  checkIn: IsoDate | ''
  nights: number | ''
  adults: number
  children: number
}

/** Part of a conversation. `at` is text. */
export type Entry = { id: string; at: string; subject: string } & (
  | { kind: 'form'; text: string; about: string[]; phone: string | null; asked: RequestedStay | null }
  | { kind: 'owner'; text: string; phone: string | null; state: OwnerState }
  /**
   * `quoted`: what it repeats of earlier emails. `from`: another address than the person's. `asked`: of the last that
   * they wrote.
   */
  | {
      kind: 'in'
      text: string
      quoted: string
      from: string | null
      isReply: boolean
      isAutomatic: boolean
      files: { id: string; name: string; size: number; isKept: boolean }[]
      asked: RequestedStay | null
    }
  | { kind: 'out'; text: string; by: string; delivery: 'sending' | 'sent' | 'failed'; error: string | null }
  /** An email that the site sent automatically. */
  | { kind: 'site' }
)

/** A message of a conversation among other things of a stay, with the instant of its order. */
export type StayMessage = Exclude<Entry, { kind: 'site' | 'owner' }> & { time: string }

export type SavedAnswer = { id: string; title: string; body: string; version: string }

/**
 * For writing to the guest of a booking. `conversation` is the one with them, if there is any. `seen`: as of a
 * conversation.
 */
export type GuestContact = {
  email: string
  conversation: string | null
  seen: string
  bounced: string | null
  messages: StayMessage[]
  subject: string
  saved: SavedAnswer[]
  values: Partial<BlankValues>
}

export type Conversation = {
  id: string
  name: string
  email: string
  isWaiting: boolean
  /** When an email to the address came back, as text. */
  bounced: string | null
  entries: Entry[]
  /** The fingerprint of the person's messages: an answer is refused if more came since. */
  seen: string
  /** The version of the last answer: a second one is refused if another came before it. */
  version: string
  /** The homes that a quote can be for, by slug. */
  properties: [slug: string, name: string][]
  stays: { reference: string; property: string; dates: string; status: string }[]
  /** For saved answers. A blank without a value stays as it is. */
  values: Partial<BlankValues>
}
