import { z } from 'zod'
import type { RevisionList } from './channel-manager.server.ts'
import type { ChannelCharge, ChannelRevision, ChannelRoom, UnreadableRevision } from './channel-revision.server.ts'
import {
  cents,
  centsOf,
  count,
  date,
  fitting,
  platformOf,
  related,
  sortableInstant,
  text,
} from './channex-values.server.ts'

const NO_PARTY = { adults: null, children: null, infants: null }

export const party = z.object({ adults: count, children: count, infants: count }).nullish().catch(null)

/** The guest; the card beside it is not read. */
export const customer = z
  .object({
    name: text,
    surname: text,
    mail: text,
    phone: text,
    language: text,
    country: text,
    city: text,
    address: text,
    zip: text,
  })
  .catch({
    name: null,
    surname: null,
    mail: null,
    phone: null,
    language: null,
    country: null,
    city: null,
    address: null,
    zip: null,
  })
  .transform(({ mail, zip, ...guest }) => ({ ...guest, email: mail, postalCode: zip }))

const charge = z
  .object({ name: text, type: text, total_price: cents, is_inclusive: z.boolean().nullish().catch(null) })
  .transform((tax, context): ChannelCharge => {
    if (tax.total_price === null) {
      context.addIssue({ code: 'custom', message: 'without an amount' })
      return z.NEVER
    }
    return {
      name: tax.name ?? tax.type,
      kind: kindOf(tax.type),
      amount: tax.total_price,
      isIncluded: tax.is_inclusive ?? null,
    }
  })

/** Documented are `tax`, `city_tax` and `fee`; the examples have sentences such as `Value Added Tax (VAT)`. */
function kindOf(type: string | null): ChannelCharge['kind'] {
  if (/tax|vat/i.test(type ?? '')) return 'tax'
  return /fee|charge/i.test(type ?? '') ? 'fee' : 'other'
}

const nights = z
  .record(z.string(), z.union([z.string(), z.number()]))
  .nullish()
  .catch(null)
  .transform((days) =>
    Object.entries(days ?? {})
      .map(([night, price]) => ({ date: night, price: centsOf(price) }))
      .filter((night): night is ChannelRoom['nights'][number] => night.price !== null)
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
  )

const room = z
  .object({
    room_type_id: text,
    rate_plan_id: text,
    checkin_date: date,
    checkout_date: date,
    occupancy: party,
    amount: cents,
    days: nights,
    taxes: fitting(charge),
    collected_taxes: fitting(charge),
  })
  .transform(
    (read): ChannelRoom => ({
      roomTypeId: read.room_type_id,
      ratePlanId: read.rate_plan_id,
      checkIn: read.checkin_date,
      checkOut: read.checkout_date,
      party: read.occupancy ?? NO_PARTY,
      amount: read.amount,
      nights: read.days,
      taxesAndFees: read.taxes,
      taxesCollectedByPlatform: read.collected_taxes,
    }),
  )

const service = z
  .object({ name: text, type: text, total_price: cents })
  .transform(({ name, type, total_price: amount }) => ({ name: name ?? type, amount }))

const attributes = z.object({
  // Of a booking, `id` is its own and `revision_id` that of its latest revision.
  id: text,
  revision_id: text,
  booking_id: text,
  property_id: text,
  status: z.enum(['new', 'modified', 'cancelled']),
  ota_name: text,
  ota_reservation_code: text,
  arrival_date: date,
  departure_date: date,
  arrival_hour: text,
  occupancy: party,
  customer,
  rooms: fitting(room),
  services: fitting(service),
  amount: cents,
  currency: text,
  ota_commission: cents,
  payment_collect: text,
  notes: text,
  inserted_at: sortableInstant,
})

const item = z.object({
  id: z.string().min(1),
  attributes,
  relationships: z.object({ property: related }).nullish().catch(null),
})

/** Whatever else is wrong: by these it can be acknowledged and named. */
const ids = z.object({ id: text, attributes: z.object({ booking_id: text, revision_id: text }).nullish().catch(null) })

type Attributes = z.infer<typeof attributes>

function collectsOf({ payment_collect: collect }: Attributes, platform: ChannelRevision['platform']) {
  // Guests of Airbnb always pay Airbnb; its bookings mostly do not say so.
  if (collect === 'ota' || platform === 'airbnb') return 'platform'
  return collect === 'property' ? 'property' : null
}

function payoutOf(
  { amount, ota_commission: commission }: Attributes,
  { platform, collects }: Pick<ChannelRevision, 'platform' | 'collects'>,
) {
  if (collects !== 'platform' || platform === 'airbnb' || amount === null || commission === null) return null
  return amount - commission
}

function revisionOf({ id, attributes: read, relationships }: z.infer<typeof item>): ChannelRevision | null {
  // A booking of the list of bookings, or a revision.
  const [revisionId, bookingId] = read.booking_id ? [id, read.booking_id] : [read.revision_id, id]
  if (!revisionId) return null
  const platform = platformOf(read.ota_name)
  const collects = collectsOf(read, platform)
  return {
    id: revisionId,
    bookingId,
    propertyId: read.property_id ?? relationships?.property ?? null,
    status: read.status,
    platform,
    platformName: read.ota_name,
    code: read.ota_reservation_code,
    checkIn: read.arrival_date ?? firstOf(read.rooms.map(({ checkIn }) => checkIn)),
    checkOut: read.departure_date ?? lastOf(read.rooms.map(({ checkOut }) => checkOut)),
    arrivesAt: read.arrival_hour,
    party: read.occupancy ?? partyOf(read.rooms),
    guest: read.customer,
    rooms: read.rooms,
    services: read.services,
    amount: read.amount,
    currency: read.currency,
    commission: read.ota_commission,
    collects,
    payout: payoutOf(read, { platform, collects }),
    notes: read.notes,
    insertedAt: read.inserted_at,
  }
}

/** The guests of all rooms; null of those that no room says. */
function partyOf(rooms: ChannelRoom[]): ChannelRoom['party'] {
  const sumOf = (counts: (number | null)[]) =>
    counts.reduce((sum, count) => (count === null ? sum : (sum ?? 0) + count), null)
  return {
    adults: sumOf(rooms.map(({ party: { adults } }) => adults)),
    children: sumOf(rooms.map(({ party: { children } }) => children)),
    infants: sumOf(rooms.map(({ party: { infants } }) => infants)),
  }
}

const known = (dates: (string | null)[]) => dates.filter((one) => one !== null).sort()
const firstOf = (dates: (string | null)[]) => known(dates)[0] ?? null
const lastOf = (dates: (string | null)[]) => known(dates).at(-1) ?? null

/** A revision, or what is known of one that cannot be read. */
function readRevision(written: unknown): { revision: ChannelRevision } | { unreadable: UnreadableRevision } {
  const read = item.safeParse(written)
  const revision = read.success ? revisionOf(read.data) : null
  if (revision) return { revision }
  const named = ids.safeParse(written).data
  return {
    unreadable: {
      id: named?.id ?? null,
      bookingId: named?.attributes?.booking_id ?? null,
      problem: read.error ? z.prettifyError(read.error) : 'it has no revision',
    },
  }
}

/** Reads each item by itself, once per revision, in the order of their arrival. */
export function readRevisions(items: unknown[]): RevisionList {
  const read = items.map(readRevision)
  const revisions = new Map(read.flatMap((one) => ('revision' in one ? [[one.revision.id, one.revision]] : [])))
  return {
    revisions: [...revisions.values()].sort((a, b) => (a.insertedAt < b.insertedAt ? -1 : 1)),
    unreadable: read.flatMap((one) => ('unreadable' in one ? [one.unreadable] : [])),
  }
}
