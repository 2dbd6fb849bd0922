import type { ComparedMonth } from '../nights/compare-nights.ts'
import type { PlatformTerms } from './platforms.ts'

/** Of a home at the channel manager. `sending`: a change is about to be sent; `waiting`: once the connection works. */
export type HomeState = 'unconnected' | 'off' | 'on' | 'sending' | 'waiting' | 'failing'

export const STATES: Record<HomeState, string> = {
  unconnected: 'Not connected',
  off: 'Off',
  on: 'On',
  sending: 'On, sending',
  waiting: 'On, changes wait',
  failing: 'On, but not sent',
}

const TONES: Partial<Record<HomeState, 'good' | 'bad'>> = {
  on: 'good',
  sending: 'good',
  waiting: 'bad',
  failing: 'bad',
}

/** The tone of a state; none for a home that is off. */
export const toneOf = (state: HomeState) => TONES[state]

/** A home in the list of all. Moments are text. */
export type ChannelHome = {
  slug: string
  name: string
  state: HomeState
  platforms: string[]
  sentAt: string | null
  receivedAt: string | null
  /** How many nights differed when both sides were last compared. */
  differing: number | null
  /** Some of its nights were refused. */
  refused: boolean
}

export type ChannelsPage = {
  connection: {
    server: 'production' | 'staging'
    testedAt: string
    /** When a backup was restored, until an operator confirms. */
    heldAt: string | null
    failing: { since: string; reason: string } | null
    /** When all bookings were last read, and whether that is too long ago. */
    read: { at: string; isLate: boolean } | null
  } | null
  homes: ChannelHome[]
}

/** A platform of a home, with what was sent and received. */
export type ListedPlatform = {
  id: string
  version: string
  name: string
  value: PlatformTerms
  sentAt: string | null
  receivedAt: string | null
  refusals: string[]
  differing: number | null
}

type ListingView = {
  id: string
  title: string
  state: HomeState
  isOn: boolean
  withheld: { from: string; to: string }[]
  version: string
  lastError: string | null
  refusals: string[]
  sentAt: string | null
  comparedAt: string | null
  platforms: ListedPlatform[]
  /** Prices there that no platform here has yet, by id. */
  unusedPlans: [id: string, title: string][]
  /** Platforms whose calendars are read for the home, too. */
  feeds: string[]
  comparison: {
    platforms: { id: string; platform: string; count: number; months: ComparedMonth[] }[]
    digest: string
  } | null
}

export type HomePage = {
  slug: string
  name: string
  /** There is a key. */
  isConnected: boolean
  /** Why the channel manager could not be asked. */
  problem: string | null
  /** Listings there that no home is joined to, by id. */
  joinable: [id: string, title: string][]
  listing: ListingView | null
}
