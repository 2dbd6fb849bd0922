import { lastPeriods, type Period, periodFromQuery, periodOf } from '#app/features/reports/periods.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { dueOn, taxFigures } from './lodging-tax.ts'
import {
  getTaxSettings,
  listFiledEntries,
  listJurisdictions,
  listTaxAdjustments,
  listTaxEntries,
  type TaxSettings,
} from './tax-entries.server.ts'

/** How many periods can be chosen. */
const CHOICES = { month: 25, quarter: 9 }

/**
 * The lodging tax of a period for one authority, as the address names them. By default it is the last period that is
 * over, of the first authority. Null while no home has a tax.
 */
export async function getLodgingTax(services: Services, query: URLSearchParams) {
  const { db, clock } = services
  const now = clock.now()
  const timeZone = await getOperatorTimeZone(services)
  const today = dateInZone(now, timeZone)
  const jurisdictions = await listJurisdictions(db)
  const jurisdiction = jurisdictions.find(({ name }) => name === query.get('authority')) ?? jurisdictions[0]
  if (!jurisdiction) return null
  const [present, last] = lastPeriods(today, jurisdiction.period, 2)
  const period =
    periodFromQuery(query.get('period'), jurisdiction.period) ?? last ?? present ?? periodOf(today, 'month')
  const settings = await getTaxSettings(db, jurisdiction)
  const { filed, parts } = filingsOf(settings, period)
  const asked = { jurisdiction, settings }
  const entries = filed
    ? await listFiledEntries(db, filed, asked)
    : await listTaxEntries(db, period, { ...asked, at: null })
  const figures =
    filed?.figures ?? taxFigures(entries, await listTaxAdjustments(db, period, { ...asked, now, timeZone }))
  const { name: _, ...wanted } = jurisdiction
  const sources = [...settings.platforms]
  return {
    jurisdictions: jurisdictions.map(({ name }) => name),
    jurisdiction,
    version: versionOf(wanted),
    period,
    periods: lastPeriods(today, jurisdiction.period, CHOICES[jurisdiction.period]),
    figures,
    entries,
    /** It was filed in another length: these periods have it, or a part of it. */
    parts: parts.map((part) => part.period),
    filed: filed && { at: formatMomentWithYear(filed.filedAt, timeZone), by: filed.operatorName },
    isOver: today >= period.to,
    dueOn: dueOn(period, jurisdiction),
    platforms: { sources },
    platformsVersion: versionOf({ sources }),
  }
}

/** The filing of a period, and filings of another length that include a part of it. */
export function filingsOf({ filings }: Pick<TaxSettings, 'filings'>, { from, to }: Period) {
  const all = filings.filter(({ period }) => period.from < to && period.to > from)
  const filed = all.find(({ period }) => period.from === from && period.to === to) ?? null
  return { filed, parts: filed ? [] : all }
}
