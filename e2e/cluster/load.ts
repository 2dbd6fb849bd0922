import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '#app/shared/dates.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { nightsOf, propertyOf, SLUGS, type Slug, todayOf } from '../stays.ts'

/** A stay that was answered with 201, and to whom. */
export type Acknowledged = { reference: string; email: string; slug: Slug; checkIn: string }
/** An answer of 5xx, or none at all. */
type Failure = { at: number; what: string }

export type Load = {
  acknowledged: Acknowledged[]
  /** The senders of messages that were answered with success. */
  messages: string[]
  failures: Failure[]
  /** Answers that were neither a success nor a clear refusal: there must be none. */
  odd: string[]
  /** How many requests of guests who only read were answered. */
  read(): number
  stop(): Promise<void>
}

/** The view of a running load for others than guests. */
export type Running = {
  acknowledged: readonly Acknowledged[]
  odd: string[]
  isOver(): boolean
  /** A free stay that nobody else asks for. */
  takeStay(): Free | undefined
  /** The answer; null if it is none, which is noted. */
  answerOf(what: string, path: string, init?: RequestInit): Promise<Response | null>
  /** A guest asks for the stay until there is an answer. */
  book(free: Free, email: string): Promise<void>
}

/** Asks the database of the site. */
export type Run = (statement: string) => Promise<{ rows: Record<string, string>[] }>

/** Answers with success whose rows are not stored once, in words. */
export async function lossesIn(
  run: Run,
  { booked, written }: { booked: Acknowledged[]; written: string[] },
): Promise<string[]> {
  const bookings = await run('select reference, guest_email from bookings')
  const emails = new Map(bookings.rows.map(({ reference, guest_email }) => [reference, guest_email]))
  const messages = await run('select email from inquiries')
  const senders = new Set(messages.rows.map(({ email }) => email))
  return [
    ...booked.filter(({ reference, email }) => emails.get(reference) !== email).map(({ email }) => `no stay: ${email}`),
    ...written.filter((email) => !senders.has(email)).map((email) => `no message: ${email}`),
  ]
}

type Free = { slug: Slug; stay: Stay }

/** Free stays of each home that share no night, the same number of each home in turn. */
export async function freeStays(site: string): Promise<Free[]> {
  const found = await Promise.all(
    SLUGS.map(async (slug) => {
      const stays: Free[] = []
      const nights = await nightsOf(slug, site)
      for (let at = 20; at < nights.length; ) {
        const { date, minimumStay } = nights[at] as (typeof nights)[number]
        const count = Math.max(2, minimumStay)
        const isFree = nights.slice(at, at + count).every(({ state }) => state === 'free')
        if (isFree && at + count < nights.length) {
          stays.push({ slug, stay: { checkIn: date, checkOut: addDays(date, count), ...PARTY } })
        }
        at += isFree ? count : 1
      }
      return stays
    }),
  )
  const longest = Math.max(...found.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => found.flatMap((stays) => stays[at] ?? [])).flat()
}

/**
 * Guests who book, write and read, until it is stopped. Two ask for each stay at once, one of them with a quote and a
 * hold. Each presses again, with the same key, while the answer is no answer. `stays` are taken from its front.
 * `others` do what they do beside them.
 */
export function startLoad(
  site: string,
  stays: Free[],
  { bookers = 2, readers = 4, others = [] as ((running: Running) => Promise<void>)[] } = {},
): Load {
  const load = {
    acknowledged: [] as Acknowledged[],
    messages: [] as string[],
    failures: [] as Failure[],
    odd: [] as string[],
  }
  let isOver = false
  let read = 0

  const answerOf: Running['answerOf'] = async (what, path, init) => {
    const options = { ...init, signal: AbortSignal.timeout(15_000) }
    const answer = await fetch(`${site}${path}`, options).catch((error) => String(error.cause ?? error))
    if (typeof answer !== 'string' && answer.status < 500) return answer
    load.failures.push({ at: Date.now(), what: `${what}: ${typeof answer === 'string' ? answer : answer.status}` })
    return null
  }

  /** The new record; null if it was refused. */
  async function press(what: string, path: string, body: unknown): Promise<Record<string, string> | null> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(250)) {
      const answer = await answerOf(what, path, init)
      const said = await answer?.json().catch(() => null)
      // A broken body is no answer either.
      if (!answer || said === null) continue
      if (answer.status === 201) return said
      if (answer.status !== 409) load.odd.push(`${what}: ${answer.status} ${JSON.stringify(said)}`)
      return null
    }
    load.odd.push(`${what}: no answer within a minute`)
    return null
  }

  async function bookStay({ slug, stay }: Free, email: string, held: Record<string, string> = {}): Promise<boolean> {
    const guest = { guestName: 'Ada', guestEmail: email }
    const booking = await press('booking', '/api/bookings', { ...fieldsOf({ slug, stay }), ...guest, ...held })
    if (booking) load.acknowledged.push({ reference: booking.reference ?? '', email, slug, checkIn: stay.checkIn })
    return booking !== null
  }

  /** Nights that were held for a guest are theirs to book. */
  async function holdAndBook(free: Free, email: string) {
    const quote = await press('quote', '/api/quotes', fieldsOf(free))
    const hold = quote && (await press('hold', '/api/holds', { quoteId: quote.id }))
    if (!quote?.id || !hold?.id) return
    const isBooked = await bookStay(free, email, { quoteId: quote.id, holdId: hold.id })
    if (!isBooked) load.odd.push(`held, and not booked: ${free.slug} ${free.stay.checkIn}`)
  }

  async function askForStays() {
    for (let free = stays.shift(); free && !isOver; free = stays.shift()) {
      const of = `${free.slug}-${free.stay.checkIn}@example.com`
      await Promise.all([bookStay(free, `one-${of}`), holdAndBook(free, `two-${of}`)])
      // There are only so many free stays.
      await wait(400)
    }
  }

  async function write() {
    for (let sent = 0; !isOver; sent += 1) {
      const email = `writer-${randomUUID()}@example.com`
      const body = JSON.stringify({ name: 'Bo', email, propertyId: 'none', message: `Is there a crib? ${sent}` })
      const headers = { 'content-type': 'application/json' }
      const answer = await answerOf('message', '/api/contact', { method: 'POST', headers, body })
      if (answer?.ok) load.messages.push(email)
      await wait(150)
    }
  }

  async function look(reader: number) {
    for (let turn = reader; !isOver; turn += 1) {
      const path = pageAt(turn)
      const answer = await answerOf(path.split('?')[0] ?? '', path)
      await answer?.arrayBuffer().catch(() => {})
      if (answer) read += 1
      await wait(30)
    }
  }

  const running: Running = {
    acknowledged: load.acknowledged,
    odd: load.odd,
    answerOf,
    isOver: () => isOver,
    takeStay: () => stays.shift(),
    book: async (free, email) => void (await bookStay(free, email)),
  }
  const all = [
    ...Array.from({ length: bookers }, askForStays),
    write(),
    ...Array.from({ length: readers }, (_, reader) => look(reader * 7)),
    ...others.map((work) => work(running)),
  ]
  const stop = async () => {
    isOver = true
    await Promise.all(all)
  }
  return { ...load, read: () => read, stop }
}

const PARTY = { adults: 2, children: 0, infants: 0, pets: 0 }

const fieldsOf = ({ slug, stay: { checkIn, checkOut, ...party } }: Free) => ({
  propertyId: propertyOf(slug).id,
  checkInDate: checkIn,
  checkOutDate: checkOut,
  ...party,
})

/** Pages and calls of guests in turn, another stay each time. */
function pageAt(turn: number): string {
  const checkIn = addDays(todayOf(), 20 + (turn % 200))
  const query = stayToQuery({ ...PARTY, checkIn, checkOut: addDays(checkIn, 3) })
  return ['/', `/search?${query}`, `/api/availability?${query}`, '/sign-in'][turn % 4] ?? '/'
}
