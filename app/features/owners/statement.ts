import { isPaidElsewhere } from '#app/features/bookings/booking-sources.ts'
import type { CountedStay } from '#app/features/reports/counted-stay.ts'
import { isWithin, type Period } from '#app/features/reports/periods.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { type Cents, type Percent, percentOf } from '#app/shared/money.ts'

/** The base of a commission's percentage. */
export const COMMISSION_ON = {
  rent: 'The nights',
  all: 'The nights, and the fees that the owner gets',
} as const

/** The manager's terms for a home. Amounts are in cents. */
export type OwnerTerms = {
  commissionPercent: Percent
  commissionOn: keyof typeof COMMISSION_ON
  /** Beside the percentage, for each stay that took place. */
  commissionPerStay: Cents
  receivesCleaningFee: boolean
  receivesOtherFees: boolean
  /** A stay counts only once its guest has paid it. */
  paidStaysOnly: boolean
}

/** An owner as the form has it. `properties` are ids, in order. */
export type OwnerValue = OwnerTerms & { name: string; email: string | null; properties: string[] }

/** A home of a statement. `cleanerPay` is for a turnover. */
export type OwnedProperty = { id: string; name: string; cleanerPay: Cents }

/** The amounts of a statement, in cents. */
type Amounts = {
  /** Without taxes. */
  revenue: Cents
  /** Cleaning and fees that the manager keeps. */
  notPassedOn: Cents
  commission: Cents
  /** The part that the platform keeps which sold the stay. */
  platformCommission: Cents
  /** The cleaner's pay. */
  turnover: Cents
  /** Lodging tax of the stays, whoever has paid it. */
  taxes: Cents
  payout: Cents
}

/** A stay of a statement. For a canceled one, the revenue is the retained amount. */
export type StatementStay = Amounts & {
  reference: string
  property: string
  checkIn: IsoDate
  checkOut: IsoDate
  /** The day of the cancellation; null of a stay that took place. */
  canceledOn: IsoDate | null
  /** The guest's unpaid amount, and the share of its taxes in that. */
  owed: Cents
  owedTaxes: Cents
}

/** The difference of a stay since its statement, which was of `month`. */
export type StatementChange = StatementStay & { month: IsoDate }

/** A cost of a home; a credit is below zero. */
export type StatementCost = {
  id: string
  property: string
  spentOn: IsoDate
  description: string
  amount: Cents
  receipt: string | null
}

/** The known facts about the lodging tax of a statement's stays when it is made. */
export type TaxFacts = {
  /** The guests' unpaid part of it; null where that is not known. */
  owedTaxes: Cents | null
  /** The part of it in a filing. */
  filedTaxes: Cents
}

/** The filed lodging tax of a stay, by its reference. */
export type FiledTaxes = ReadonlyMap<string, Cents>

export type StatementFigures = {
  terms: OwnerTerms
  properties: OwnedProperty[]
  stays: StatementStay[]
  /** Stays that ended and count once they are paid. */
  waiting: StatementStay[]
  changes: StatementChange[]
  costs: StatementCost[]
  /** Of stays and changes. The payout is less the costs. */
  sums: Amounts & { costs: Cents; owed: Cents } & TaxFacts
}

const AMOUNTS = ['revenue', 'notPassedOn', 'commission', 'platformCommission', 'turnover', 'taxes', 'payout'] as const

/**
 * The owner's possible shares of a stay. Deductions beyond the nights lower the cleaning fee, and then the other fees.
 * Deductions beyond all of them, such as a tax by night of a prize, are the manager’s. Older versions may have a rent
 * below zero.
 */
function sharesOf({ rent, cleaning, fees }: CountedStay) {
  const afterRent = cleaning + Math.min(rent, 0)
  const afterCleaning = fees + Math.min(afterRent, 0)
  return { rent: Math.max(rent, 0), cleaning: Math.max(afterRent, 0), fees: Math.max(afterCleaning, 0) }
}

/** The unpaid amount of a stay that took place. Guests of platforms paid there. */
function owedOf({ isConfirmed, source, rent, cleaning, fees, taxes, movements }: CountedStay): Cents {
  if (!isConfirmed || isPaidElsewhere(source)) return 0
  const paid = movements.reduce((sum, { amount }) => sum + amount, 0)
  return Math.max(0, rent + cleaning + fees + taxes - paid)
}

function stayOf(stay: CountedStay, property: OwnedProperty, terms: OwnerTerms): StatementStay {
  const { reference, checkIn, checkOut, isConfirmed, retained, taxes, platformCommission } = stay
  const { rent, cleaning, fees } = sharesOf(stay)
  const passedOn = (terms.receivesCleaningFee ? cleaning : 0) + (terms.receivesOtherFees ? fees : 0)
  const revenue = isConfirmed ? stay.rent + stay.cleaning + stay.fees : retained
  const notPassedOn = isConfirmed ? revenue - rent - passedOn : 0
  const base = isConfirmed ? rent + (terms.commissionOn === 'all' ? passedOn : 0) : retained
  const commission = percentOf(base, terms.commissionPercent) + (isConfirmed ? terms.commissionPerStay : 0)
  // The recipient of the cleaning fee pays the cleaner.
  const turnover = isConfirmed && terms.receivesCleaningFee ? property.cleanerPay : 0
  const owed = owedOf(stay)
  const total = revenue + taxes
  const owedTaxes = owed > 0 && total > 0 ? Math.round((taxes * owed) / total) : 0
  return {
    reference,
    property: property.name,
    checkIn,
    checkOut,
    canceledOn: stay.endedOn,
    revenue,
    notPassedOn,
    commission,
    platformCommission,
    turnover,
    taxes: isConfirmed ? taxes : 0,
    payout: revenue - notPassedOn - commission - platformCommission - turnover,
    owed,
    owedTaxes,
  }
}

/** Whose statements had a stay that was canceled since: of him or of another owner. Null if none had it. */
export type StatedBy = (stay: CountedStay) => 'owner' | 'other' | null

type OfMonth = { month: Period; properties: readonly OwnedProperty[]; terms: OwnerTerms; statedBy: StatedBy }

/**
 * The stays of a month: those that ended in it, and retained amounts of others. An amount retained of a stay of an
 * earlier statement is for the owner of that. Where unpaid stays wait, it has none of them.
 */
export const staysOfMonth = (stays: readonly CountedStay[], of: OfMonth): StatementStay[] =>
  endedStays(stays, of).filter(({ owed }) => !of.terms.paidStaysOnly || owed === 0)

/** Stays that ended in the month and are not in its statement until they are paid. */
export const waitingStays = (stays: readonly CountedStay[], of: OfMonth): StatementStay[] =>
  of.terms.paidStaysOnly ? endedStays(stays, of).filter(({ owed }) => owed > 0) : []

function endedStays(stays: readonly CountedStay[], { month, properties, terms, statedBy }: OfMonth): StatementStay[] {
  const byId = new Map(properties.map((property) => [property.id, property]))
  return stays.flatMap((stay) => {
    const own = byId.get(stay.propertyId)
    if (stay.isConfirmed) return own && isWithin(stay.checkOut, month) ? [stayOf(stay, own, terms)] : []
    if (stay.retained <= 0 || stay.endedOn === null || !isWithin(stay.endedOn, month)) return []
    const stated = statedBy(stay)
    const property = stated === 'owner' ? { id: stay.propertyId, name: stay.property, cleanerPay: 0 } : own
    return property && stated !== 'other' ? [stayOf(stay, property, terms)] : []
  })
}

/** The differences of stays of an earlier month since their statements, one by one. */
export function changesOf(
  month: IsoDate,
  stated: readonly StatementStay[],
  now: readonly StatementStay[],
): StatementChange[] {
  const before = Map.groupBy(stated, ({ reference }) => reference)
  const after = new Map(now.map((stay) => [stay.reference, stay]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((reference) => {
    const [old = [], present] = [before.get(reference), after.get(reference)]
    const shown = present ?? old.at(-1)
    if (!shown) return []
    const was = (name: keyof Amounts) => old.reduce((sum, one) => sum + one[name], 0)
    const differences = AMOUNTS.map((name) => [name, (present?.[name] ?? 0) - was(name)] as const)
    if (differences.every(([, amount]) => amount === 0)) return []
    return [{ ...shown, ...(Object.fromEntries(differences) as Amounts), month }]
  })
}

export function figuresOf(parts: Omit<StatementFigures, 'sums'>, filed: FiledTaxes): StatementFigures {
  const { stays, waiting, changes, costs } = parts
  const all = [...stays, ...waiting]
  const owed = all.reduce((sum, one) => sum + one.owed, 0)
  const owedTaxes = stays.reduce((sum, one) => sum + one.owedTaxes, 0)
  const filedTaxes = stays.reduce((sum, { reference, taxes }) => sum + Math.min(taxes, filed.get(reference) ?? 0), 0)
  const sum = (of: (one: StatementStay) => Cents) => [...stays, ...changes].reduce((total, one) => total + of(one), 0)
  const spent = costs.reduce((all, { amount }) => all + amount, 0)
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, sum((one) => one[name])])) as Amounts
  return { ...parts, sums: { ...amounts, owed, owedTaxes, filedTaxes, costs: spent, payout: amounts.payout - spent } }
}
