import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { type Cents, centsFromNumeric, formatMoney } from '#app/shared/money.ts'
import { PLATFORM_CHOICES, plainWords } from './columns.ts'
import { importedBookings } from './import.tables.server.ts'
import type { ReadBooking, Skipped } from './read-bookings.server.ts'

/** A booking that an import stored, in its current state. `paid` is the amount that its file recorded as paid there. */
export type Imported = {
  here: string
  guestName: string
  propertyId: string
  checkIn: string
  checkOut: string
  total: Cents
  paid: Cents
}

/** The current state of a stay at its platform. Null for values that the file does not have. */
export type There =
  | { kind: 'stay'; property: string; checkIn: string; checkOut: string; total: Cents | null; paid: Cents | null }
  | { kind: 'canceled'; kept: Cents }

/** The bookings of a file, by their names in it. Of several rows, one that is not canceled. */
export type StatedRows = Map<string, Pick<ChangedRow, 'line' | 'there'>>

/**
 * A stay on this site that changed at its platform since. `here` is its reference, and `seen` what the page shows of
 * it.
 */
export type ChangedRow = { line: number; words: string; here: string; seen: string; there: There }

/** By the name of a booking in a file. */
export const byReference = (source: string, reference: string) => `${plainWords(source)} ${plainWords(reference)}`

export const LIVE = ['held', 'pending', 'confirmed'] as const

/** Imported stays, each with the names that files can have for it. Earlier files did not name their platform. */
async function listNamed(tx: Tx, isMeant: SQL) {
  const { source, reference, paid, bookingId } = importedBookings
  const rows = await tx
    .select({ source, reference, paid, booking: bookings })
    .from(importedBookings)
    .innerJoin(bookings, eq(bookings.id, bookingId))
    .where(and(isMeant, sql`${reference} <> ''`))
  return rows.map(({ booking, ...there }) => {
    const sources = there.source === '' ? ['', ...PLATFORM_CHOICES] : [there.source]
    const names = sources.map((name) => byReference(name, there.reference))
    return { names, stay: importedOf(booking, centsFromNumeric(there.paid)) }
  })
}

/** The stays that are still in effect, by their names in the file. */
export async function listImported(tx: Tx): Promise<Map<string, Imported>> {
  const named = await listNamed(tx, inArray(bookings.status, LIVE))
  return new Map(named.flatMap(({ names, stay }) => names.map((name): [string, Imported] => [name, stay])))
}

/** The rows of a file for stays on this site, also of stays that ended since. `references` are ours. */
export async function listStatedRows(tx: Tx, references: string[], said: StatedRows) {
  const named = references.length > 0 ? await listNamed(tx, inArray(bookings.reference, references)) : []
  return named.flatMap(({ names, stay: { here } }) => {
    const name = names.find((one) => said.has(one))
    const row = name === undefined ? undefined : said.get(name)
    return row ? [{ ...row, here }] : []
  })
}

/** `paid` is the amount that its file recorded as paid there. */
export function importedOf(booking: typeof bookings.$inferSelect, paid: Cents): Imported {
  const { reference: here, guestName, propertyId, checkInDate: checkIn, checkOutDate: checkOut } = booking
  return { here, guestName, propertyId, checkIn, checkOut, total: centsFromNumeric(booking.totalAmount), paid }
}

type Here = Pick<Imported, 'checkIn' | 'checkOut'>
const nightsOf = ({ checkIn, checkOut }: Here) => formatSpanWithYear(checkIn, checkOut)

/** The reference that `seen` begins with. */
export const hereOf = (seen: string) => seen.slice(0, seen.indexOf(' '))

export const seenOf = (here: Imported, there: There) => `${here.here} ${versionOf([here, there])}`

const rowOf = (here: Imported, there: There, { line, words }: Pick<ChangedRow, 'line' | 'words'>): ChangedRow => ({
  line,
  words,
  here: here.here,
  there,
  seen: seenOf(here, there),
})

/** The state in its row. */
export function thereOf({
  property,
  checkIn,
  checkOut,
  says,
  ...booking
}: ReadBooking): Extract<There, { kind: 'stay' }> {
  const [total, paid] = [says.total ? booking.total : null, says.paid ? booking.paid : null]
  return { kind: 'stay', property, checkIn, checkOut, total, paid }
}

/** The differences there; null if there are none. */
export function changeOf(here: Imported, booking: ReadBooking & { propertyId: string }): ChangedRow | null {
  const { line, checkIn, checkOut, guest } = booking
  const there = thereOf(booking)
  const { total } = there
  const isMoved = here.checkIn !== checkIn || here.checkOut !== checkOut
  const facts = [
    ...(isMoved ? [`has ${nightsOf(here)} here`] : []),
    ...(here.propertyId === booking.propertyId ? [] : ['is in another home here']),
    ...(total === null || total === here.total
      ? []
      : [`${formatMoney(total)} there, and ${formatMoney(here.total)} here`]),
  ]
  if (facts.length === 0) return null
  const words = `${guest.name}, ${nightsOf(booking)}: ${here.here} ${facts.join(', ')}.`
  return rowOf(here, there, { line, words })
}

/** A booking that was canceled there, as a row of the file has it. */
export type CanceledThere = { skipped: Skipped; line: number; source: string; reference: string; kept: Cents }

/** A stay that was canceled there and stands here. */
export function canceledOf(here: Imported, { line, kept }: CanceledThere): ChangedRow {
  const money =
    here.paid > 0 ? ` Of ${formatMoney(here.paid)} that was paid there, ${formatMoney(kept)} stays yours.` : ''
  const words = `${here.guestName}, ${nightsOf(here)}: canceled there, and confirmed here as ${here.here}.${money}`
  return rowOf(here, { kind: 'canceled', kept: Math.min(kept, here.paid) }, { line, words })
}
