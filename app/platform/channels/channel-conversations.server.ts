import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { ChannelGuest, ChannelParty, ChannelPlatform } from './channel-revision.server.ts'

/** A guest of a platform asks for a stay, or for a change of one. */
export type ChannelRequest = {
  id: string
  kind: 'reservation' | 'alteration'
  propertyId: string | null
  /** The booking that it would change; null for a new stay, or where it does not say. */
  bookingId: string | null
  code: string | null
  checkIn: IsoDate | null
  checkOut: IsoDate | null
  party: ChannelParty
  guest: ChannelGuest
  amount: Cents | null
  currency: string | null
  /** The conversation with the guest. */
  threadId: string | null
  isResolved: boolean
  askedAt: Date
  /** When the platform declines it by itself; null where it does not say. */
  answerBy: Date | null
}

/** A conversation with a guest on a platform. */
export type ChannelThread = {
  id: string
  propertyId: string | null
  /** Null while the guest only inquires. */
  bookingId: string | null
  platform: ChannelPlatform
  /** Mostly the guest's name. */
  title: string | null
  isClosed: boolean
  lastMessageAt: Date | null
}

/** A message of a conversation. */
export type ThreadMessage = {
  id: string
  sender: 'guest' | 'property'
  /** Empty where it has attachments only. */
  text: string
  /** Addresses, some relative to the channel manager's. */
  attachments: string[]
  sentAt: Date
}

/** A guest's review on a platform. */
export type ChannelReview = {
  id: string
  propertyId: string | null
  bookingId: string | null
  platform: ChannelPlatform
  /** The platform's own code of the booking. */
  code: string | null
  guestName: string | null
  text: string | null
  /** 0 to 10. */
  score: number | null
  reply: string | null
  isReplied: boolean
  /** Hidden at Airbnb until the operator reviews the guest. */
  isHidden: boolean
  receivedAt: Date
}
