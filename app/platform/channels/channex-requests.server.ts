import { z } from 'zod'
import type { ChannelRequest } from './channel-conversations.server.ts'
import { type ChannelManager, ChannelUnavailable, type RequestAnswer } from './channel-manager.server.ts'
import type { Channex } from './channex-http.server.ts'
import { customer, party } from './channex-revision.server.ts'
import { cents, date, instant, maybeInstant, text } from './channex-values.server.ts'

const KINDS = { reservation_request: 'reservation', alteration_request: 'alteration' } as const

/** The stay that is asked for, in the form of a revision. */
const stay = z.object({
  property_id: text,
  booking_id: text,
  ota_reservation_code: text,
  arrival_date: date,
  departure_date: date,
  occupancy: party,
  customer: customer.optional(),
  amount: cents,
  currency: text,
})

const request = z
  .object({
    id: z.string().min(1),
    attributes: z.object({
      event: z.enum(['reservation_request', 'alteration_request']),
      property_id: text,
      inserted_at: instant,
      payload: z.object({
        resolved: z.boolean(),
        booking_id: text,
        message_thread_id: text,
        non_response_at: maybeInstant,
        bms: z.union([z.object({ attributes: stay }).transform(({ attributes }) => attributes), stay]),
      }),
    }),
  })
  .transform(({ id, attributes: { event, property_id, inserted_at, payload } }): ChannelRequest => {
    const { bms } = payload
    return {
      id,
      kind: KINDS[event],
      propertyId: property_id ?? bms.property_id,
      bookingId: bms.booking_id ?? payload.booking_id,
      code: bms.ota_reservation_code,
      checkIn: bms.arrival_date,
      checkOut: bms.departure_date,
      party: bms.occupancy ?? { adults: null, children: null, infants: null },
      guest: bms.customer ?? customer.parse(undefined),
      amount: bms.amount,
      currency: bms.currency,
      threadId: payload.message_thread_id,
      isResolved: payload.resolved,
      askedAt: inserted_at,
      answerBy: payload.non_response_at,
    }
  })

const oneRequest = z.object({ data: request })

/** Airbnb only: https://docs.channex.io/api-v.1-documentation/airbnb-api/manage-a-booking-requests */
export function requestsOf(channex: Channex): Pick<ChannelManager, 'listRequests' | 'answerRequest'> {
  return {
    listRequests: () => listRequests(channex),
    answerRequest: (id, answer) => answerRequest(channex, id, answer),
  }
}

async function listRequests(channex: Channex) {
  const requests: ChannelRequest[] = []
  for (const event of Object.keys(KINDS)) {
    const query = { 'filter[event]': event, 'order[inserted_at]': 'desc' }
    for (const item of await channex.listAll({ path: '/live_feed', query })) {
      // Other events, should the filter be ignored, and requests that cannot be read cost only themselves.
      const { data } = request.safeParse(item)
      if (data && !data.isResolved && !requests.some(({ id }) => id === data.id)) requests.push(data)
    }
  }
  return requests
}

async function answerRequest(channex: Channex, id: string, answer: RequestAnswer) {
  const path = `/live_feed/${encodeURIComponent(id)}`
  // The form of the answer depends on the kind; a request that was resolved elsewhere is left alone.
  const { data: asked } = await channex.call({ method: 'GET', path, answer: oneRequest })
  if (asked.isResolved) return asked
  const resolution = asked.kind === 'alteration' ? { accept: answer.accept ? 'accept' : 'decline' } : decision(answer)
  await channex.call({ method: 'POST', path: `${path}/resolve`, body: { resolution }, answer: oneRequest })
  const { data: resolved } = await channex.call({ method: 'GET', path, answer: oneRequest })
  if (!resolved.isResolved) throw new ChannelUnavailable(`request ${id} was answered, and still waits`)
  return resolved
}

function decision(answer: RequestAnswer) {
  if (answer.accept) return { accept: true }
  return { accept: false, reason: answer.reason, decline_message_to_guest: answer.message }
}
