import { listValidSessions } from '#app/features/operators/sessions.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Versions } from '#app/platform/versions.server.ts'
import { CHANGED_AREAS } from '#app/shared/changed-areas.ts'
import { dataVersionOf } from './data-version.server.ts'
import type { ChangeEvent } from './event-stream.ts'

/** How often the versions are read while a stream is open. */
const LOOK_MS = 1_000
/** After so many looks each stream gets an event in any case. Proxies cut a connection that is silent for a minute. */
const BEAT_LOOKS = 20
/** After so many looks, the streams of ended sessions are closed. */
const SESSION_LOOKS = 5

/** A session has one per browser, or one per tab in old browsers. Behind one address sits a whole office. */
const MOST_OF_SESSION = 12
const MOST_OF_ADDRESS = 60

/** How soon a browser connects again after a cut. */
const RETRY_MS = 2_000

type Stream = {
  session: string | null
  address: string
  controller: ReadableStreamDefaultController<Uint8Array>
}

type StreamServices = Pick<Services, 'db' | 'clock' | 'versions' | 'stopping'>

const encoder = new TextEncoder()
const send = ({ controller }: Stream, event: ChangeEvent) =>
  controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`))

/** The event after which `now` is known. */
function eventBetween(known: Versions | null, now: Versions): ChangeEvent {
  const version = dataVersionOf(now)
  const areas = CHANGED_AREAS.filter((area) => known && now[area] !== known[area])
  return { version, since: known && areas.length > 0 ? dataVersionOf(known) : version, areas }
}

function isFull(streams: ReadonlySet<Stream>, { session, address }: Omit<Stream, 'controller'>): boolean {
  const ofSession = [...streams].filter((stream) => session !== null && stream.session === session)
  const ofAddress = [...streams].filter((stream) => stream.address === address)
  return ofSession.length >= MOST_OF_SESSION || ofAddress.length >= MOST_OF_ADDRESS
}

async function listEnded(services: StreamServices, streams: ReadonlySet<Stream>): Promise<Stream[]> {
  const ids = [...streams].flatMap(({ session }) => session ?? [])
  if (ids.length === 0) return []
  const valid = await listValidSessions(services, ids)
  return [...streams].filter(({ session }) => session !== null && !valid.has(session))
}

/**
 * The open event streams of a process. While there are any, it reads the versions each second. So every process learns
 * of a change, whichever wrote it. They end when the process stops.
 */
export function createEventStreams(services: StreamServices) {
  const { versions, stopping } = services
  const streams = new Set<Stream>()
  let known: Versions | null = null
  let timer: NodeJS.Timeout | undefined
  let looks = 0
  let isLooking = false

  function drop(stream: Stream) {
    streams.delete(stream)
    if (streams.size > 0) return
    clearInterval(timer)
    timer = undefined
    known = null
  }
  function close(stream: Stream) {
    drop(stream)
    stream.controller.close()
  }
  async function look() {
    looks += 1
    const now = await versions.current()
    const event = eventBetween(known, now)
    const isChanged = event.areas.length > 0
    if (isChanged || looks % SESSION_LOOKS === 0) {
      for (const stream of await listEnded(services, streams)) if (streams.has(stream)) close(stream)
    }
    known = now
    if (isChanged || looks % BEAT_LOOKS === 0) for (const stream of streams) send(stream, event)
  }
  /** While the database is away, nothing is known to have changed. */
  async function lookOnce() {
    if (isLooking) return
    isLooking = true
    await look().catch(() => {})
    isLooking = false
  }

  stopping.signal.addEventListener('abort', () => {
    for (const stream of streams) close(stream)
  })

  /** A new stream, which begins with the present version; null if too many are open or the process stops. */
  async function open(who: Omit<Stream, 'controller'>): Promise<ReadableStream | null> {
    const now = await versions.current()
    if (isFull(streams, who) || stopping.signal.aborted) return null
    let own: Stream | undefined
    return new ReadableStream<Uint8Array>({
      start(controller) {
        own = { ...who, controller }
        streams.add(own)
        controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n`))
        send(own, eventBetween(null, now))
        known ??= now
        timer ??= setInterval(() => void lookOnce(), LOOK_MS).unref()
      },
      cancel() {
        if (own) drop(own)
      },
    })
  }

  return { open }
}
