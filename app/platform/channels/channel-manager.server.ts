import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import type { ChannelRequest, ChannelReview, ChannelThread, ThreadMessage } from './channel-conversations.server.ts'
import type { ChannelRevision, UnreadableRevision } from './channel-revision.server.ts'

/** Which of the channel manager's servers: the real one, or the one for trying things out. */
export type ChannelServer = 'production' | 'staging'

/** An account at the channel manager. The key is a secret. */
export type ChannelAccount = { server: ChannelServer; key: string }

/** A unit of a property at the channel manager: a vacation home has one, with one room. */
export type ChannelRoomType = {
  id: string
  title: string
  rooms: number
  /** How many adults it sleeps. */
  adults: number
  ratePlans: ChannelRatePlan[]
}

/** Prices and rules of a room type. Platforms are connected to it on the channel manager's own pages. */
type ChannelRatePlan = { id: string; title: string; currency: string | null }

/** A property at the channel manager. */
export type ChannelListing = {
  propertyId: string
  title: string
  currency: string
  /** How many days it stores from today on; null where it does not say. */
  days: number | null
  roomTypes: ChannelRoomType[]
}

/** What the channel manager shows platforms about a home. Empty texts are not sent. */
export type ListingContent = {
  title: string
  currency: string
  /** In plain text. */
  description: string
  email: string
  phone: string
  /** ISO 3166-1 alpha-2. */
  country: string
  state: string
  city: string
  address: string
  postalCode: string
  /** Decimal degrees, or null where the home has no place on the map. */
  latitude: number | null
  longitude: number | null
  /** An IANA zone. */
  timeZone: string
  /** The home's page on the site. */
  website: string
  /** How many days of prices it stores: 100 to 730. */
  days: number
  /** The cover first. Addresses that anyone may read. */
  photos: { url: string; description: string }[]
}

/** From `from` to `to`, both included, the home is free (1) or not (0). */
export type AvailabilityChange = {
  propertyId: string
  roomTypeId: string
  from: IsoDate
  to: IsoDate
  rooms: number
}

/** Prices and rules from `from` to `to`, both included. Null leaves a value as it is; at least one is not null. */
export type RateChange = {
  propertyId: string
  ratePlanId: string
  from: IsoDate
  to: IsoDate
  /** Per night and home, above 0. */
  rate: Cents | null
  /** Counted from the night of arrival: 1 or more. */
  minimumStay: number | null
  closedToArrival: boolean | null
  closedToDeparture: boolean | null
  stopSell: boolean | null
}

/**
 * What became of changes. A refused change leaves its nights as they were; the others are accepted nevertheless. A
 * warning that names none of the changes refuses all that it may be about.
 */
export type Sent<Change> = {
  accepted: Change[]
  refused: { change: Change; reasons: string[] }[]
}

/** A night of a rate plan as the channel manager has it. */
export type RemoteNight = {
  /** Null where it has no price. */
  rate: Cents | null
  minimumStay: number
  closedToArrival: boolean
  closedToDeparture: boolean
  /** Channex says true also while no room is available, whatever was sent. */
  stopSell: boolean
}

/** The nights of a property: rooms by room type and date, and prices and rules by rate plan and date. */
export type RemoteNights = {
  rooms: ReadonlyMap<string, ReadonlyMap<IsoDate, number>>
  rates: ReadonlyMap<string, ReadonlyMap<IsoDate, RemoteNight>>
}

/** Revisions in the order in which the channel manager received them, and those that could not be read. */
export type RevisionList = { revisions: ChannelRevision[]; unreadable: UnreadableRevision[] }

/** The answer of an operator to a request of a guest on a platform. */
export type RequestAnswer = { accept: true } | { accept: false; reason: DeclineReason; message: string }

/** Why a request is declined, in the platform's words. */
type DeclineReason = 'dates_not_available' | 'not_a_good_fit' | 'waiting_for_better_reservation' | 'not_comfortable'

/**
 * A channel manager: it passes nights, prices and rules on to booking platforms, and brings their bookings back.
 * Every call ends within its time limit, or once the signal that it was opened with is aborted. Every call throws
 * `ChannelUnavailable`, `ChannelRateLimited` or `ChannelRefused`; after the first, it may or may not have happened.
 */
export type ChannelManager = {
  /** Whether the key is valid: throws `ChannelRefused` with status 401 or 403 if it is not. */
  check(): Promise<void>

  /** All properties of the account, with their room types and rate plans. */
  listListings(): Promise<ChannelListing[]>
  /** Creates a property, and returns its id. After an unclear answer, look for it before creating it again. */
  createProperty(content: ListingContent): Promise<string>
  updateProperty(propertyId: string, content: ListingContent): Promise<void>
  /** Creates the one room type of a home, with one room that is not available yet, and returns its id. */
  createRoomType(unit: { propertyId: string; title: string; adults: number }): Promise<string>
  updateRoomType(roomTypeId: string, unit: { title: string; adults: number }): Promise<void>
  /** Creates a rate plan without prices, and returns its id. Its price is for the whole home, whoever comes. */
  createRatePlan(plan: {
    propertyId: string
    roomTypeId: string
    title: string
    adults: number
    currency: string
  }): Promise<string>

  /** Sends which nights are free, in as few requests as their size allows. Past dates are refused. */
  setAvailability(changes: AvailabilityChange[]): Promise<Sent<AvailabilityChange>>
  /** Sends prices and rules, in as few requests as their size allows. Past dates are refused. */
  setRates(changes: RateChange[]): Promise<Sent<RateChange>>
  /** The nights of a property from `from` to `to`, both included. */
  readNights(nights: { propertyId: string; from: IsoDate; to: IsoDate }): Promise<RemoteNights>

  /** All revisions that were not acknowledged, oldest first. They leave this list after about 30 minutes for good. */
  listRevisions(): Promise<RevisionList>
  /** One revision; null when it does not exist. */
  getRevision(id: string): Promise<ChannelRevision | null>
  /** Takes a revision off the list; one that is unknown or was acknowledged before stays so. */
  acknowledge(revisionId: string): Promise<void>
  /** All that the channel manager received since then, acknowledged or not, oldest first. For gaps only. */
  listBookingsSince(instant: Date): Promise<RevisionList>

  /** Requests of guests that still wait for an answer. */
  listRequests(): Promise<ChannelRequest[]>
  /** Answers a request, and returns its state afterwards: one that was resolved before stays as it is. */
  answerRequest(id: string, answer: RequestAnswer): Promise<ChannelRequest>

  /** Conversations whose last message came since then. */
  listThreads(since: Date): Promise<ChannelThread[]>
  /** The messages of a conversation, oldest first. */
  listMessages(threadId: string): Promise<ThreadMessage[]>
  /** Sends a message to the guest, and returns it as it was accepted. */
  sendMessage(threadId: string, text: string): Promise<ThreadMessage>

  /** Reviews that came since then. */
  listReviews(since: Date): Promise<ChannelReview[]>
  replyToReview(id: string, text: string): Promise<void>

  /** Lets the channel manager announce bookings, requests, messages and reviews at `url`, with `secret` in a header. */
  setWebhook(webhook: { url: string; secret: string }): Promise<void>
}

/** Opens an account: each call of the result ends when `signal` is aborted. */
export type OpenChannelManager = (account: ChannelAccount, signal: AbortSignal) => ChannelManager

/** The header in which a webhook repeats its secret: the channel manager signs nothing. */
export const WEBHOOK_SECRET_HEADER = 'x-channel-secret'

/** No answer, a half or wrong one, or an outage. The call may or may not have happened. */
export class ChannelUnavailable extends Error {
  override name = 'ChannelUnavailable'
  /** After how many seconds to ask again, if it says so. */
  readonly retryAfter: number | null

  constructor(message: string, { retryAfter = null, cause }: { retryAfter?: number | null; cause?: unknown } = {}) {
    super(message, { cause })
    this.retryAfter = retryAfter
  }
}

/** Too many calls: this one did not happen. */
export class ChannelRateLimited extends Error {
  override name = 'ChannelRateLimited'
  /** In seconds. */
  readonly retryAfter: number

  constructor(retryAfter: number) {
    super(`Too many calls: again in ${retryAfter} seconds`)
    this.retryAfter = retryAfter
  }
}

/** The channel manager refuses the key (401, 403), an unknown id (404) or a value (400, 422). */
export class ChannelRefused extends Error {
  override name = 'ChannelRefused'
  readonly status: number
  /** Sentences of the channel manager, such as `title can't be blank`. */
  readonly reasons: string[]

  constructor(status: number, reasons: string[]) {
    super(`Refused with status ${status}: ${reasons.join('; ')}`)
    this.status = status
    this.reasons = reasons
  }
}
