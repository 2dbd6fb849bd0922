import type { MessageText, PlaceholderValues } from '#app/features/bookings/moments.ts'
import type { MailMoment, StayMoment } from '#app/features/bookings/stay-moments.ts'

/** The text of a moment, of the site or a home. For an email that is sent at once, it is a paragraph. */
export type EditedMessage = {
  moment: StayMoment | MailMoment
  label: string
  when: string
  subject: string
  body: string
  isOn: boolean
  /** The home differs from the site, or the site from the default. */
  isOwn: boolean
  version: string
}

/** The stay with whose values the page fills the texts. */
export type Sample = { reference: string; property: string; values: PlaceholderValues }

type MessageOfStay = {
  moment: StayMoment
  label: string
  /** When it was sent, or leaves. */
  at: string
  isChanged: boolean
}

/** Its words are those that left; null of one sent before they were stored. */
type SentMessage = MessageOfStay & { state: 'sent'; filled: MessageText | null }

export type OpenMessage = MessageOfStay & {
  /** `next`: its time has come, and it waits for its turn. */
  state: 'skipped' | 'off' | 'empty' | 'late' | 'coming' | 'next'
  /** Placeholders without a value. */
  empty: string[]
  filled: MessageText
  unfilled: MessageText
  version: string
}

/** A message of one stay, as its page shows it. Moments are text. */
export type ListedMessage = SentMessage | OpenMessage
