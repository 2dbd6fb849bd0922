import { filingsOf } from '#app/features/lodging-tax/lodging-tax.server.ts'
import { taxFilings } from '#app/features/lodging-tax/lodging-tax.tables.server.ts'
import { taxFigures } from '#app/features/lodging-tax/lodging-tax.ts'
import {
  getTaxSettings,
  listJurisdictions,
  listTaxAdjustments,
  listTaxEntries,
  startOf,
} from '#app/features/lodging-tax/tax-entries.server.ts'
import { lastPeriods, type Period, periodWords } from '#app/features/reports/periods.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { addDays } from '#app/shared/dates.ts'
import type { Chance } from './chance.ts'
import { type Around, OPERATOR } from './operator.ts'
import { type AuditRow, changeOf } from './stay-history.ts'
import { noonOf } from './stay-money.ts'

/** The authority whose last month is still to be filed. */
const DUE = 'Steamboat Springs'

type Filing = typeof taxFilings.$inferInsert & { id: string; figures: { due: number } }

/**
 * Files the last months of each authority on the 12th of the month after. The last one of `DUE` is left. Returns what
 * History has of it.
 */
export async function loadTaxFilings(tx: Tx, chance: Chance, { now, today, timeZone }: Around): Promise<AuditRow[]> {
  const [, last, ...before] = lastPeriods(today, 'month', 5)
  const months = [...before.toReversed(), last].filter((month) => month !== undefined)
  const filings: Filing[] = []
  for (const month of months) {
    const files = (await listJurisdictions(tx)).filter(({ name }) => month !== last || name !== DUE)
    const filed: Filing[] = []
    for (const jurisdiction of files) {
      const asked = { jurisdiction, filedAt: filedAtOf(month, now), timeZone }
      filed.push({ id: chance.uuid(), ...(await fileTax(tx, month, asked)) })
    }
    await tx.insert(taxFilings).values(filed)
    filings.push(...filed)
  }
  return filings.map(({ id, jurisdiction, startsOn, endsOn, filedAt, figures }) => {
    const period = periodWords({ from: startsOn, to: endsOn })
    const after = { jurisdiction, period, due: figures.due }
    return changeOf('lodging-tax.filed', { subjectId: id, after, happenedAt: filedAt })
  })
}

/** Not after the start of the demo. */
function filedAtOf({ to }: Period, now: Date): Date {
  const at = noonOf(addDays(to, 11))
  return at < now ? at : now
}

type Filed = { jurisdiction: Awaited<ReturnType<typeof listJurisdictions>>[number]; filedAt: Date; timeZone: string }

/** As the site’s own change files it. */
async function fileTax(
  tx: Tx,
  period: Period,
  { jurisdiction, filedAt, timeZone }: Filed,
): Promise<Omit<Filing, 'id'>> {
  const settings = await getTaxSettings(tx, jurisdiction)
  if (filingsOf(settings, period).filed) throw new Error('a period is filed once')
  const asked = { jurisdiction, settings }
  const entries = await listTaxEntries(tx, period, { ...asked, at: filedAt })
  const adjustments = await listTaxAdjustments(tx, period, { ...asked, now: filedAt, timeZone })
  return {
    jurisdiction: jurisdiction.name,
    startsOn: period.from,
    endsOn: period.to,
    filedAt,
    operatorName: OPERATOR,
    figures: taxFigures(entries, adjustments),
    entries,
    countedBy: jurisdiction.countedBy,
    platforms: [...settings.platforms],
    changesUntil: startOf(period.to, timeZone),
  }
}
