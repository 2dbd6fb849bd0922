import { randomUUID } from 'node:crypto'
import { eachNight, type IsoDate } from '#app/shared/dates.ts'
import { type Answer, type Entity, notFound, ok, page, success } from './channex-answers.ts'
import type { ChannexInventory } from './channex-inventory.ts'
import type { channexNights } from './channex-nights.ts'

type Attributes = Record<string, unknown>

/** How long a revision that nobody acknowledged stays in the feed. */
const IN_FEED_MS = 30 * 60_000

/** A guest's booking on a platform. Whatever is not given is as a platform would write it. */
export type PlatformBooking = {
  ratePlanId: string
  checkIn: IsoDate
  checkOut: IsoDate
  /** A decimal per night. */
  price?: string
  platform?: 'Airbnb' | 'BookingCom' | 'VRBO' | 'A-Expedia'
  name?: string
  surname?: string
  adults?: number
  children?: number
  /** Further or other attributes of the revision. */
  with?: Attributes
}

const CODES = { Airbnb: 'ABB', BookingCom: 'BDC', VRBO: 'VRB', 'A-Expedia': 'EXP' }

/** Bookings and their revisions. `now` is its clock; `announce` what a webhook is told. */
export function channexBookings({
  now,
  inventory,
  nights,
  announce,
}: {
  now: () => Date
  inventory: ChannexInventory
  nights: ReturnType<typeof channexNights>
  announce: (event: string, propertyId: string, payload: Attributes) => void
}) {
  const revisions: Entity[] = []
  const acknowledged = new Set<string>()
  const receivedAt = new Map<string, number>()
  let made = 0

  /** UTC without a zone, to the microsecond, never twice the same. */
  function stamp(): string {
    made += 1
    return `${now().toISOString().slice(0, 19)}.${String(made % 1_000_000).padStart(6, '0')}`
  }

  function add(attributes: Attributes): Entity {
    const id = randomUUID()
    const propertyId = String(attributes.property_id)
    const revision: Entity = {
      id,
      type: 'booking_revision',
      attributes: { ...attributes, id, system_id: randomUUID(), inserted_at: stamp() },
      relationships: { property: { data: { type: 'property', id: propertyId } } },
    }
    revisions.push(revision)
    receivedAt.set(id, now().getTime())
    const payload = { booking_id: attributes.booking_id, property_id: propertyId, revision_id: id }
    announce('booking', propertyId, payload)
    return revision
  }

  const latest = (bookingId: string) => revisions.findLast(({ attributes }) => attributes.booking_id === bookingId)

  /** A booking is its latest revision, under its own id. */
  const bookings = (): Entity[] =>
    [...new Set(revisions.map(({ attributes }) => String(attributes.booking_id)))].flatMap((id) => {
      const revision = latest(id)
      if (!revision) return []
      const { booking_id: _, ...attributes } = revision.attributes
      return [{ ...revision, id, type: 'booking', attributes: { ...attributes, id, revision_id: revision.id } }]
    })

  const inFeed = () =>
    revisions.filter(({ id }) => {
      const isYoung = now().getTime() - (receivedAt.get(id) ?? 0) < IN_FEED_MS
      return isYoung && !acknowledged.has(id)
    })

  function answer(method: string, [kind, id, verb]: string[], query: URLSearchParams): Answer {
    if (kind === 'bookings') {
      if (id === undefined) return page(bookings(), query)
      const booking = bookings().find((one) => one.id === id)
      return booking ? ok(booking) : notFound
    }
    if (id === undefined) return page(revisions, query)
    if (id === 'feed') {
      // Newest first, unless an order is asked for; ten a page, whatever is asked for.
      return page([...inFeed()].reverse(), query, 10)
    }
    const revision = revisions.find((one) => one.id === id)
    if (!revision) return notFound
    if (method === 'POST' && verb === 'ack') {
      acknowledged.add(id)
      return success
    }
    return ok(revision)
  }

  function attributesOf(booking: PlatformBooking): Attributes {
    const { ratePlanId, checkIn, checkOut, price = '100.00', platform = 'Airbnb', adults = 2, children = 0 } = booking
    const plan = inventory.ratePlans.get(ratePlanId)
    if (!plan) throw new Error(`the stand-in for Channex has no rate plan ${ratePlanId}`)
    const dates = eachNight(checkIn, checkOut)
    const amount = ((Math.round(Number(price) * 100) * dates.length) / 100).toFixed(2)
    const occupancy = { adults, children, infants: 0 }
    return {
      property_id: inventory.propertyOf(plan),
      ota_name: platform,
      arrival_date: checkIn,
      departure_date: checkOut,
      arrival_hour: null,
      amount,
      ota_commission: null,
      currency: 'USD',
      payment_collect: platform === 'BookingCom' ? 'property' : null,
      payment_type: null,
      notes: null,
      occupancy,
      guarantee: { card_number: '411111******1111', card_type: 'VI', cvv: '***', expiration_date: '12/2030' },
      customer: {
        name: booking.name ?? 'Ada',
        surname: booking.surname ?? 'Lovelace',
        mail: 'relay-1@guest.example',
        phone: '+1 555 0100',
        language: null,
        country: 'US',
        city: null,
        address: null,
        zip: null,
      },
      services: [],
      rooms: [
        {
          amount,
          booking_room_id: randomUUID(),
          checkin_date: checkIn,
          checkout_date: checkOut,
          days: Object.fromEntries(dates.map((date) => [date, price])),
          guests: null,
          meta: null,
          occupancy,
          rate_plan_id: ratePlanId,
          room_type_id: inventory.roomTypeOf(plan),
          services: [],
          taxes: [],
        },
      ],
      ...booking.with,
    }
  }

  /** A guest books; the platform asks nobody whether the nights are still free. */
  function book(booking: PlatformBooking) {
    made += 1
    const platform = booking.platform ?? 'Airbnb'
    const code = `HM${String(made).padStart(6, '0')}`
    const bookingId = randomUUID()
    const identity = { booking_id: bookingId, ota_reservation_code: code, unique_id: `${CODES[platform]}-${code}` }
    const attributes = attributesOf(booking)
    const plan = inventory.ratePlans.get(booking.ratePlanId)
    const { settings } = inventory.properties.get(String(attributes.property_id))?.attributes ?? {}
    if (plan && (settings as Attributes)?.allow_availability_autoupdate_on_confirmation !== false) {
      nights.takeRoom(inventory.roomTypeOf(plan), booking.checkIn, booking.checkOut)
    }
    const revision = add({ ...identity, status: 'new', ...attributes })
    return { bookingId, revisionId: revision.id, code, amount: String(attributes.amount) }
  }

  function revise(bookingId: string, change: Attributes): string {
    const revision = latest(bookingId)
    if (!revision) throw new Error(`the stand-in for Channex has no booking ${bookingId}`)
    return add({ ...revision.attributes, ...change }).id
  }

  return {
    answer,
    book,
    /** The guest or the platform changes a booking: other dates, another price, another home. */
    change(bookingId: string, booking: PlatformBooking) {
      return revise(bookingId, { ...attributesOf(booking), status: 'modified' })
    },
    /** The guest or the platform cancels; `change` may name what is kept. */
    cancel: (bookingId: string, change: Attributes = {}) => revise(bookingId, { ...change, status: 'cancelled' }),
    /** A revision in any form. */
    add,
    attributesOf,
    isAcknowledged: (revisionId: string) => acknowledged.has(revisionId),
    /** Those that were neither acknowledged nor are in the feed any more. */
    lost: () => revisions.filter((one) => !acknowledged.has(one.id) && !inFeed().includes(one)).map(({ id }) => id),
    waiting: () => inFeed().map(({ id }) => id),
    /** All bookings are gone, as for another account. */
    forget: () => {
      revisions.length = 0
    },
    stamp,
  }
}

export type ChannexBookings = ReturnType<typeof channexBookings>
