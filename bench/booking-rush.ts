import { setTimeout as wait } from 'node:timers/promises'
import { addDays } from '#app/shared/dates.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { FIRST_NIGHT } from './many-properties.ts'

const today = new Date().toISOString().slice(0, 10)
const first = addDays(today > FIRST_NIGHT ? today : FIRST_NIGHT, 40)

/** The nights that every guest books. A running site uses the real clock. */
const RUSH: Stay = { checkIn: first, checkOut: addDays(first, 4), adults: 2, children: 0, infants: 0, pets: 0 }

type Page = { properties: { id: string }[]; nextCursor?: string }

/** Ids of properties that are available on these nights, read page by page. */
export async function availableProperties(site: string, most: number): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = ''; ids.length < most; ) {
    const answer = await fetch(`${site}/api/availability?${stayToQuery(RUSH)}&cursor=${cursor}`)
    const { properties, nextCursor } = (await answer.json()) as Page
    ids.push(...properties.map(({ id }) => id))
    if (!nextCursor) break
    cursor = nextCursor
  }
  return ids.slice(0, most)
}

async function bookAs(guest: number, site: string, propertyId: string): Promise<string> {
  const { checkIn, checkOut, ...party } = RUSH
  const answer = await fetch(`${site}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      propertyId,
      checkInDate: checkIn,
      checkOutDate: checkOut,
      ...party,
      guestName: 'Guest',
      guestEmail: `guest-${guest}@example.com`,
    }),
  })
  const { code } = (await answer.json()) as { code?: string }
  return answer.status === 201 ? 'booked' : (code ?? String(answer.status))
}

/** p99 of the health check while the site is under load, in milliseconds. */
async function watchHealth(site: string, until: AbortSignal): Promise<number> {
  const times: number[] = []
  while (!until.aborted) {
    const started = performance.now()
    await fetch(`${site}/healthz`).then((answer) => answer.text())
    times.push(performance.now() - started)
    await wait(20)
  }
  return times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0
}

/** Guests who all press Book at once, each for one of the properties. Returns the number of each response. */
export async function rush(site: string, propertyIds: string[]) {
  const over = new AbortController()
  const health = watchHealth(site, over.signal)
  const started = performance.now()
  const outcomes = await Promise.all(propertyIds.map((propertyId, guest) => bookAs(guest, site, propertyId)))
  const ms = performance.now() - started
  over.abort()
  const answers = Object.entries(Object.groupBy(outcomes, (outcome) => outcome))
  return {
    booked: outcomes.filter((outcome) => outcome === 'booked').length,
    said: answers.map(([answer, all]) => `${all?.length} ${answer}`).join(', '),
    ms: Math.round(ms),
    health: Math.round(await health),
  }
}

/** How many of the properties have all of these nights booked. */
export async function countBooked(site: string, propertyIds: string[]): Promise<number> {
  const span = new URLSearchParams({ from: RUSH.checkIn, to: RUSH.checkOut })
  let booked = 0
  for (const property of propertyIds) {
    const answer = await fetch(`${site}/api/properties/${property}/calendar?${span}`)
    const { nights } = (await answer.json()) as { nights: { state: string }[] }
    if (nights.every(({ state }) => state === 'taken')) booked += 1
  }
  return booked
}
