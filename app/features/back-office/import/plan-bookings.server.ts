import { and, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import { isOneOf } from '#app/features/availability/property-rules.server.ts'
import { listTakers } from '#app/features/bookings/manage/by-hand/stay-check.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { bookings, importedBookings, type Nights } from '#app/platform/db/schema.server.ts'
import { eachNight } from '#app/shared/dates.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { plainWords } from './columns.ts'
import { type FileReading, type ImportFile, type ImportHome, readFile } from './import-file.server.ts'
import { type ReadBooking, readBooking, type Skipped } from './read-bookings.server.ts'

/** A booking that can be imported. */
export type PlannedBooking = ReadBooking & { propertyId: string }

/** A row that is not imported, by its line in the file, and why. */
export type LeftRow = { line: number; words: string }

export type BookingsPlan = {
  good: PlannedBooking[]
  /** Somebody else has some of their nights. */
  conflicts: LeftRow[]
  /** They are here, or in the file, already. */
  doubles: LeftRow[]
  wrong: LeftRow[]
  skipped: Record<Skipped, number>
}

/** What has to be chosen before any row can be read. */
export function missingChoices({ order }: FileReading, { choices: { columns, home } }: ImportFile): string[] {
  const has = (...fields: string[]) => fields.some((field) => columns.includes(field))
  return [
    ...(has('dates') || (has('checkIn') && has('checkOut'))
      ? []
      : ['which columns are the check-in and the check-out']),
    ...(has('guest', 'firstName', 'lastName') ? [] : ['which column is the guest’s name']),
    ...(home || has('home') ? [] : ['which home the bookings are for']),
    ...(order ? [] : ['what comes first in its dates']),
  ]
}

/**
 * What importing the file would do. Only certain in a transaction with the locks of all its homes. Null while it is not
 * known how the file is read.
 */
export async function planBookings(tx: Tx, file: ImportFile, now: Date): Promise<BookingsPlan | null> {
  const reading = await readFile(tx, file, now)
  const { table, homes, order, homeOf } = reading
  if (order === null || missingChoices(reading, file).length > 0) return null
  const home = new Map(homes.map((one) => [one.slug, one]))
  const { columns, unstated } = file.choices
  const todayAt = (slug: string) => home.get(slug)?.today ?? ''
  const plan: BookingsPlan = {
    ...{ good: [], conflicts: [], doubles: [], wrong: [] },
    skipped: { canceled: 0, open: 0, over: 0, 'left-out': 0 },
  }
  const read: PlannedBooking[] = []
  for (const row of table.rows) {
    const outcome = readBooking(row, { columns, order, unstated, homeOf, todayAt })
    if ('skipped' in outcome) plan.skipped[outcome.skipped] += 1
    else if ('problem' in outcome) plan.wrong.push({ line: outcome.line, words: outcome.problem })
    else read.push({ ...outcome.booking, propertyId: home.get(outcome.booking.home)?.id ?? '' })
  }
  await sortOut(tx, { read, homes, now }, plan)
  return plan
}

type Read = { read: PlannedBooking[]; homes: ImportHome[]; now: Date }

/** Sorts what could be read: what is new, what is here already, and what is in the way. */
async function sortOut(tx: Tx, { read, homes, now }: Read, plan: BookingsPlan): Promise<void> {
  if (read.length === 0) return
  const ids = [...new Set(read.map(({ propertyId }) => propertyId))]
  const span = {
    from: read.map(({ checkIn }) => checkIn).reduce((one, other) => (one < other ? one : other)),
    to: read.map(({ checkOut }) => checkOut).reduce((one, other) => (one > other ? one : other)),
  }
  const stored = await listStored(tx, ids, span)
  const seen = new Map<string, string>(stored)
  /** Who has a night of a home, in words. */
  const taken = new Map<string, string>()
  const take = (propertyId: string, { from, to }: Nights, words: string) => {
    for (const night of eachNight(from, to)) taken.set(`${propertyId} ${night}`, words)
  }
  for (const propertyId of ids) {
    const timeZone = homes.find(({ id }) => id === propertyId)?.timeZone ?? 'UTC'
    const takers = await listTakers(tx, { propertyId, nights: span, now, timeZone })
    for (const { nights, words } of takers) take(propertyId, nights, words)
  }
  for (const booking of read) {
    const { line, propertyId, checkIn, checkOut } = booking
    const same = keysOf(booking).find((key) => seen.has(key))
    const takers = eachNight(checkIn, checkOut).flatMap((night) => taken.get(`${propertyId} ${night}`) ?? [])
    if (same) plan.doubles.push({ line, words: `${nameOf(booking)} ${seen.get(same)}.` })
    else if (takers.length > 0) {
      plan.conflicts.push({ line, words: `${nameOf(booking)} ${[...new Set(takers)].join(' ')}` })
    } else {
      plan.good.push(booking)
      take(propertyId, { from: checkIn, to: checkOut }, `Line ${line} has some of these nights.`)
      for (const key of keysOf(booking)) seen.set(key, `also in line ${line}`)
    }
  }
}

const nameOf = ({ guest, checkIn, checkOut }: ReadBooking) => `${guest.name}, ${formatSpanWithYear(checkIn, checkOut)}:`

const byReference = (source: string, reference: string) => `${plainWords(source)} ${plainWords(reference)}`
const byGuest = (propertyId: string, { from, to }: Nights, name: string) =>
  `${propertyId} ${from} ${to} ${plainWords(name)}`

/** A row with the same key as another is the same booking. */
function keysOf({ source, reference, propertyId, checkIn, checkOut, guest }: PlannedBooking): string[] {
  const guestKey = byGuest(propertyId, { from: checkIn, to: checkOut }, guest.name)
  return reference ? [byReference(source, reference), guestKey] : [guestKey]
}

const LIVE = ['held', 'pending', 'confirmed'] as const

/** The keys of the bookings that are here, each with what to say of its row. */
async function listStored(tx: Tx, propertyIds: string[], { from, to }: Nights): Promise<[string, string][]> {
  const { source, reference, bookingId } = importedBookings
  const isLive = inArray(bookings.status, LIVE)
  const imported = await tx
    .select({ source, reference, here: bookings.reference })
    .from(importedBookings)
    .innerJoin(bookings, eq(bookings.id, bookingId))
    .where(and(isLive, sql`${reference} <> ''`))
  const { propertyId, checkInDate, checkOutDate, guestName } = bookings
  const stays = await tx
    .select({ propertyId, checkInDate, checkOutDate, guestName, here: bookings.reference })
    .from(bookings)
    .where(and(isLive, isOneOf(propertyId, propertyIds), gte(checkInDate, from), lte(checkOutDate, to)))
  return [
    ...imported.map((row): [string, string] => [
      byReference(row.source, row.reference),
      `already imported as ${row.here}`,
    ]),
    ...stays.map((row): [string, string] => {
      const nights = { from: row.checkInDate, to: row.checkOutDate }
      return [byGuest(row.propertyId, nights, row.guestName), `already here as ${row.here}`]
    }),
  ]
}
