import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { isWithin, type Period, periodFromQuery, periodOf, periodWords } from '#app/features/reports/periods.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { recordChange } from '#app/platform/change/record-change.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { dateInZone, nightsBetween } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { formatMoney } from '#app/shared/money.ts'
import { refuse } from '#app/shared/refusal.ts'
import { filingsOf } from './lodging-tax.server.ts'
import { taxFilings, taxJurisdictions, taxPlatforms } from './lodging-tax.tables.server.ts'
import { type Jurisdiction, taxFigures } from './lodging-tax.ts'
import { getTaxSettings, listTaxAdjustments, listTaxEntries, listTaxPlatforms, startOf } from './tax-entries.server.ts'
import { JURISDICTION_FIELDS, jurisdictionSchema, PLATFORM_FIELDS, platformsSchema } from './tax-fields.ts'

const GONE = 'No home has a tax of this authority.'

/** Found and locked: two who file the same period take turns. */
async function lockJurisdiction(tx: Tx, name: string): Promise<Jurisdiction | null> {
  const [row] = await tx.select().from(taxJurisdictions).where(eq(taxJurisdictions.name, name)).for('update')
  return row ?? null
}

const listFiled = (tx: Tx, { name }: Jurisdiction): Promise<Period[]> =>
  tx
    .select({ from: taxFilings.startsOn, to: taxFilings.endsOn })
    .from(taxFilings)
    .where(eq(taxFilings.jurisdiction, name))
    .orderBy(asc(taxFilings.startsOn))

/** The first period of a length that is filed, but not as a whole. */
function findPartlyFiled(filed: readonly Period[], length: Jurisdiction['period']): Period | undefined {
  const daysOf = ({ from, to }: Period) => nightsBetween(from, to)
  const begun = filed.map(({ from }) => periodOf(from, length))
  return begun.find((whole) => {
    const parts = filed.filter(({ from }) => isWithin(from, whole))
    // Before its first filing, the site filed nothing.
    const from = filed[0] && filed[0].from > whole.from ? filed[0].from : whole.from
    return parts.reduce((sum, part) => sum + daysOf(part), 0) < daysOf({ ...whole, from })
  })
}

/** A later filed period has the changes in this one since. */
const undoFiling = undoFrom({}, async (tx, _services, { subjectId: id }) => {
  const ofFiling = eq(taxFilings.id, id)
  const [found] = await tx.select({ jurisdiction: taxFilings.jurisdiction }).from(taxFilings).where(ofFiling)
  // As whoever files does: nobody files a later period meanwhile.
  if (found) await lockJurisdiction(tx, found.jurisdiction)
  const [filing] = await tx.select().from(taxFilings).where(ofFiling)
  if (!filing) return refuse('refused', 'It is not filed by now.')
  const { jurisdiction, endsOn } = filing
  const later = and(eq(taxFilings.jurisdiction, jurisdiction), gte(taxFilings.startsOn, endsOn))
  if ((await tx.$count(taxFilings, later)) > 0) return refuse('refused', 'A later period was filed since.')
  await tx.delete(taxFilings).where(ofFiling)
  return undefined
})

const filed = z.object({ jurisdiction: z.string(), period: z.string() })
type Filed = z.output<typeof filed>

export const lodgingTaxChanges = {
  /** How an authority wants its tax. What was filed stays. */
  jurisdiction: recordChange({
    name: 'tax-jurisdiction.changed',
    scope: 'money:write',
    title: 'How an authority wants its tax',
    gone: GONE,
    schema: jurisdictionSchema,
    fields: JURISDICTION_FIELDS,
    lock: async (tx, _services, { id, subjectId }) => {
      const jurisdiction = await lockJurisdiction(tx, subjectId ?? id)
      return jurisdiction && { jurisdiction, filed: await listFiled(tx, jurisdiction) }
    },
    read: ({ jurisdiction: { name: _, ...wanted } }) => wanted,
    check: (wanted, { filed }) => {
      const begun = findPartlyFiled(filed, wanted.period)
      if (!begun) return wanted
      return refuse('refused', `A part of ${periodWords(begun)} is filed. File the rest of it by month first.`)
    },
    store: async (tx, { jurisdiction: { name } }, wanted) => {
      await tx.update(taxJurisdictions).set(wanted).where(eq(taxJurisdictions.name, name))
    },
    about: ({ jurisdiction: { name } }) => ({ subjectId: name, timeZone: 'UTC' }),
  }),
  /** Which platforms remit the tax of their bookings themselves. */
  'tax-platforms': recordChange({
    name: 'tax-platforms.changed',
    scope: 'money:write',
    title: 'Platforms that remit lodging tax',
    schema: platformsSchema,
    fields: PLATFORM_FIELDS,
    lock: async (tx) => {
      await tx.execute(sql`lock table tax_platforms in share row exclusive mode`)
      return { sources: await listTaxPlatforms(tx) }
    },
    read: (stored) => stored,
    store: async (tx, _, { sources }) => {
      await tx.delete(taxPlatforms)
      if (sources.length > 0) await tx.insert(taxPlatforms).values(sources.map((source) => ({ source })))
    },
    about: () => ({ subjectId: 'platforms', timeZone: 'UTC' }),
  }),
  /** Locks the figures of a period as they are. What changes later is due with the period in which it changes. */
  'file-tax': defineChange({
    name: 'lodging-tax.filed',
    words: fromRecorded({ after: filed }, ({ after }) => `Lodging tax filed: ${after.jurisdiction}, ${after.period}`),
    facts: {
      jurisdiction: { label: 'Authority', kind: 'line' },
      period: { label: 'Period', kind: 'line' },
      due: { label: 'Tax due', kind: 'money' },
    },
    scope: 'money:write',
    undo: undoFiling,
    form: z.object({ id: boundedText(200), period: boundedText(10), due: boundedText(20) }),
    gone: GONE,
    prepare: async ({ services }) => ({ timeZone: await getOperatorTimeZone(services) }),
    lock: (tx, _, { id }) => lockJurisdiction(tx, id),
    run: async (tx, typed, { by, now, subject: jurisdiction, prepared: { timeZone } }) => {
      const period = periodFromQuery(typed.period, jurisdiction.period)
      if (!period) return refuse('invalid-input', 'There is no such period.')
      const words = periodWords(period)
      if (dateInZone(now, timeZone) < period.to) return refuse('refused', `${words} is not over yet.`)
      const settings = await getTaxSettings(tx, jurisdiction)
      const { filed, parts } = filingsOf(settings, period)
      if (filed) return null
      if (parts.length > 0) return refuse('refused', `A part of ${words} was filed before, in another length.`)
      const entries = await listTaxEntries(tx, period, { jurisdiction, settings, at: null })
      const adjustments = await listTaxAdjustments(tx, period, { jurisdiction, settings, now, timeZone })
      const figures = taxFigures(entries, adjustments)
      const due = formatMoney(figures.due)
      if (due !== typed.due) return refuse('refused', `${due} is to be remitted by now. Look at the figures again.`)
      // A missed period can be filed after the rule has changed.
      const { countedBy } = settings.rules.find(({ until }) => until === null || until >= period.to) ?? jurisdiction
      const { name } = jurisdiction
      const values = {
        jurisdiction: name,
        startsOn: period.from,
        endsOn: period.to,
        filedAt: now,
        operatorName: by.name,
        figures,
        entries,
        countedBy,
        platforms: [...settings.platforms],
        changesUntil: startOf(period.to, timeZone),
      }
      const [filing] = await tx.insert(taxFilings).values(values).returning({ id: taxFilings.id })
      if (!filing) throw new Error('the filing was not stored')
      const after: Filed & { due: number } = { jurisdiction: name, period: words, due: figures.due }
      return { subjectId: filing.id, after }
    },
  }),
}
