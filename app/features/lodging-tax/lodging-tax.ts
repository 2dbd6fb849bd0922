import type { BookingSource } from '#app/features/bookings/booking-sources.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { jurisdictionOf } from '#app/features/pricing/price-parts.ts'
import { type CountedStay, type Fraction, nightsBefore, partOf } from '#app/features/reports/counted-stay.ts'
import { isWithin, type Period } from '#app/features/reports/periods.ts'
import { type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'

/** When an authority counts a stay. */
export const COUNTED_BY = {
  'check-out': 'In the month of check-out',
  'check-in': 'In the month of check-in',
  night: 'By night, in the month of each',
  payment: 'As it is paid, in the month of each payment',
} as const
export type CountedBy = keyof typeof COUNTED_BY

/** How an authority wants its tax. `dueDay` is of the month after the period. */
export type Jurisdiction = {
  name: string
  countedBy: CountedBy
  period: 'month' | 'quarter'
  dueDay: number
}

/** When stays count until a day; the current rule has none. A filing keeps the rule that it was filed by. */
export type CountingRule = { countedBy: CountedBy; until: IsoDate | null }

/** A tax of a home. Stays of `exemptFromNights` nights or more are exempt. */
export type PropertyTax = { id: string; propertyId: string; jurisdiction: string; exemptFromNights: number | null }

/** How a stay counts: it is taxed at a rate, exempt, taxed by a platform, or was canceled. */
type EntryKind = 'rate' | 'exempt' | 'platform' | 'canceled'

/** The entry of one stay in a period for one tax. Amounts are in cents; a tax by night has no taxable amount. */
export type TaxEntry = {
  kind: EntryKind
  /** The tax with its rate, why it is exempt, or the platform. */
  label: string
  reference: string
  property: string
  checkIn: IsoDate
  checkOut: IsoDate
  /** The guest's price without taxes, before refunds. */
  gross: Cents
  refunds: Cents
  taxable: Cents | null
  tax: Cents
}

/** The rows of a report: entries of one kind and label together. */
export type TaxRow = Pick<TaxEntry, 'kind' | 'label' | 'gross' | 'refunds' | 'taxable' | 'tax'> & { stays: number }

/**
 * The difference of one tax of a stay in an earlier, filed period since its filing. Filings from before the split by
 * tax have no refunds.
 */
export type TaxAdjustment = Omit<TaxEntry, 'refunds'> & { period: Period; refunds: Cents | null }

export type TaxFigures = {
  rows: TaxRow[]
  adjustments: TaxAdjustment[]
  /** The amount to be remitted: the tax at all rates, with the adjustments. */
  due: Cents
}

const NOTHING: Fraction = { part: 0, all: 1 }
const ratioOf = ({ part, all }: Fraction) => part / all

/** How much of a stay counts before a day. */
const COUNTED_BEFORE: Record<CountedBy, (stay: CountedStay, day: IsoDate) => Fraction> = {
  'check-out': ({ checkOut }, day) => ({ part: checkOut < day ? 1 : 0, all: 1 }),
  'check-in': ({ checkIn }, day) => ({ part: checkIn < day ? 1 : 0, all: 1 }),
  night: nightsBefore,
  payment: ({ movements, rent, cleaning, fees, taxes }, day) => {
    const all = rent + cleaning + fees + taxes
    const part = movements.reduce((sum, { on, amount }) => (on < day ? sum + amount : sum), 0)
    return all > 0 ? { part, all } : NOTHING
  },
}

/** How much of a stay counts before a day. What counted by an earlier rule counts once: a later rule has the rest. */
function countedBefore(stay: CountedStay, day: IsoDate, rules: readonly CountingRule[]): Fraction {
  let counted = NOTHING
  for (const { countedBy, until } of rules) {
    const isLast = until === null || day <= until
    const now = COUNTED_BEFORE[countedBy](stay, isLast ? day : until)
    // More than all of it was paid where its price was lowered since: the later rule takes the rest back.
    if (ratioOf(now) > ratioOf(counted) || ratioOf(now) >= 1) counted = now
    if (isLast) break
  }
  return counted
}

type Share = [before: Fraction, until: Fraction]

const shareOf = (stay: CountedStay, { from, to }: Period, rules: readonly CountingRule[]): Share => [
  countedBefore(stay, from, rules),
  countedBefore(stay, to, rules),
]
const isNothing = ([before, until]: Share) => ratioOf(before) === ratioOf(until)

const CANCELED = 'Kept of canceled stays: nobody stayed'
const EXEMPT_BEFORE = 'Booked without this tax'

type Input = {
  period: Period
  authority: string
  rules: readonly CountingRule[]
  taxes: readonly PropertyTax[]
  platforms: ReadonlySet<BookingSource>
}

/** The entries of these stays in a period for one authority. Stays in homes that it does not tax are left out. */
export function taxEntries(stays: readonly CountedStay[], asked: Input): TaxEntry[] {
  return stays.flatMap((stay) => entriesOf(stay, asked))
}

function entriesOf(stay: CountedStay, { period, authority, rules, taxes, platforms }: Input): TaxEntry[] {
  const own = taxes.filter((tax) => tax.propertyId === stay.propertyId && tax.jurisdiction === authority)
  const lines = stay.taxLines.filter((line) => jurisdictionOf(line) === authority)
  if (own.length === 0 && lines.length === 0) return []
  // Its tax had another name then: that authority has it.
  const isOfEarlierName = stay.taxLines.some(({ taxId }) => own.some(({ id }) => id === taxId))
  if (lines.length === 0 && isOfEarlierName) return []
  const { reference, property, checkIn, checkOut } = stay
  const about = { reference, property, checkIn, checkOut }
  if (!stay.isConfirmed) {
    const isHere = stay.retained > 0 && stay.endedOn !== null && isWithin(stay.endedOn, period)
    const none = { refunds: 0, taxable: 0, tax: 0 }
    return isHere ? [{ ...about, kind: 'canceled', label: CANCELED, gross: stay.retained, ...none }] : []
  }
  const share = shareOf(stay, period, rules)
  // A tax by night is the same for each night, whatever they cost.
  const even = shareOf({ ...stay, nightSums: null }, period, rules)
  if (isNothing(share) && isNothing(even)) return []
  const part = (amount: Cents) => partOf(amount, share)
  const gross = part(stay.rent + stay.cleaning + stay.fees + stay.refunds)
  const sums = { ...about, gross, refunds: part(stay.refunds) }
  const taxOf = ({ amount, taxable }: PriceLine) => (taxable === undefined ? partOf(amount, even) : part(amount))
  const tax = lines.reduce((sum, line) => sum + taxOf(line), 0)
  if (platforms.has(stay.source)) return [{ ...sums, kind: 'platform', label: stay.source, taxable: 0, tax }]
  if (lines.length === 0) return [{ ...sums, kind: 'exempt', label: whyExempt(stay, own), taxable: 0, tax: 0 }]
  return lines.map((line) => ({
    ...sums,
    kind: 'rate',
    label: line.label,
    taxable: line.taxable === undefined ? null : part(line.taxable),
    tax: taxOf(line),
  }))
}

function whyExempt({ checkIn, checkOut }: CountedStay, own: readonly PropertyTax[]): string {
  const nights = nightsBetween(checkIn, checkOut)
  const long = own.map(({ exemptFromNights }) => exemptFromNights).filter((from) => from !== null && nights >= from)
  return long.length > 0 ? `${Math.min(...long.map(Number))} nights or more` : EXEMPT_BEFORE
}

const ORDER: EntryKind[] = ['rate', 'exempt', 'canceled', 'platform']

/** The rows of a report, each the sum of its entries. */
function taxRows(entries: readonly TaxEntry[]): TaxRow[] {
  const groups = Map.groupBy(entries, ({ kind, label }) => `${ORDER.indexOf(kind)} ${label}`)
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => sumOf(group))
}

function sumOf(group: readonly TaxEntry[]): TaxRow {
  const sum = (of: (entry: TaxEntry) => Cents) => group.reduce((total, entry) => total + of(entry), 0)
  const { kind = 'rate', label = '', taxable = null } = group[0] ?? {}
  return {
    kind,
    label,
    stays: new Set(group.map(({ reference }) => reference)).size,
    gross: sum(({ gross }) => gross),
    refunds: sum(({ refunds }) => refunds),
    taxable: taxable === null ? null : sum((entry) => entry.taxable ?? 0),
    tax: sum(({ tax }) => tax),
  }
}

/** The differences of stays since the filing of the period, by tax of a stay. */
export function taxAdjustments(period: Period, filed: readonly TaxEntry[], now: readonly TaxEntry[]): TaxAdjustment[] {
  const keyOf = ({ reference, kind, label }: TaxEntry) => JSON.stringify([reference, kind, label])
  const [before, after] = [Map.groupBy(filed, keyOf), Map.groupBy(now, keyOf)]
  const changes = [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key) ?? [], after.get(key) ?? []]
    const [about] = is.length > 0 ? is : was
    if (!about) return []
    const { gross, refunds, taxable, tax } = difference(sumOf(was), sumOf(is))
    const isTaxed = [...was, ...is].some((entry) => entry.taxable !== null)
    return [{ ...about, period, gross, refunds, taxable: isTaxed ? taxable : null, tax }]
  })
  return changes.filter(({ gross, refunds, taxable, tax }) => gross !== 0 || refunds !== 0 || taxable || tax !== 0)
}

type Sums = Pick<TaxRow, 'gross' | 'refunds' | 'taxable' | 'tax'>

const difference = (was: Sums, is: Sums) => ({
  gross: is.gross - was.gross,
  refunds: is.refunds - was.refunds,
  taxable: (is.taxable ?? 0) - (was.taxable ?? 0),
  tax: is.tax - was.tax,
})

/** The figures of a report from its entries. */
export function taxFigures(entries: readonly TaxEntry[], adjustments: TaxAdjustment[]): TaxFigures {
  const rows = taxRows(entries)
  const remitted = [...rows, ...adjustments].filter(({ kind }) => kind === 'rate')
  return { rows, adjustments, due: remitted.reduce((sum, { tax }) => sum + tax, 0) }
}

/** The day by which the tax of a period is due. */
export const dueOn = ({ to }: Period, { dueDay }: Pick<Jurisdiction, 'dueDay'>): IsoDate =>
  `${to.slice(0, 8)}${String(dueDay).padStart(2, '0')}`
