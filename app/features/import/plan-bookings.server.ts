import { and, gte, inArray, lte } from 'drizzle-orm'
import { isOneOf } from '#app/features/availability/property-rules.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { listConflicts } from '#app/features/bookings/manage/by-hand/stay-check.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Nights } from '#app/platform/db/nights.server.ts'
import { eachNight } from '#app/shared/dates.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { ANOTHER_WAY, isPayout, plainWords } from './columns.ts'
import { type FileReading, type ImportFile, type ImportProperty, interpretFile } from './import-file.server.ts'
import { inSlices } from './in-slices.server.ts'
import {
  byReference,
  type CanceledThere,
  type ChangedRow,
  canceledOf,
  changeOf,
  type Imported,
  LIVE,
  listImported,
  type StatedRows,
  thereOf,
} from './plan-changes.server.ts'
import { parseBooking, type ReadBooking, type Skipped } from './read-bookings.server.ts'

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
  /** They are imported without an address or a number, which is none. */
  unread: LeftRow[]
  /** They are here, and changed there since: other nights, another total, or canceled. */
  changed: ChangedRow[]
  /** The state of each booking in the file, by its name there. */
  said: StatedRows
  skipped: Record<Skipped, number>
}

/** Choices that are needed before any row can be read. */
export function missingChoices(
  { order }: FileReading,
  { choices: { columns, property, platform } }: ImportFile,
): string[] {
  const has = (...fields: string[]) => fields.some((field) => columns.includes(field))
  return [
    ...(has('dates') || (has('checkIn') && (has('checkOut') || has('lastNight')))
      ? []
      : ['which columns are the check-in and the check-out']),
    ...(has('guest', 'firstName', 'lastName') ? [] : ['which column is the guest’s name']),
    ...(property || has('property') ? [] : ['which home the bookings are for']),
    ...(has('source') || platform ? [] : ['where the bookings were made']),
    ...(order ? [] : ['what comes first in its dates']),
  ]
}

/**
 * The effects of importing the file. Only reliable in a transaction with the locks of all its homes. Null while it is
 * not known how the file is read.
 */
export async function planBookings(tx: Tx, file: ImportFile, now: Date): Promise<BookingsPlan | null> {
  const reading = await interpretFile(tx, file, now)
  const { table, properties, order, propertyNamed } = reading
  if (order === null || missingChoices(reading, file).length > 0) return null
  const property = new Map(properties.map((one) => [one.slug, one]))
  const { columns, unstated } = file.choices
  const platform = file.choices.platform === ANOTHER_WAY ? '' : (file.choices.platform ?? '')
  const todayAt = (slug: string) => property.get(slug)?.today ?? ''
  const plan: BookingsPlan = {
    good: [],
    conflicts: [],
    doubles: [],
    wrong: [],
    unread: [],
    changed: [],
    said: new Map(),
    skipped: { canceled: 0, open: 0, over: 0, 'left-out': 0 },
  }
  const read: PlannedBooking[] = []
  const canceled: CanceledThere[] = []
  const unread = new Map<number, string>()
  const about = { columns, unstated, platform, propertyNamed, todayAt, isPayout: isPayout(table.header, columns) }
  for await (const row of inSlices(table.rows)) {
    const outcome = parseBooking(row, { ...about, order })
    if ('skipped' in outcome) plan.skipped[outcome.skipped] += 1
    if ('skipped' in outcome && outcome.skipped === 'canceled') canceled.push({ ...outcome, line: row.line })
    if ('problem' in outcome) plan.wrong.push({ line: outcome.line, words: outcome.problem })
    if ('booking' in outcome)
      read.push({ ...outcome.booking, propertyId: property.get(outcome.booking.property)?.id ?? '' })
    if ('booking' in outcome && outcome.unread) unread.set(row.line, outcome.unread)
  }
  const imported = await listImported(tx)
  const standing = new Set(read.map(({ source, reference }) => byReference(source, reference)))
  for (const { line, kept, ...row } of canceled) {
    plan.said.set(byReference(row.source, row.reference), { line, there: { kind: 'canceled', kept } })
  }
  for (const row of read) plan.said.set(byReference(row.source, row.reference), { line: row.line, there: thereOf(row) })
  const lines = new Map<string, number>()
  for (const row of canceled) {
    const key = byReference(row.source, row.reference)
    const here = imported.get(key)
    if (!row.reference || !here || standing.has(key)) continue
    const first = lines.get(here.here)
    if (first === undefined) plan.changed.push(canceledOf(here, row))
    else plan.doubles.push({ line: row.line, words: `${here.guestName}: also in line ${first}.` })
    lines.set(here.here, first ?? row.line)
  }
  await sortOut(tx, { read, properties, imported, now }, plan)
  plan.changed.sort((one, other) => one.line - other.line)
  plan.unread = plan.good.flatMap(({ line }) => ({ line, words: unread.get(line) ?? '' })).filter(({ words }) => words)
  return plan
}

type Read = { read: PlannedBooking[]; properties: ImportProperty[]; imported: Map<string, Imported>; now: Date }

/** Sorts the readable rows: new ones, known ones, and conflicts. */
async function sortOut(tx: Tx, { read, properties, imported, now }: Read, plan: BookingsPlan): Promise<void> {
  if (read.length === 0) return
  const ids = [...new Set(read.map(({ propertyId }) => propertyId))]
  const span = {
    from: read.map(({ checkIn }) => checkIn).reduce((one, other) => (one < other ? one : other)),
    to: read.map(({ checkOut }) => checkOut).reduce((one, other) => (one > other ? one : other)),
  }
  const seen = new Map<string, string>(await listStays(tx, ids, span))
  for (const [key, { here }] of imported) if (!seen.has(key)) seen.set(key, `already imported as ${here}`)
  /** The conflicts of a night of a home, in words. */
  const taken = new Map<string, string>()
  const take = (propertyId: string, { from, to }: Nights, words: string) => {
    for (const night of eachNight(from, to)) taken.set(`${propertyId} ${night}`, words)
  }
  for (const propertyId of ids) {
    const timeZone = properties.find(({ id }) => id === propertyId)?.timeZone ?? 'UTC'
    const conflicts = await listConflicts(tx, { propertyId, nights: span, now, timeZone })
    const stays = new Set(
      read.filter((row) => row.propertyId === propertyId).map(({ checkIn, checkOut }) => `${checkIn} ${checkOut}`),
    )
    for await (const { nights, words, isImport } of inSlices(conflicts)) {
      // Exactly the nights of an event in another calendar: it is the same stay.
      if (!isImport || !stays.has(`${nights.from} ${nights.to}`)) take(propertyId, nights, words)
    }
  }
  const changed = new Set(plan.changed.map(({ here }) => here))
  for await (const booking of inSlices(read)) {
    const { line, propertyId, checkIn, checkOut } = booking
    const here = booking.reference ? imported.get(byReference(booking.source, booking.reference)) : undefined
    const isSecond = here && changed.has(here.here)
    const change = here && !isSecond ? changeOf(here, booking) : null
    if (change) {
      plan.changed.push(change)
      changed.add(change.here)
      continue
    }
    const same = keysOf(booking).find((key) => seen.has(key))
    const conflicts = eachNight(checkIn, checkOut).flatMap((night) => taken.get(`${propertyId} ${night}`) ?? [])
    if (same) plan.doubles.push({ line, words: `${nameOf(booking)} ${seen.get(same)}.` })
    else if (conflicts.length > 0) {
      plan.conflicts.push({ line, words: `${nameOf(booking)} ${[...new Set(conflicts)].join(' ')}` })
    } else {
      plan.good.push(booking)
      take(propertyId, { from: checkIn, to: checkOut }, `Line ${line} has some of these nights.`)
      for (const key of keysOf(booking)) seen.set(key, `also in line ${line}`)
    }
  }
}

const nameOf = ({ guest, checkIn, checkOut }: ReadBooking) => `${guest.name}, ${formatSpanWithYear(checkIn, checkOut)}:`

const byGuest = (propertyId: string, { from, to }: Nights, name: string) =>
  `${propertyId} ${from} ${to} ${plainWords(name)}`

/** A row with the same key as another is the same booking. */
function keysOf({ source, reference, propertyId, checkIn, checkOut, guest }: PlannedBooking): string[] {
  const guestKey = byGuest(propertyId, { from: checkIn, to: checkOut }, guest.name)
  return reference ? [byReference(source, reference), guestKey] : [guestKey]
}

/** The keys of the stays of these homes, each with what to say of its row. */
async function listStays(tx: Tx, propertyIds: string[], { from, to }: Nights): Promise<[string, string][]> {
  const { propertyId, checkInDate, checkOutDate, guestName } = bookings
  const isLive = inArray(bookings.status, LIVE)
  const stays = await tx
    .select({ propertyId, checkInDate, checkOutDate, guestName, here: bookings.reference })
    .from(bookings)
    .where(and(isLive, isOneOf(propertyId, propertyIds), gte(checkInDate, from), lte(checkOutDate, to)))
  return stays.map((row): [string, string] => {
    const nights = { from: row.checkInDate, to: row.checkOutDate }
    return [byGuest(row.propertyId, nights, row.guestName), `already here as ${row.here}`]
  })
}
