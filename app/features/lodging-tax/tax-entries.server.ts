import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { taxes } from '#app/features/pricing/pricing.tables.server.ts'
import type { CountedStay } from '#app/features/reports/counted-stay.ts'
import { changedBetween, endedWithin, listCountedStays } from '#app/features/reports/counted-stays.server.ts'
import type { Period } from '#app/features/reports/periods.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { instantOfWallTime } from '#app/shared/wall-time.ts'
import { taxFilings, taxJurisdictions, taxPlatforms } from './lodging-tax.tables.server.ts'
import {
  type CountedBy,
  type CountingRule,
  type Jurisdiction,
  type PropertyTax,
  type TaxAdjustment,
  type TaxEntry,
  type TaxFigures,
  taxAdjustments,
  taxEntries,
} from './lodging-tax.ts'
import { type Platforms, platformsSchema } from './tax-fields.ts'

/** A filed period. Its stays are loaded where they are needed: all of them are too many. */
type Filing = Omit<typeof taxFilings.$inferSelect, 'figures' | 'platforms' | 'entries'> & {
  period: Period
  figures: TaxFigures
  platforms: Platforms['sources']
}

/** The settings of an authority's report. `rules` are in order, the current one last. */
export type TaxSettings = {
  taxes: PropertyTax[]
  platforms: ReadonlySet<Platforms['sources'][number]>
  filings: Filing[]
  rules: CountingRule[]
}

export async function getTaxSettings(db: Tx, { name, countedBy }: Jurisdiction): Promise<TaxSettings> {
  const jurisdiction = sql<string>`coalesce(${taxes.jurisdiction}, ${taxes.name})`
  const { id, propertyId, exemptFromNights } = taxes
  const rows = await db.select({ id, propertyId, jurisdiction, exemptFromNights }).from(taxes)
  const { entries: _, ...columns } = getTableColumns(taxFilings)
  const ofAuthority = db.select(columns).from(taxFilings).where(eq(taxFilings.jurisdiction, name))
  const filings = (await ofAuthority.orderBy(asc(taxFilings.startsOn))).map((filing) => ({
    ...filing,
    period: { from: filing.startsOn, to: filing.endsOn },
    figures: filing.figures as TaxFigures,
    platforms: filing.platforms as Filing['platforms'],
  }))
  return { taxes: rows, platforms: new Set(await listTaxPlatforms(db)), filings, rules: rulesOf(filings, countedBy) }
}

/** Each rule as long as periods were filed by it, and the present one. */
function rulesOf(filings: readonly Filing[], present: CountedBy): CountingRule[] {
  const rules: CountingRule[] = []
  for (const { countedBy, period } of filings) {
    if (rules.at(-1)?.countedBy === countedBy) rules.pop()
    rules.push({ countedBy, until: period.to })
  }
  if (rules.at(-1)?.countedBy === present) rules.pop()
  return [...rules, { countedBy: present, until: null }]
}

/** The sources of bookings whose tax the platform remits, in order. */
export async function listTaxPlatforms(db: Tx): Promise<Platforms['sources']> {
  const rows = await db.select().from(taxPlatforms).orderBy(asc(taxPlatforms.source))
  return platformsSchema.parse({ sources: rows.map(({ source }) => source) }).sources
}

/** Every authority that has or had a tax, by name. */
export const listJurisdictions = (db: Tx): Promise<Jurisdiction[]> =>
  db.select().from(taxJurisdictions).orderBy(asc(taxJurisdictions.name))

/** The stays that can be in a period, of `version` and `property`. */
const COUNTED: Record<CountedBy, (period: Period) => SQL> = {
  'check-out': ({ from, to }) => sql`version.check_out_date >= ${from}::date and version.check_out_date < ${to}::date`,
  'check-in': ({ from, to }) => sql`version.check_in_date >= ${from}::date and version.check_in_date < ${to}::date`,
  night: ({ from, to }) => sql`version.check_out_date > ${from}::date and version.check_in_date < ${to}::date`,
  // A day more at both ends: the days are those at each home.
  payment: ({ from, to }) => sql`version.booking_id in (select booking_id from ledger
    where happened_at >= ${from}::date - 1 and happened_at < ${to}::date + 2)`,
}

type Input = { jurisdiction: Jurisdiction; settings: TaxSettings }

const entriesOf = (stays: readonly CountedStay[], period: Period, { jurisdiction, settings }: Input): TaxEntry[] =>
  taxEntries(stays, { period, authority: jurisdiction.name, ...settings })

const withMovements = ({ rules }: TaxSettings) => rules.some(({ countedBy }) => countedBy === 'payment')

/** The entries of a period for an authority at a moment; without one, now. */
export async function listTaxEntries(
  db: Tx,
  period: Period,
  { at, ...asked }: Input & { at: Date | null },
): Promise<TaxEntry[]> {
  const { rules } = asked.settings
  // The first period of another rule has the stays that the rule before left out.
  const isFirst = rules.some(({ until }) => until !== null && until >= period.from && until < period.to)
  const counted = isFirst ? [sql`true`] : rules.map(({ countedBy }) => COUNTED[countedBy](period))
  const where = sql`(version.status = 'confirmed' and (${sql.join(counted, sql` or `)}) or ${endedWithin(period)})`
  const stays = await listCountedStays(db, { where, at, withMovements: withMovements(asked.settings) })
  return entriesOf(stays, period, asked)
}

const asFiled = ({ jurisdiction, settings }: Input, { platforms }: Filing): Input => {
  return { jurisdiction, settings: { ...settings, platforms: new Set(platforms) } }
}

/** The stays of a filing. Stays that were not stored with it are read as they were then. */
export async function listFiledEntries(db: Tx, filing: Filing, asked: Input): Promise<TaxEntry[]> {
  const ofFiling = eq(taxFilings.id, filing.id)
  const [stored] = await db.select({ entries: taxFilings.entries }).from(taxFilings).where(ofFiling)
  const entries = (stored?.entries ?? null) as TaxEntry[] | null
  return entries ?? listTaxEntries(db, filing.period, { ...asFiled(asked, filing), at: filing.filedAt })
}

/** Where a day begins; null where the clocks skip its midnight. */
export const startOf = (day: IsoDate, timeZone: string) => instantOfWallTime(`${day}T00:00`, timeZone)

/** Clocks differ, and a change counts once it is committed: what changed so long before is looked at again. */
const OVERLAP_MS = 3_600_000

/**
 * The differences within a period of earlier filed ones, by their counting rules. Their figures stay as they were
 * filed, so the differences are due with this period.
 */
export async function listTaxAdjustments(
  db: Tx,
  period: Period,
  { now, timeZone, ...asked }: Input & { now: Date; timeZone: string },
): Promise<TaxAdjustment[]> {
  const { filings } = asked.settings
  // The period before may have been filed in another time zone.
  const before = filings.find(({ endsOn }) => endsOn === period.from)
  const begin = before?.changesUntil ?? startOf(period.from, timeZone) ?? now
  const end = startOf(period.to, timeZone) ?? now
  const until = end < now ? end : now
  const earlier = filings.filter(({ endsOn, filedAt }) => endsOn <= period.from && filedAt < until)
  if (earlier.length === 0 || begin >= until) return []
  const where = changedBetween(new Date(begin.getTime() - OVERLAP_MS), until)
  const read = (at: Date) => listCountedStays(db, { where, at, withMovements: withMovements(asked.settings) })
  const [atBegin, atEnd] = [await read(begin), await read(until)]
  const references = new Set(atEnd.map(({ reference }) => reference))
  const adjustments: TaxAdjustment[] = []
  for (const filing of earlier) {
    const entriesFrom = (stays: readonly CountedStay[]) => entriesOf(stays, filing.period, asFiled(asked, filing))
    const filed =
      filing.filedAt > begin
        ? (await listFiledEntries(db, filing, asked)).filter(({ reference }) => references.has(reference))
        : entriesFrom(atBegin)
    adjustments.push(...taxAdjustments(filing.period, filed, entriesFrom(atEnd)))
  }
  return adjustments
}
