import { asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { taxes, taxFilings, taxJurisdictions, taxPlatforms } from '#app/platform/db/schema.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { instantOfWallTime } from '#app/shared/wall-time.ts'
import type { CountedStay } from '../report/counted-stay.ts'
import { changedBetween, endedWithin, readCountedStays } from '../report/counted-stays.server.ts'
import type { Period } from '../report/periods.ts'
import {
  type CountedBy,
  type CountingRule,
  type HomeTax,
  type Jurisdiction,
  type TaxAdjustment,
  type TaxEntry,
  type TaxFigures,
  taxAdjustments,
  taxEntries,
} from './lodging-tax.ts'
import { type Platforms, platformsSchema } from './tax-fields.ts'

/** What was filed of a period. Its stays are read where they are needed: all of them are too many. */
type Filing = Omit<typeof taxFilings.$inferSelect, 'figures' | 'platforms' | 'entries'> & {
  period: Period
  figures: TaxFigures
  platforms: Platforms['sources']
}

/** What a report of an authority needs besides its stays. `rules` are in order, the present one last. */
export type TaxSettings = {
  names: ReadonlySet<string>
  taxes: HomeTax[]
  platforms: ReadonlySet<Platforms['sources'][number]>
  filings: Filing[]
  rules: CountingRule[]
}

export async function readTaxSettings(db: Tx, { name, countedBy }: Jurisdiction): Promise<TaxSettings> {
  const jurisdiction = sql<string>`coalesce(${taxes.jurisdiction}, ${taxes.name})`
  const { id, propertyId, notFromNights } = taxes
  const rows = await db.select({ id, propertyId, jurisdiction, notFromNights }).from(taxes)
  const { entries: _, ...columns } = getTableColumns(taxFilings)
  const ofAuthority = db.select(columns).from(taxFilings).where(eq(taxFilings.jurisdiction, name))
  const filings = (await ofAuthority.orderBy(asc(taxFilings.startsOn))).map((filing) => ({
    ...filing,
    period: { from: filing.startsOn, to: filing.endsOn },
    figures: filing.figures as TaxFigures,
    platforms: filing.platforms as Filing['platforms'],
  }))
  const platforms = new Set(await listTaxPlatforms(db))
  return { names: await readNames(db, name), taxes: rows, platforms, filings, rules: rulesOf(filings, countedBy) }
}

/** The names that taxes and stays have for an authority. */
async function readNames(db: Tx, name: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select unnest(former_names) as name from tax_jurisdictions where name = ${name}
    except select name from tax_jurisdictions`)
  return new Set([name, ...rows.map((former) => former.name)])
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

const { formerNames: _, ...JURISDICTION } = getTableColumns(taxJurisdictions)

/** Every authority that has or had a tax, by name. */
export const listJurisdictions = (db: Tx): Promise<Jurisdiction[]> =>
  db.select(JURISDICTION).from(taxJurisdictions).orderBy(asc(taxJurisdictions.name))

/** Found and locked: two who file the same period take turns. */
export async function lockJurisdiction(tx: Tx, name: string): Promise<Jurisdiction | null> {
  const named = eq(taxJurisdictions.name, name)
  const [row] = await tx.select(JURISDICTION).from(taxJurisdictions).where(named).for('update')
  return row ?? null
}

/** The stays that can be in a period, of `version` and `home`. */
const COUNTED: Record<CountedBy, (period: Period) => SQL> = {
  'check-out': ({ from, to }) => sql`version.check_out_date >= ${from}::date and version.check_out_date < ${to}::date`,
  'check-in': ({ from, to }) => sql`version.check_in_date >= ${from}::date and version.check_in_date < ${to}::date`,
  night: ({ from, to }) => sql`version.check_out_date > ${from}::date and version.check_in_date < ${to}::date`,
  // A day more at both ends: the days are those at each home.
  payment: ({ from, to }) => sql`version.booking_id in (select booking_id from ledger
    where happened_at >= ${from}::date - 1 and happened_at < ${to}::date + 2)`,
}

const withMovements = ({ rules }: TaxSettings) => rules.some(({ countedBy }) => countedBy === 'payment')

/** What a period has for an authority at a moment; without one, now. */
export async function readTaxEntries(
  db: Tx,
  period: Period,
  { settings, at }: { settings: TaxSettings; at: Date | null },
): Promise<TaxEntry[]> {
  const { rules } = settings
  // The first period of another rule has what the rule before left out, of whatever stay.
  const isFirst = rules.some(({ until }) => until !== null && until >= period.from && until < period.to)
  const counted = isFirst ? [sql`true`] : rules.map(({ countedBy }) => COUNTED[countedBy](period))
  const where = sql`(version.status = 'confirmed' and (${sql.join(counted, sql` or `)}) or ${endedWithin(period)})`
  const stays = await readCountedStays(db, { where, at, withMovements: withMovements(settings) })
  return taxEntries(stays, { period, ...settings })
}

const asFiled = (settings: TaxSettings, { platforms }: Filing): TaxSettings => {
  return { ...settings, platforms: new Set(platforms) }
}

/** The stays of a filing. Those that were not kept with it are read as they were then. */
export async function readFiledEntries(db: Tx, filing: Filing, settings: TaxSettings): Promise<TaxEntry[]> {
  const ofFiling = eq(taxFilings.id, filing.id)
  const [stored] = await db.select({ entries: taxFilings.entries }).from(taxFilings).where(ofFiling)
  const entries = (stored?.entries ?? null) as TaxEntry[] | null
  return entries ?? readTaxEntries(db, filing.period, { settings: asFiled(settings, filing), at: filing.filedAt })
}

/** Where a day begins; null where the clocks skip its midnight. */
export const startOf = (day: IsoDate, timeZone: string) => instantOfWallTime(`${day}T00:00`, timeZone)

/** Clocks differ, and a change counts once it is committed: what changed so long before is looked at again. */
const OVERLAP_MS = 3_600_000

/**
 * What changed within a period of earlier ones that were filed by then, as those were counted. Their figures stay as they
 * were filed, so it is due with this period.
 */
export async function readTaxAdjustments(
  db: Tx,
  period: Period,
  { settings, now, timeZone }: { settings: TaxSettings; now: Date; timeZone: string },
): Promise<TaxAdjustment[]> {
  const { filings } = settings
  // The period before may have been filed in another time zone.
  const before = filings.find(({ endsOn }) => endsOn === period.from)
  const begin = before?.changesUntil ?? startOf(period.from, timeZone) ?? now
  const end = startOf(period.to, timeZone) ?? now
  const until = end < now ? end : now
  const earlier = filings.filter(({ endsOn, filedAt }) => endsOn <= period.from && filedAt < until)
  if (earlier.length === 0 || begin >= until) return []
  const where = changedBetween(new Date(begin.getTime() - OVERLAP_MS), until)
  const read = (at: Date) => readCountedStays(db, { where, at, withMovements: withMovements(settings) })
  const [atBegin, atEnd] = [await read(begin), await read(until)]
  const references = new Set(atEnd.map(({ reference }) => reference))
  const adjustments: TaxAdjustment[] = []
  for (const filing of earlier) {
    const entriesFrom = (stays: readonly CountedStay[]) =>
      taxEntries(stays, { period: filing.period, ...asFiled(settings, filing) })
    const filed =
      filing.filedAt > begin
        ? (await readFiledEntries(db, filing, settings)).filter(({ reference }) => references.has(reference))
        : entriesFrom(atBegin)
    adjustments.push(...taxAdjustments(filing.period, filed, entriesFrom(atEnd)))
  }
  return adjustments
}
