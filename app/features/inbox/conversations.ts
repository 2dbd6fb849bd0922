import type { PlaceholderValues } from '#app/features/bookings/moments.ts'
import type { ImageSource } from '#app/features/media/media.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'

/** How far the talk with an owner who offers a home has come. */
export const OWNER_STATES = {
  new: 'New',
  contacted: 'In touch',
  visit: 'Visit planned',
  agreed: 'Agreed',
  declined: 'Declined',
} as const

type OwnerState = keyof typeof OWNER_STATES

/** The views of the inbox, as its address names them. */
export const INBOX_VIEWS = { all: 'All', waiting: 'Waiting', answered: 'Answered', owners: 'Owners' } as const
export type InboxView = keyof typeof INBOX_VIEWS

/** Whether a view has a conversation. */
export function isIn({ waiting, isOwner }: Pick<ListedConversation, 'waiting' | 'isOwner'>, view: InboxView): boolean {
  if (view === 'owners') return isOwner
  return view === 'all' || (waiting !== null) === (view === 'waiting')
}

/** Guests read on the contact page that they are answered within so many hours. */
const AIM_HOURS = 24

/** How long somebody has waited: `40 min`, `3 h`, `2 days`. */
export function waitOf(since: Date, now: Date): { words: string; isLate: boolean } {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000))
  const hours = Math.floor(minutes / 60)
  const isLate = hours >= AIM_HOURS
  if (hours < 1) return { words: `${minutes} min`, isLate }
  return { words: hours < 48 ? `${hours} h` : countOf(Math.floor(hours / 24), 'day'), isLate }
}

/** A conversation in the list. Times are text. */
export type ListedConversation = {
  id: string
  name: string
  email: string
  /** The subject of the last message. */
  subject: string
  text: string
  isOwner: boolean
  /** The last message is the operator's own. */
  isOwn: boolean
  /** Since when an answer is due; null once it was given. */
  waiting: string | null
  /** For how long, and whether that is longer than guests are promised. */
  wait: { words: string; isLate: boolean } | null
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

/** The stay that somebody asks about last. `id` is that of the message. */
export type Offer = {
  id: string
  asked: RequestedStay
  /** Null if they named none. */
  home: OfferedHome | null
}

/** The home that somebody asks about, and the price of their dates if they named some. */
export type OfferedHome = {
  property: string
  image: ImageSource | null
  /** Nights in a row around the dates, from `first` on: whether each is vacant. */
  first: IsoDate
  nights: boolean[]
  /** Null without dates. `held`: until when the nights are on hold for the person, as text. */
  stay: { checkIn: IsoDate; checkOut: IsoDate; total: Cents | null; refusal: string; held: string | null } | null
}

/** Nights on hold for the person, with the id of the offer. */
export type HeldNights = { offer: string; property: string; dates: string; until: string }

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
  values: Partial<PlaceholderValues>
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
  /** For saved answers. A placeholder without a value stays as it is. */
  values: Partial<PlaceholderValues>
}
