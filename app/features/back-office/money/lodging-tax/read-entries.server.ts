import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { taxes, taxFilings, taxJurisdictions, taxPlatforms } from '#app/platform/db/schema.server.ts'
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

/** What was filed, with the stays of it and how they were counted. */
export type FiledFigures = TaxFigures & {
  entries: TaxEntry[]
  countedBy: CountedBy
  platforms: Platforms['sources']
}

/** What was filed of a period. One of before the stays were kept with it has none. */
type Filing = Omit<typeof taxFilings.$inferSelect, 'figures'> & {
  period: Period
  figures: TaxFigures & Partial<FiledFigures>
}

/** What a report of an authority needs besides its stays. `rules` are in order, the present one last. */
export type TaxSettings = {
  taxes: HomeTax[]
  platforms: ReadonlySet<Platforms['sources'][number]>
  filings: Filing[]
  rules: CountingRule[]
}

export async function readTaxSettings(db: Tx, { name, countedBy }: Jurisdiction): Promise<TaxSettings> {
  const jurisdiction = sql<string>`coalesce(${taxes.jurisdiction}, ${taxes.name})`
  const { id, propertyId, notFromNights } = taxes
  const rows = await db.select({ id, propertyId, jurisdiction, notFromNights }).from(taxes)
  const ofAuthority = db.select().from(taxFilings).where(eq(taxFilings.jurisdiction, name))
  const filings = (await ofAuthority.orderBy(asc(taxFilings.startsOn))).map((filing) => ({
    ...filing,
    period: { from: filing.startsOn, to: filing.endsOn },
    figures: filing.figures as Filing['figures'],
  }))
  return { taxes: rows, platforms: new Set(await listTaxPlatforms(db)), filings, rules: rulesOf(filings, countedBy) }
}

/** Each rule as long as periods were filed by it, and the present one. */
function rulesOf(filings: readonly Filing[], present: CountedBy): CountingRule[] {
  const rules: CountingRule[] = []
  for (const { figures, period } of filings) {
    const countedBy = figures.countedBy ?? present
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
  taxEntries(stays, { period, authority: jurisdiction.name, ...settings })

const withMovements = ({ rules }: TaxSettings) => rules.some(({ countedBy }) => countedBy === 'payment')

/** What a period has for an authority, as it is now. */
export async function readTaxEntries(db: Tx, period: Period, asked: Asked): Promise<TaxEntry[]> {
  const { rules } = asked.settings
  // The first period of another rule has what the rule before left out, of whatever stay.
  const isFirst = rules.some(({ until }) => until !== null && until >= period.from && until < period.to)
  const counted = isFirst ? [sql`true`] : rules.map(({ countedBy }) => COUNTED[countedBy](period))
  const where = sql`(version.status = 'confirmed' and (${sql.join(counted, sql` or `)}) or ${endedWithin(period)})`
  return entriesOf(await readCountedStays(db, { where, withMovements: withMovements(asked.settings) }), period, asked)
}

/** Clocks differ, and a change counts once it is committed: what changed so long before is looked at again. */
const OVERLAP_MS = 3_600_000

/**
 * What changed within a period of earlier ones that were filed by then, as those were counted. Their figures stay as they
 * were filed, so it is due with this period.
 */
export async function readTaxAdjustments(
  db: Tx,
  period: Period,
  { now, timeZone, ...asked }: Asked & { now: Date; timeZone: string },
): Promise<TaxAdjustment[]> {
  const [begin = now, end = now] = [period.from, period.to].map(
    (day) => instantOfWallTime(`${day}T00:00`, timeZone) ?? undefined,
  )
  const until = end < now ? end : now
  const earlier = asked.settings.filings.filter(({ period: { to }, filedAt }) => to <= period.from && filedAt < until)
  if (earlier.length === 0 || begin >= until) return []
  const where = changedBetween(new Date(begin.getTime() - OVERLAP_MS), until)
  const read = (at: Date) => readCountedStays(db, { where, at, withMovements: withMovements(asked.settings) })
  const [before, after] = [await read(begin), await read(until)]
  const references = new Set(after.map(({ reference }) => reference))
  return earlier.flatMap(({ period: filed, filedAt, figures: { entries, platforms } }) => {
    const settings = { ...asked.settings, platforms: platforms ? new Set(platforms) : asked.settings.platforms }
    const entriesFrom = (stays: readonly CountedStay[]) => entriesOf(stays, filed, { ...asked, settings })
    const stated = entries?.filter(({ reference }) => references.has(reference))
    return taxAdjustments(filed, (filedAt > begin && stated) || entriesFrom(before), entriesFrom(after))
  })
}
