import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { taxes, taxFilings, taxJurisdictions, taxPlatforms } from '#app/platform/db/schema.server.ts'
import { instantOfWallTime } from '#app/shared/wall-time.ts'
import type { CountedStay } from '../report/counted-stay.ts'
import { changedBetween, endedWithin, readCountedStays } from '../report/counted-stays.server.ts'
import type { Period } from '../report/periods.ts'
import {
  type CountedBy,
  type HomeTax,
  type Jurisdiction,
  type TaxAdjustment,
  type TaxEntry,
  taxAdjustments,
  taxEntries,
} from './lodging-tax.ts'
import { type Platforms, platformsSchema } from './tax-fields.ts'

/** What a report of an authority needs besides its stays. */
type TaxSettings = { taxes: HomeTax[]; platforms: ReadonlySet<Platforms['sources'][number]> }

export async function readTaxSettings(db: Tx): Promise<TaxSettings> {
  const jurisdiction = sql<string>`coalesce(${taxes.jurisdiction}, ${taxes.name})`
  const { propertyId, notFromNights } = taxes
  const rows = await db.select({ propertyId, jurisdiction, notFromNights }).from(taxes)
  return { taxes: rows, platforms: new Set(await listTaxPlatforms(db)) }
}

/** The sources of bookings whose tax the platform remits, in order. */
export async function listTaxPlatforms(db: Tx): Promise<Platforms['sources']> {
  const rows = await db.select().from(taxPlatforms).orderBy(asc(taxPlatforms.source))
  return platformsSchema.parse({ sources: rows.map(({ source }) => source) }).sources
}

/** Every authority that has or had a tax, by name. */
export const listJurisdictions = (db: Tx): Promise<Jurisdiction[]> =>
  db.select().from(taxJurisdictions).orderBy(asc(taxJurisdictions.name))

/** The stays that can be in a period, of `version` and `home`. */
const COUNTED: Record<CountedBy, (period: Period) => SQL> = {
  'check-out': ({ from, to }) => sql`version.check_out_date >= ${from}::date and version.check_out_date < ${to}::date`,
  'check-in': ({ from, to }) => sql`version.check_in_date >= ${from}::date and version.check_in_date < ${to}::date`,
  night: ({ from, to }) => sql`version.check_out_date > ${from}::date and version.check_in_date < ${to}::date`,
  // A day more at both ends: the days are those at each home.
  payment: ({ from, to }) => sql`version.booking_id in (select booking_id from ledger
    where happened_at >= ${from}::date - 1 and happened_at < ${to}::date + 2)`,
}

type Asked = { jurisdiction: Jurisdiction; settings: TaxSettings }

const entriesOf = (stays: readonly CountedStay[], period: Period, { jurisdiction, settings }: Asked): TaxEntry[] =>
  taxEntries(stays, { period, jurisdiction, ...settings })

/** What a period has for an authority, as it is now. */
export async function readTaxEntries(db: Tx, period: Period, asked: Asked): Promise<TaxEntry[]> {
  const { countedBy } = asked.jurisdiction
  const where = sql`(version.status = 'confirmed' and ${COUNTED[countedBy](period)} or ${endedWithin(period)})`
  return entriesOf(await readCountedStays(db, { where, withMovements: countedBy === 'payment' }), period, asked)
}

/**
 * What changed within a period of earlier ones that were filed by then. The figures of those stay as they were filed, so
 * it is due with this period.
 */
export async function readTaxAdjustments(
  db: Tx,
  period: Period,
  { now, timeZone, ...asked }: Asked & { now: Date; timeZone: string },
): Promise<TaxAdjustment[]> {
  const { name, countedBy } = asked.jurisdiction
  const [begin = now, end = now] = [period.from, period.to].map(
    (day) => instantOfWallTime(`${day}T00:00`, timeZone) ?? undefined,
  )
  const until = end < now ? end : now
  const filings = await db
    .select({ from: taxFilings.startsOn, to: taxFilings.endsOn, filedAt: taxFilings.filedAt })
    .from(taxFilings)
    .where(and(eq(taxFilings.jurisdiction, name), lte(taxFilings.endsOn, period.from)))
    .orderBy(asc(taxFilings.startsOn))
  const known = filings
    .map(({ filedAt, ...earlier }) => ({ earlier, since: filedAt > begin ? filedAt : begin }))
    .filter(({ since }) => since < until)
  if (known.length === 0) return []
  // Most were filed before this period began. Those have the same stays on both days.
  const moments = [...new Set(known.map(({ since }) => since.getTime()))].map((time) => new Date(time))
  const first = new Date(Math.min(...moments.map((moment) => moment.getTime())))
  const where = changedBetween(first, until)
  const read = (at: Date) => readCountedStays(db, { where, at, withMovements: countedBy === 'payment' })
  const after = await read(until)
  const before = new Map<number, CountedStay[]>()
  for (const moment of moments) before.set(moment.getTime(), await read(moment))
  return known.flatMap(({ earlier, since }) =>
    taxAdjustments(
      earlier,
      entriesOf(before.get(since.getTime()) ?? [], earlier, asked),
      entriesOf(after, earlier, asked),
    ),
  )
}
