import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ChannelAccount } from '#app/platform/channels/channel-manager.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Answer, badRequest, notFound, tooLarge, tooMany, unauthorized } from './channex-answers.ts'
import { channexBookings } from './channex-bookings.ts'
import { channexConversations } from './channex-conversations.ts'
import { channexInventory } from './channex-inventory.ts'
import { channexNights } from './channex-nights.ts'

const KEY = 'stand-in-key'
const MAX_BYTES = 10_000_000
/** Requests of each of the two kinds, per property and minute. */
const LIMIT = 10

/** What happens to a request: before it is processed, or only to its answer. */
type Fault = 'drop before' | 'drop after' | 'half' | 'html' | 500 | 503 | 429
type PlannedFault = { fault: Fault; on: RegExp; left: number }

type Fields = Record<string, unknown>

/** One count a property and minute; false once a property has too many. */
function rateLimit(now: () => Date) {
  const sent = new Map<string, number[]>()
  return (kind: string, propertyIds: Set<string>): boolean => {
    const at = now().getTime()
    const recent = (id: string) => (sent.get(`${kind} ${id}`) ?? []).filter((one) => at - one < 60_000)
    if ([...propertyIds].some((id) => recent(id).length >= LIMIT)) return false
    for (const id of propertyIds) sent.set(`${kind} ${id}`, [...recent(id), at])
    return true
  }
}

/**
 * A local server that keeps the documented behavior of the Channex API strictly, for the calls that this site makes. It
 * also plays the platforms behind it. `clock` is its clock: the feed and the limits follow it.
 */
export async function startChannexServer(clock: { now(): Date } = { now: () => new Date() }) {
  const now = () => clock.now()
  const inventory = channexInventory()
  const nights = channexNights(inventory, (propertyId) => {
    const zone = inventory.properties.get(propertyId)?.attributes.timezone
    return dateInZone(now(), String(zone ?? 'UTC'))
  })
  const conversations = channexConversations({ now, getBookings: () => bookings })
  const bookings = channexBookings({ now, inventory, nights, announce: conversations.announce })
  const isWithinLimit = rateLimit(now)
  /** Every request, without ids, and what was sent. */
  const calls: string[] = []
  const bodies: { call: string; body: Fields }[] = []
  let faults: PlannedFault[] = []
  let silent: IncomingMessage['socket'][] | null = null

  function answer(method: string, { pathname, searchParams }: URL, body: Fields): Answer {
    const path = pathname.replace('/api/v1/', '').split('/').map(decodeURIComponent)
    const [kind = ''] = path
    if (kind === 'availability' || kind === 'restrictions') {
      if (method === 'GET') return nights.get(kind, searchParams)
      const values = Array.isArray(body.values) ? (body.values as Fields[]) : []
      const isFew = isWithinLimit(kind, new Set(values.map(({ property_id }) => String(property_id))))
      return isFew ? nights.post(kind, body) : tooMany
    }
    if (kind === 'bookings' || kind === 'booking_revisions') return bookings.answer(method, path, searchParams)
    return conversations.answer(method, path, searchParams, body) ?? inventory.answer(method, path, searchParams, body)
  }

  function answerOf(request: IncomingMessage, address: URL, written: string): Answer {
    if (request.headers['user-api-key'] !== KEY) return unauthorized
    if (!address.pathname.startsWith('/api/v1/')) return notFound
    if (Buffer.byteLength(written) > MAX_BYTES) return tooLarge
    let body: Fields = {}
    try {
      if (written !== '') body = JSON.parse(written)
    } catch {
      return badRequest('body is no JSON')
    }
    return answer(request.method ?? '', address, body)
  }

  function nextFault(call: string): Fault | null {
    const planned = faults.find(({ on, left }) => left > 0 && on.test(call))
    if (planned) planned.left -= 1
    return planned?.fault ?? null
  }

  function reply(response: ServerResponse, { status, body }: Answer, fault: Fault | null) {
    const json = JSON.stringify(body)
    const type = { 'content-type': 'application/json' }
    if (fault === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Soon back</h1>')
    if (fault !== 'half') return void response.writeHead(status, type).end(json)
    response.writeHead(status, { ...type, 'content-length': Buffer.byteLength(json) })
    response.write(json.slice(0, Math.ceil(json.length / 2)), () => response.destroy())
  }

  const server = createServer(async (request, response) => {
    const written = await text(request)
    const address = new URL(request.url ?? '/', 'http://channex')
    const call = `${request.method} ${address.pathname.replace('/api/v1', '').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')}`
    calls.push(call)
    const fault = nextFault(call)
    if (fault === 'drop before') return void request.socket.destroy()
    if (fault === 429) return reply(response, tooMany, null)
    if (typeof fault === 'number') return void response.writeHead(fault, { 'retry-after': '7' }).end()
    const made = answerOf(request, address, written)
    if (written !== '') bodies.push({ call, body: JSON.parse(written) })
    if (fault === 'drop after') return void request.socket.destroy()
    if (silent) return void silent.push(request.socket)
    reply(response, made, fault)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    account: { server: 'staging', key: KEY } satisfies ChannelAccount,
    calls,
    bodies,
    inventory,
    nights,
    bookings,
    conversations,
    /** The next requests that match fail so, as often as asked for. */
    fail: (fault: Fault, { times = 1, on = /./ }: { times?: number; on?: RegExp } = {}) => {
      faults.push({ fault, on, left: times })
    },
    /** The next requests are answered again. */
    mend: () => {
      faults = []
    },
    /** From now on every request is processed, and none is answered. */
    goSilent: () => {
      silent = []
    },
    /** Answers again. Who still waits has lost the connection. */
    speak: () => {
      for (const socket of silent ?? []) socket.destroy()
      silent = null
    },
    /** How many requests wait for an answer. */
    waiting: () => silent?.length ?? 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type ChannexServer = Awaited<ReturnType<typeof startChannexServer>>
