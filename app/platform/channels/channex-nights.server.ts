import { z } from 'zod'
import type { IsoDate } from '#app/shared/dates.ts'
import { numericFromCents } from '#app/shared/money.ts'
import type {
  AvailabilityChange,
  ChannelManager,
  RateChange,
  RemoteNight,
  RemoteNights,
  Sent,
} from './channel-manager.server.ts'
import { type Channex, sentencesOf } from './channex-http.server.ts'
import { centsOf, text } from './channex-values.server.ts'

/** A message is below 10 MB; the envelope and a margin are small beside it. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024

const warning = z.looseObject({
  property_id: text,
  room_type_id: text,
  rate_plan_id: text,
  date: text,
  date_from: text,
  date_to: text,
  warning: z.unknown().optional(),
})

/** A success without warnings has no `warnings`; with `data` an empty list, all values were refused. */
const sentAnswer = z.object({ meta: z.object({ warnings: z.array(warning).default([]) }) })

/** What a change becomes in a message, and what a warning about it would name. */
type Written<Change> = { change: Change; unitId: string; value: Record<string, unknown> }

/** https://docs.channex.io/api-v.1-documentation/ari */
export function nightsOf(channex: Channex): Pick<ChannelManager, 'setAvailability' | 'setRates' | 'readNights'> {
  return {
    setAvailability: (changes) => send(channex, '/availability', changes.map(writtenAvailability)),
    setRates: (changes) => send(channex, '/restrictions', changes.map(writtenRate)),
    readNights: (nights) => readNights(channex, nights),
  }
}

function writtenAvailability(change: AvailabilityChange): Written<AvailabilityChange> {
  const { propertyId, roomTypeId, from, to, rooms } = change
  const value = { property_id: propertyId, room_type_id: roomTypeId, date_from: from, date_to: to, availability: rooms }
  return { change, unitId: roomTypeId, value }
}

function writtenRate(change: RateChange): Written<RateChange> {
  const { propertyId, ratePlanId, from, to, rate } = change
  const values = {
    // As a decimal: an integer would be read by the decimals of the plan's currency.
    rate: rate === null ? null : numericFromCents(rate),
    min_stay_arrival: change.minimumStay,
    closed_to_arrival: change.closedToArrival,
    closed_to_departure: change.closedToDeparture,
    stop_sell: change.stopSell,
  }
  const named = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const value = { property_id: propertyId, rate_plan_id: ratePlanId, date_from: from, date_to: to, ...named }
  return { change, unitId: ratePlanId, value }
}

async function send<Change extends { propertyId: string; from: IsoDate; to: IsoDate }>(
  channex: Channex,
  path: string,
  written: Written<Change>[],
): Promise<Sent<Change>> {
  const sent: Sent<Change> = { accepted: [], refused: [] }
  for (const message of messagesOf(written)) {
    const body = { values: message.map(({ value }) => value) }
    const { meta } = await channex.call({ method: 'POST', path, body, answer: sentAnswer })
    for (const one of message) {
      const reasons = meta.warnings.filter((warned) => isAbout(warned, one, message)).flatMap(reasonsOf)
      if (reasons.length > 0) sent.refused.push({ change: one.change, reasons: [...new Set(reasons)] })
      else sent.accepted.push(one.change)
    }
  }
  return sent
}

/** As few messages as their size allows, in order: the last value wins. */
function messagesOf<Change>(written: Written<Change>[]): Written<Change>[][] {
  const messages: Written<Change>[][] = []
  let bytes = MAX_MESSAGE_BYTES
  for (const one of written) {
    const size = JSON.stringify(one.value).length + 1
    if (bytes + size > MAX_MESSAGE_BYTES) {
      messages.push([])
      bytes = 0
    }
    messages.at(-1)?.push(one)
    bytes += size
  }
  return messages
}

type Warning = z.infer<typeof warning>

/** The value that a warning repeats; a warning that repeats none of the message may be about each. */
function isAbout<Change extends { propertyId: string; from: IsoDate; to: IsoDate }>(
  warned: Warning,
  one: Written<Change>,
  message: Written<Change>[],
): boolean {
  const isNamed = ({ unitId, change }: Written<Change>) => {
    const unit = warned.rate_plan_id ?? warned.room_type_id
    const from = warned.date ?? warned.date_from
    const to = warned.date ?? warned.date_to
    return unit === unitId && from !== null && to !== null && from <= change.to && to >= change.from
  }
  return isNamed(one) || !message.some(isNamed)
}

function reasonsOf({ warning: details }: Warning): string[] {
  const reasons = sentencesOf(details)
  return reasons.length > 0 ? reasons : ['refused without a reason']
}

const flag = z.union([z.boolean(), z.literal([0, 1]).transform((bit) => bit === 1)])

const night = z
  .object({
    rate: z.union([z.string(), z.number()]).transform((rate) => centsOf(rate) || null),
    min_stay_arrival: z.number().int(),
    closed_to_arrival: flag,
    closed_to_departure: flag,
    stop_sell: flag,
  })
  .transform(
    (read): RemoteNight => ({
      rate: read.rate,
      minimumStay: read.min_stay_arrival,
      closedToArrival: read.closed_to_arrival,
      closedToDeparture: read.closed_to_departure,
      stopSell: read.stop_sell,
    }),
  )

const byUnitAndDate = <T>(value: z.ZodType<T>) => z.object({ data: z.record(z.string(), z.record(z.string(), value)) })

async function readNights(
  channex: Channex,
  { propertyId, from, to }: Parameters<ChannelManager['readNights']>[0],
): Promise<RemoteNights> {
  const query = { 'filter[property_id]': propertyId, 'filter[date][gte]': from, 'filter[date][lte]': to }
  const rooms = await channex.call({
    method: 'GET',
    path: '/availability',
    query,
    answer: byUnitAndDate(z.number().int()),
  })
  const restrictions = 'rate,min_stay_arrival,closed_to_arrival,closed_to_departure,stop_sell'
  const rates = await channex.call({
    method: 'GET',
    path: '/restrictions',
    query: { ...query, 'filter[restrictions]': restrictions },
    answer: byUnitAndDate(night),
  })
  return { rooms: mapsOf(rooms.data), rates: mapsOf(rates.data) }
}

const mapsOf = <T>(units: Record<string, Record<IsoDate, T>>) =>
  new Map(Object.entries(units).map(([unit, days]) => [unit, new Map(Object.entries(days))]))
