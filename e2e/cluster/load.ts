import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '#app/shared/dates.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { nightsOf, propertyOf, SLUGS, type Slug } from '../stays.ts'

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

/** What was answered with success and is not stored once, in words. `run` asks the database of the site. */
export async function lossesIn(
  run: (statement: string) => Promise<{ rows: Record<string, string>[] }>,
  { booked, written }: { booked: Acknowledged[]; written: string[] },
): Promise<string[]> {
  const bookings = await run('select reference, guest_email from bookings')
  const emails = new Map(bookings.rows.map(({ reference, guest_email }) => [reference, guest_email]))
  const messages = await run('select email from inquiries')
  const senders = new Set(messages.rows.map(({ email }) => email))
  const nights = booked.map(({ slug, checkIn }) => `${slug} ${checkIn}`)
  return [
    ...booked.filter(({ reference, email }) => emails.get(reference) !== email).map(({ email }) => `no stay: ${email}`),
    ...written.filter((email) => !senders.has(email)).map((email) => `no message: ${email}`),
    ...nights.filter((night, at) => nights.indexOf(night) !== at).map((night) => `sold twice: ${night}`),
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
          const party = { adults: 2, children: 0, infants: 0, pets: 0 }
          stays.push({ slug, stay: { checkIn: date, checkOut: addDays(date, count), ...party } })
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
 * Guests who book, write and read, until it is stopped. Two ask for each stay at once. Each presses again, with the
 * same key, while the answer is no answer. `stays` are taken from its front.
 */
export function startLoad(site: string, stays: Free[], { bookers = 2, readers = 4 } = {}): Load {
  const load = {
    acknowledged: [] as Acknowledged[],
    messages: [] as string[],
    failures: [] as Failure[],
    odd: [] as string[],
  }
  let isOver = false
  let read = 0

  async function answerOf(what: string, path: string, init?: RequestInit): Promise<Response | null> {
    const options = { ...init, signal: AbortSignal.timeout(15_000) }
    const answer = await fetch(`${site}${path}`, options).catch((error) => String(error.cause ?? error))
    if (typeof answer !== 'string' && answer.status < 500) return answer
    load.failures.push({ at: Date.now(), what: `${what}: ${typeof answer === 'string' ? answer : answer.status}` })
    return null
  }

  async function ask({ slug, stay }: Free, email: string) {
    const { checkIn, checkOut, ...party } = stay
    const body = { propertyId: propertyOf(slug).id, checkInDate: checkIn, checkOutDate: checkOut, ...party }
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const init = { method: 'POST', headers, body: JSON.stringify({ ...body, guestName: 'Ada', guestEmail: email }) }
    for (const deadline = Date.now() + 60_000; Date.now() < deadline; await wait(250)) {
      const answer = await answerOf('booking', '/api/bookings', init)
      if (!answer) continue
      const said = await answer.json().catch(() => null)
      // A broken body is no answer, and the guest presses again.
      if (said === null) continue
      if (answer.status === 201) load.acknowledged.push({ reference: said.reference, email, slug, checkIn })
      else if (answer.status !== 409) load.odd.push(`${answer.status} ${JSON.stringify(said)}`)
      return
    }
    load.odd.push(`no answer within a minute for ${slug} ${checkIn}`)
  }

  async function book() {
    for (let next = stays.shift(); next && !isOver; next = stays.shift()) {
      const { slug, stay } = next
      const emails = ['one', 'two'].map((who) => `${who}-${slug}-${stay.checkIn}@example.com`)
      await Promise.all(emails.map((email) => ask({ slug, stay }, email)))
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
      const checkIn = addDays(new Date().toISOString().slice(0, 10), 20 + (turn % 200))
      const query = stayToQuery({ ...PARTY, checkIn, checkOut: addDays(checkIn, 3) })
      const path = ['/', `/search?${query}`, `/api/availability?${query}`, '/sign-in'][turn % 4] ?? '/'
      const answer = await answerOf(path.split('?')[0] ?? '', path)
      await answer?.arrayBuffer().catch(() => {})
      if (answer) read += 1
      await wait(30)
    }
  }

  const all = [
    ...Array.from({ length: bookers }, book),
    write(),
    ...Array.from({ length: readers }, (_, reader) => look(reader * 7)),
  ]
  const stop = async () => {
    isOver = true
    await Promise.all(all)
  }
  return { ...load, read: () => read, stop }
}

const PARTY = { adults: 2, children: 0, infants: 0, pets: 0 }
