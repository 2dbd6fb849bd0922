import { randomUUID } from 'node:crypto'
import {
  type Answer,
  created,
  type Entity,
  forbidden,
  invalid,
  notFound,
  ok,
  page,
  problemsOf,
} from './channex-answers.ts'
import type { ChannexBookings, PlatformBooking } from './channex-bookings.ts'

type Fields = Record<string, unknown>

const REASONS = ['dates_not_available', 'not_a_good_fit', 'waiting_for_better_reservation', 'not_comfortable']
const to = (type: string, id: string | null) => ({ data: id === null ? null : { type, id } })

/** Requests of Airbnb, messages, reviews and webhooks. */
export function channexConversations({ now, getBookings }: { now: () => Date; getBookings: () => ChannexBookings }) {
  const requests = new Map<string, { event: Entity; booking: PlatformBooking; bookingId: string | null }>()
  const threads = new Map<string, { thread: Entity; messages: Entity[] }>()
  const reviews = new Map<string, Entity>()
  const webhooks = new Map<string, Entity>()
  /** What was announced and not delivered yet. */
  let announced: { url: string; headers: Record<string, string>; body: string }[] = []
  let isInstalled = true

  const stamp = () => getBookings().stamp()

  function announce(event: string, propertyId: string, payload: Fields) {
    for (const { attributes } of webhooks.values()) {
      const mask = String(attributes.event_mask).split(';')
      if (attributes.is_active !== true || !(mask.includes(event) || mask.includes('*'))) continue
      const about = { event, property_id: propertyId, user_id: null, timestamp: now().toISOString() }
      const body = JSON.stringify(attributes.send_data === true ? { ...about, payload } : about)
      const headers = (attributes.headers ?? {}) as Record<string, string>
      announced.push({ url: String(attributes.callback_url), headers, body })
    }
  }

  function resolve(id: string, body: Fields): Answer {
    const request = requests.get(id)
    if (!request) return notFound
    const payload = request.event.attributes.payload as Fields
    if (payload.resolved) return ok(request.event)
    const resolution = (body.resolution ?? {}) as Fields
    const isReservation = request.event.attributes.event === 'reservation_request'
    const isDecline = resolution.accept === false
    const words = isReservation ? [true, false] : ['accept', 'decline', 'cancel']
    const wrong = problemsOf([
      ['accept', words.includes(resolution.accept as never), 'is invalid'],
      ['reason', !isReservation || !isDecline || REASONS.includes(String(resolution.reason)), 'is invalid'],
    ])
    if (wrong) return invalid(wrong)
    Object.assign(payload, { resolved: true, resolution })
    if (resolution.accept === true) getBookings().book(request.booking)
    if (resolution.accept === 'accept' && request.bookingId) getBookings().change(request.bookingId, request.booking)
    return ok(request.event)
  }

  function liveFeed(method: string, [, id, verb]: string[], query: URLSearchParams, body: Fields): Answer {
    if (id === undefined)
      return page(
        [...requests.values()].map(({ event }) => event),
        query,
      )
    if (method === 'POST' && verb === 'resolve') return resolve(id, body)
    const request = requests.get(id)
    return request ? ok(request.event) : notFound
  }

  function addMessage(threadId: string, sender: 'guest' | 'property', message: string): Entity {
    const thread = threads.get(threadId)
    if (!thread) throw new Error(`the stand-in for Channex has no conversation ${threadId}`)
    const at = stamp()
    const entity = {
      id: randomUUID(),
      type: 'message',
      attributes: { message, attachments: [], sender, inserted_at: at, updated_at: at },
      relationships: { message_thread: to('message_thread', threadId) },
    }
    thread.messages.push(entity)
    Object.assign(thread.thread.attributes, {
      last_message: entity.attributes,
      last_message_received_at: at,
      message_count: thread.messages.length,
      updated_at: at,
    })
    return entity
  }

  function messageThreads(method: string, [, id, verb]: string[], query: URLSearchParams, body: Fields): Answer {
    if (!isInstalled) return forbidden
    if (id === undefined)
      return page(
        [...threads.values()].map(({ thread }) => thread),
        query,
      )
    const found = threads.get(id)
    if (!found) return notFound
    if (verb !== 'messages') return ok(found.thread)
    if (method === 'GET') return page([...found.messages].reverse(), query)
    const words = (body.message as Fields | undefined)?.message
    if (typeof words !== 'string' || words.trim() === '') return invalid({ message: ["can't be blank"] })
    return ok(addMessage(id, 'property', words))
  }

  function guestReviews(method: string, [, id, verb]: string[], query: URLSearchParams, body: Fields): Answer {
    if (!isInstalled) return forbidden
    if (id === undefined) return page([...reviews.values()], query)
    const review = reviews.get(id)
    if (!review) return notFound
    if (method !== 'POST' || verb !== 'reply') return ok(review)
    const reply = (body.reply as Fields | undefined)?.reply
    if (typeof reply !== 'string' || reply.trim() === '') return invalid({ reply: ["can't be blank"] })
    Object.assign(review.attributes, { reply, is_replied: true })
    return ok(review)
  }

  function webhookAnswer(method: string, [, id]: string[], query: URLSearchParams, body: Fields): Answer {
    const old = id === undefined ? undefined : webhooks.get(id)
    if (id !== undefined && !old) return notFound
    if (method === 'GET') return old ? ok(old) : page([...webhooks.values()], query)
    const fields = (body.webhook ?? {}) as Fields
    const wrong = problemsOf([
      ['callback_url', URL.canParse(String(fields.callback_url)), 'is invalid'],
      ['event_mask', typeof fields.event_mask === 'string' && fields.event_mask !== '', "can't be blank"],
      ['property_id', fields.is_global === true || typeof fields.property_id === 'string', "can't be blank"],
    ])
    if (wrong) return invalid(wrong)
    if (old) {
      Object.assign(old.attributes, fields)
      return ok(old)
    }
    const entity = { id: randomUUID(), type: 'webhook', attributes: { is_active: false, send_data: false, ...fields } }
    webhooks.set(entity.id, entity)
    return created(entity)
  }

  const lists = { live_feed: liveFeed, message_threads: messageThreads, reviews: guestReviews, webhooks: webhookAnswer }
  return {
    announce,
    answer(method: string, path: string[], query: URLSearchParams, body: Fields): Answer | null {
      const list = lists[path[0] as keyof typeof lists]
      return list ? list(method, path, query, body) : null
    },
    /** A guest of Airbnb asks for a stay, or for another one instead of that of a booking. */
    request(booking: PlatformBooking, bookingId: string | null = null): string {
      const bms: Fields = { ...getBookings().attributesOf(booking), booking_id: bookingId }
      const event = {
        id: randomUUID(),
        type: 'live_feed_event',
        attributes: {
          event: bookingId ? 'alteration_request' : 'reservation_request',
          property_id: bms.property_id,
          inserted_at: stamp(),
          payload: { resolved: false, bms },
        },
      }
      requests.set(event.id, { event, booking, bookingId })
      announce(event.attributes.event, String(bms.property_id), { ...event.attributes.payload })
      return event.id
    },
    /** A guest writes the first message of a conversation. */
    startThread({ propertyId, bookingId, provider = 'AirBNB', message }: ThreadStart): string {
      const id = randomUUID()
      const at = stamp()
      const attributes = { title: 'Ada Lovelace', is_closed: false, provider, inserted_at: at, updated_at: at }
      const relationships = { booking: to('booking', bookingId), property: to('property', propertyId) }
      threads.set(id, { thread: { id, type: 'message_thread', attributes, relationships }, messages: [] })
      addMessage(id, 'guest', message)
      announce('message', propertyId, { message_thread_id: id, message })
      return id
    },
    write: (threadId: string, message: string) => addMessage(threadId, 'guest', message).id,
    messagesOf: (threadId: string) => threads.get(threadId)?.messages.map(({ attributes }) => attributes.message) ?? [],
    /** A guest reviews a stay. */
    review(propertyId: string, bookingId: string | null, change: Fields = {}): string {
      const id = randomUUID()
      const attributes = {
        id,
        ota: 'AirBNB',
        ota_reservation_id: 'HM000001',
        guest_name: 'Ada',
        content: 'Quiet, and the lake is at the door.',
        overall_score: 10.0,
        reply: null,
        is_replied: false,
        is_hidden: false,
        received_at: stamp(),
        ...change,
      }
      const relationships = { booking: to('booking', bookingId), property: to('property', propertyId) }
      reviews.set(id, { id, type: 'review', attributes, relationships })
      announce('review', propertyId, attributes)
      return id
    },
    replyTo: (reviewId: string) => reviews.get(reviewId)?.attributes.reply ?? null,
    /** The application for messages and reviews is taken off the property. */
    uninstall: () => {
      isInstalled = false
    },
    webhooks: () => [...webhooks.values()].map(({ attributes }) => attributes),
    /** Delivers what was announced: in any order, each as often as asked for. Returns the statuses. */
    async deliver({ reversed = false, times = 1 }: { reversed?: boolean; times?: number } = {}): Promise<number[]> {
      const due = reversed ? announced.toReversed() : announced
      announced = []
      const statuses: number[] = []
      for (const { url, headers, body } of due.flatMap((one) => Array.from({ length: times }, () => one))) {
        const type = { 'content-type': 'application/json' }
        statuses.push((await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body })).status)
      }
      return statuses
    },
    /** What was announced, instead of being delivered. */
    takeAnnounced() {
      const due = announced
      announced = []
      return due
    },
  }
}

type ThreadStart = { propertyId: string; bookingId: string | null; provider?: string; message: string }
