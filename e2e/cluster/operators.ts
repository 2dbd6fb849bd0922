import { setTimeout as wait } from 'node:timers/promises'
import { versionOf } from '#app/platform/change/version.server.ts'
import { addDays } from '#app/shared/dates.ts'
import type { Acknowledged, Run, Running } from './load.ts'

const PAGES = ['/admin', '/admin/calendar', '/admin/bookings', '/admin/bookings?view=unpaid', '/admin/history']

/** A block of nights that was answered with success, and the note by which it is found. */
type Blocked = Pick<Acknowledged, 'slug' | 'checkIn'> & { note: string }

/** An operator's work in the back office, and the saved changes so far. */
export type AtWork = {
  blocked: Blocked[]
  noted: { reference: string; note: string }[]
  work(running: Running): Promise<void>
}

/**
 * An operator who looks at pages, writes notes on bookings, and blocks nights. `headers` are those of their browser.
 */
export function operatorWith(headers: Record<string, string>): AtWork {
  const blocked: Blocked[] = []
  const noted: AtWork['noted'] = []

  /** Whether it was saved. 409: somebody has the nights by now. */
  async function save(running: Running, path: string, fields: Record<string, string>): Promise<boolean> {
    const init = { method: 'POST', headers, body: `${new URLSearchParams(fields)}`, redirect: 'manual' } as const
    const answer = await running.answerOf(`save ${fields.intent}`, path, init)
    await answer?.arrayBuffer().catch(() => {})
    if (!answer || answer.status === 409) return false
    if (answer.status === 303 && answer.headers.get('location')?.includes('changed=')) return true
    running.odd.push(`save ${fields.intent}: ${answer.status} ${answer.headers.get('location')}`)
    return false
  }

  /** Blocks nights that a guest asks for at the same moment. */
  async function block(running: Running) {
    const free = running.takeStay()
    if (!free) return
    const { slug, stay } = free
    const note = `Painters, ${slug} ${stay.checkIn}`
    const nights = { properties: slug, included: slug, first: stay.checkIn, last: addDays(stay.checkOut, -1) }
    const saving = save(running, '/admin/calendar', { intent: 'change', ...nights, what: 'closed', note })
    await Promise.all([saving, running.book(free, `late-${slug}-${stay.checkIn}@example.com`)])
    if (await saving) blocked.push({ slug, checkIn: stay.checkIn, note })
  }

  /** Writes the note of a booking that has none. */
  async function writeNote(running: Running, done: Set<string>) {
    const next = running.acknowledged.find(({ reference }) => !done.has(reference))
    if (!next) return
    const { reference } = next
    done.add(reference)
    const note = `Arrives late. ${reference}`
    const isSaved = await save(running, `/admin/bookings/${reference}`, {
      intent: 'note',
      note,
      version: versionOf(null),
    })
    if (isSaved) noted.push({ reference, note })
  }

  async function look(running: Running, page: string) {
    const answer = await running.answerOf(page, page, { headers, redirect: 'manual' })
    await answer?.arrayBuffer().catch(() => {})
    if (answer && answer.status !== 200) running.odd.push(`${page}: ${answer.status}`)
  }

  async function work(running: Running) {
    const done = new Set<string>()
    for (let turn = 0; !running.isOver(); turn += 1) {
      await look(running, PAGES[turn % PAGES.length] ?? '/admin')
      await writeNote(running, done)
      if (turn % 3 === 0) await block(running)
      await wait(100)
    }
  }
  return { blocked, noted, work }
}

/** Blocks and notes that were saved and are not stored once, or whose change is not in History once. */
export async function operatorLosses(run: Run, { blocked, noted }: AtWork): Promise<string[]> {
  const { rows } = await run(
    `select note, (select count(*) from audit where after::text like '%' || note || '%')::text as changes from (
      select note from blocks union all select private_note from bookings where private_note is not null) as stored`,
  )
  return [...blocked, ...noted]
    .map(({ note }) => ({ note, found: rows.filter((row) => row.note === note) }))
    .filter(({ found }) => found.length !== 1 || found[0]?.changes !== '1')
    .map(({ note, found }) => `${note}: ${JSON.stringify(found)}`)
}

/** Nights that were sold to two guests, or sold and blocked. */
export function soldTwice(booked: Acknowledged[], { blocked }: AtWork): string[] {
  const nights = [...booked, ...blocked].map(({ slug, checkIn }) => `${slug} ${checkIn}`)
  return nights.filter((night, at) => nights.indexOf(night) !== at)
}
