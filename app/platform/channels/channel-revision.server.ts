import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'

/** The booking platforms that this site knows by name. */
export const CHANNEL_PLATFORMS = ['airbnb', 'booking-com', 'vrbo', 'expedia', 'other'] as const
export type ChannelPlatform = (typeof CHANNEL_PLATFORMS)[number]

/** How many guests; null where the platform does not say. */
export type ChannelParty = { adults: number | null; children: number | null; infants: number | null }

/** The guest as the platform names them; its addresses are often those of a relay. */
export type ChannelGuest = {
  name: string | null
  surname: string | null
  email: string | null
  phone: string | null
  /** ISO 639-1 and ISO 3166-1 alpha-2, as the platform writes them. */
  language: string | null
  country: string | null
  city: string | null
  address: string | null
  postalCode: string | null
}

/** A tax or fee of a booking. */
export type ChannelCharge = {
  name: string | null
  kind: 'tax' | 'fee' | 'other'
  amount: Cents
  /** Whether the price of the nights contains it; null where it does not say. */
  isIncluded: boolean | null
}

/** A unit of a booking. */
export type ChannelRoom = {
  /** Null where the platform's unit is not mapped to one here. */
  roomTypeId: string | null
  ratePlanId: string | null
  checkIn: IsoDate | null
  checkOut: IsoDate | null
  party: ChannelParty
  amount: Cents | null
  /** The price of each night, in order; empty where it does not say. */
  nights: { date: IsoDate; price: Cents }[]
  taxesAndFees: ChannelCharge[]
  /** Taxes that the platform collects and remits itself. */
  taxesCollectedByPlatform: ChannelCharge[]
}

/** A booking of a platform as of one moment. All its revisions have the same `bookingId`. Card details are never read. */
export type ChannelRevision = {
  id: string
  bookingId: string
  /** Null where the platform's property is not mapped to one here. */
  propertyId: string | null
  status: 'new' | 'modified' | 'cancelled'
  platform: ChannelPlatform
  /** The platform's name in the channel manager's words. */
  platformName: string | null
  /** The platform's own code of the booking. */
  code: string | null
  checkIn: IsoDate | null
  checkOut: IsoDate | null
  /** `HH:MM` */
  arrivesAt: string | null
  party: ChannelParty
  guest: ChannelGuest
  rooms: ChannelRoom[]
  /** Services such as breakfast; also part of `amount`. */
  services: { name: string | null; amount: Cents | null }[]
  amount: Cents | null
  currency: string | null
  /** The platform's commission. */
  commission: Cents | null
  /** Who collects the guest's money. */
  collects: 'platform' | 'property' | null
  /**
   * What the platform pays out, where it is certain: it collects, and says amount and commission. Unknown at Airbnb,
   * whose amount is either, by a setting at the channel manager.
   */
  payout: Cents | null
  notes: string | null
  /** When the channel manager received it: UTC to the microsecond, in a form that sorts as text. */
  insertedAt: string
}

/** A revision that could not be read. Without an id it cannot be acknowledged. */
export type UnreadableRevision = { id: string | null; bookingId: string | null; problem: string }
