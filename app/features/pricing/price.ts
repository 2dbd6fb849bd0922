import { addDays, formatDate, type IsoDate, nightsBetween, weekday } from '#app/shared/dates.ts'
import { type Cents, CURRENCY, formatMoney, isZero, percentOf, percentWords } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { weekdayWords } from '#app/shared/weekdays.ts'
import { countOf, listOf } from '#app/shared/words.ts'
import { discountsFor } from './discount-kinds.ts'
import { type FeeLine, feeKindOf } from './fee-kinds.ts'
import type { PromoCode } from './promo-code.ts'
import {
  type Fee,
  type GapRule,
  type NightRate,
  type PricingRules,
  priceOfNight,
  rateOfNight,
  type StayDiscount,
  type Tax,
} from './rates.ts'
import { taxBasisOf, taxRateWords } from './tax-bases.ts'

/**
 * Only discounts have a negative `amount`. The `note` of a tax names its authority and the lines it applies to. `dates`
 * are the nights of a line, each of the same price. An agreed price has none.
 */
export type PriceLine = {
  kind: 'nights' | 'discount' | 'cleaning' | FeeLine | 'tax'
  label: string
  amount: Cents
  note?: string
  dates?: IsoDate[]
} & LineSource

/** Which fee or tax a line comes from. `taxable` is the amount that a tax in percent is computed from. */
type LineSource = {
  feeId?: string
  taxId?: string
  jurisdiction?: string
  basis?: Tax['basis']
  taxable?: Cents
}

/** The price of a stay: the lines add up to the total. */
export type Price = { nights: number; lines: PriceLine[]; total: Cents; currency: typeof CURRENCY }

/** The stay that a price depends on. */
export type PricedStay = Pick<Stay, 'checkIn' | 'checkOut' | 'adults' | 'children' | 'pets'>

/** The stays that fill a short hole between two others, as `gapKey` has them. */
export type Gaps = ReadonlySet<string>

export const gapKey = ({ checkIn, checkOut }: Pick<Stay, 'checkIn' | 'checkOut'>) => `${checkIn} ${checkOut}`

/** The context of a price besides the property's rules: the local day of booking, the stays around, and a code. */
export type PriceContext = { today: IsoDate; gaps: Gaps; promo: PromoCode | null }

/** A line before its words, which cost most of a price and which a total does not need. Cleaning comes from no rule. */
type Charge = Pick<PriceLine, 'kind' | 'amount' | 'taxable'> & { of?: Fee | Tax | GapRule | StayDiscount | PromoCode }

const sum = (charges: readonly Pick<PriceLine, 'amount'>[]) => charges.reduce((total, { amount }) => total + amount, 0)

/** How often a fee is charged, per stay or per night. */
const feeCount = (fee: Fee, stay: PricedStay) => feeKindOf(fee).count(stay, fee.includedGuests)

type FeeCharge = Charge & { of: Fee }

/** The fees of a stay, those with taxes first. */
function feesOf({ fees }: PricingRules, stay: PricedStay, nights: number): FeeCharge[] {
  const taxed: FeeCharge[] = []
  const others: FeeCharge[] = []
  for (const fee of fees) {
    const count = feeCount(fee, stay)
    if (count === 0) continue
    const amount = fee.amount * count * (fee.per === 'night' ? nights : 1)
    const charges = fee.taxedBy.length > 0 ? taxed : others
    charges.push({ kind: feeKindOf(fee).line, amount, of: fee })
  }
  return [...taxed, ...others]
}

/** The changes in price of nights that fill a gap. */
function gapChanges({ gap }: PricingRules, full: Cents, isGap: boolean): Charge[] {
  if (!gap || !isGap) return []
  const change = percentOf(full, String(Math.abs(gap.gapPercent)))
  if (change === 0) return []
  return gap.gapPercent < 0
    ? [{ kind: 'discount', amount: -change, of: gap }]
    : [{ kind: 'nights', amount: change, of: gap }]
}

/** The discounts of the stay, then the promo code, each off what the ones before it leave. */
function discountsOf(
  full: Cents,
  { discounts }: PricingRules,
  { nights, daysAhead, promo }: { nights: number; daysAhead: number; promo: PromoCode | null },
): Charge[] {
  const taken: Charge[] = []
  let left = full
  const addDiscount = (of: StayDiscount | PromoCode, wanted: Cents) => {
    const off = Math.min(wanted, left)
    if (off === 0) return
    taken.push({ kind: 'discount', amount: -off, of })
    left -= off
  }
  for (const discount of discountsFor(discounts, { nights, daysAhead })) {
    addDiscount(discount, percentOf(left, discount.percent))
  }
  if (promo?.percent) addDiscount(promo, percentOf(left, promo.percent))
  if (promo?.amount) addDiscount(promo, promo.amount)
  return taken
}

/** The base of a stay's taxes. `discounted` is the price of all nights with the discounts. */
type Taxed = {
  stay: PricedStay
  prices: readonly Cents[]
  full: Cents
  discounted: Cents
  cleaning: Cents
  fees: FeeCharge[]
}

const priceOf = (prices: readonly Cents[]) => prices.reduce((total, price) => total + price, 0)

/** The price of the first nights with their share of the discounts, which lower every night alike. */
function discountedPrice({ prices, full, discounted }: Taxed, first: number): Cents {
  if (first === prices.length || full === 0) return discounted
  return Math.round((priceOf(prices.slice(0, first)) * discounted) / full)
}

/** How many nights a tax is for. */
const countTaxedNights = ({ taxedNights }: Tax, nights: number) => Math.min(nights, taxedNights ?? nights)

/** Null if nothing in the stay is taxed by it. */
function taxCharge(tax: Tax, taxed: Taxed): Charge | null {
  const { id, rate, basis, appliesTo, exemptFromNights } = tax
  const count = taxed.prices.length
  if (isZero(rate) || (exemptFromNights !== null && count >= exemptFromNights)) return null
  const nights = countTaxedNights(tax, count)
  const units = taxBasisOf(basis).units?.(nights, taxed.stay.adults + taxed.stay.children)
  // Dollars per unit as percent of 100 dollars, so that only the sum is rounded.
  if (units !== undefined) return { kind: 'tax', amount: percentOf(units * 100_00, rate), of: tax }
  const hasNights = appliesTo.includes('nights')
  const cleaning = appliesTo.includes('cleaning') ? taxed.cleaning : 0
  const fees = taxed.fees.filter(({ of }) => of.taxedBy.includes(id))
  if (!hasNights && cleaning === 0 && fees.length === 0) return null
  const taxable = (hasNights ? discountedPrice(taxed, nights) : 0) + cleaning + sum(fees)
  return { kind: 'tax', amount: percentOf(taxable, rate), taxable, of: tax }
}

/**
 * Everything that is charged besides the nights or taken off them. Each has the rule that it comes from. The total is
 * beside them. `prices` are those of the nights.
 */
export function chargesOf(
  rules: PricingRules,
  stay: PricedStay,
  { prices, today, gaps, promo }: PriceContext & { prices: readonly Cents[] },
): { charges: Charge[]; total: Cents } {
  const full = priceOf(prices)
  const daysAhead = nightsBetween(today, stay.checkIn)
  const prize = promo?.coversAll ? promo : null
  const charges = gapChanges(rules, full, gaps.has(gapKey(stay)))
  const ofNights = { nights: prices.length, daysAhead, promo: prize ? null : promo }
  charges.push(...discountsOf(full + sum(charges), rules, ofNights))
  const discounted = full + sum(charges)
  const cleaning = rules.cleaningFee
  if (cleaning > 0) charges.push({ kind: 'cleaning', amount: cleaning })
  const fees = feesOf(rules, stay, prices.length)
  charges.push(...fees)
  // A share of a price that nobody pays is nothing. An amount for each night is due anyway.
  const paid = prize ? { discounted: 0, cleaning: 0, fees: [] } : { discounted, cleaning, fees }
  const taxed = { stay, prices, full, ...paid }
  for (const tax of rules.taxes) {
    const charge = taxCharge(tax, taxed)
    if (charge) charges.push(charge)
  }
  const covered = prize ? full + sum(charges) : 0
  if (prize && covered > 0) charges.push({ kind: 'discount', amount: -covered, of: prize })
  return { charges, total: full + sum(charges) }
}

/** The values of each night of a stay; null if a night has none. */
export function ofEachNight<Of>({ checkIn, checkOut }: PricedStay, find: (date: IsoDate) => Of | null): Of[] | null {
  if (checkIn >= checkOut) throw new Error(`no nights between ${checkIn} and ${checkOut}`)
  const found: Of[] = []
  for (let date = checkIn; date < checkOut; date = addDays(date, 1)) {
    const of = find(date)
    if (of === null) return null
    found.push(of)
  }
  return found
}

/** A charge, and the input of its words. */
type Charged = { stay: PricedStay; nights: number; charges: readonly Charge[] }

/** A charge with its words, as guests read it. */
export function lineOf({ of, ...charge }: Charge, charged: Charged): PriceLine {
  return { ...charge, ...wordsOf(of, charged) }
}

function wordsOf(of: Charge['of'], charged: Charged): Pick<PriceLine, 'label' | 'note'> & LineSource {
  if (!of) return { label: 'Cleaning' }
  if ('gapPercent' in of) return { label: gapWords(of) }
  if ('code' in of) return { label: codeWords(of) }
  if ('threshold' in of) return { label: `${of.label} (${percentWords(of.percent)})` }
  return 'basis' in of ? taxWords(of, charged) : feeWords(of, charged)
}

function codeWords({ code, percent, coversAll }: PromoCode): string {
  if (coversAll) return `Your prize, code ${code}`
  return percent ? `Code ${code} (${percentWords(percent)})` : `Code ${code}`
}

export const gapWords = ({ gapPercent }: GapRule) => `Short stay (${gapPercent > 0 ? '+' : ''}${gapPercent}%)`

function feeWords(fee: Fee, { stay, nights }: Charged) {
  const { id: feeId, label, per } = fee
  const count = feeCount(fee, stay)
  const isCounted = feeKindOf(fee).includesGuests || count > 1
  const parts = [isCounted ? `${label} × ${count}` : label, per === 'night' && countOf(nights, 'night')]
  return { label: parts.filter(Boolean).join(', '), feeId }
}

function taxWords(tax: Tax, { nights: all, charges }: Charged) {
  const { id: taxId, basis, appliesTo } = tax
  const jurisdiction = tax.jurisdiction ?? undefined
  const nights = countTaxedNights(tax, all)
  const on = nights < all ? `the first ${countOf(nights, 'night')}` : 'nights'
  const others = charges.flatMap(({ kind, of }) => {
    if (kind === 'cleaning') return appliesTo.includes('cleaning') ? ['cleaning'] : []
    return of && 'taxedBy' in of && of.taxedBy.includes(taxId) ? [feeKindOf(of).taxed] : []
  })
  const { units } = taxBasisOf(basis)
  const taxed = units ? [on] : [...(appliesTo.includes('nights') ? [on] : []), ...new Set(others)]
  const note = [jurisdiction, `on ${listOf(taxed)}`].filter(Boolean).join(', ')
  return { label: `${tax.name} (${taxRateWords(tax)})`, note, taxId, jurisdiction, basis }
}

/**
 * The all-in price of `[checkIn, checkOut)`. Its lines are equal nights together in order of first appearance, then
 * discounts, cleaning and fees. Each tax on the rest comes last, but for the code of a prize, which covers all of it.
 * Null if the property has no rates. The dates must be valid and in order.
 */
export function priceStay(rules: PricingRules, stay: PricedStay, context: PriceContext): Price | null {
  const rates = ofEachNight(stay, (date) => rateOfNight(rules, date))
  if (!rates) return null
  const { charges, total } = chargesOf(rules, stay, { ...context, prices: rates.map(({ price }) => price) })
  const nights = rates.length
  const stayed = nightGroups(rates).map((group) => ({ kind: 'nights' as const, ...group }))
  const lines = charges.map((charge) => lineOf(charge, { stay, nights, charges }))
  return { nights, lines: [...stayed, ...lines], total, currency: CURRENCY }
}

/** The total of `priceStay`, many times faster. */
export function totalOfStay(
  rules: PricingRules,
  stay: PricedStay,
  { today, gaps }: Omit<PriceContext, 'promo'>,
): Cents | null {
  const prices = ofEachNight(stay, (date) => priceOfNight(rules, date))
  return prices && chargesOf(rules, stay, { prices, today, gaps, promo: null }).total
}

function context(group: readonly NightRate[], seasonsDiffer: boolean): string {
  if (group.every((night) => night.from === 'override')) {
    const reasons = new Set(group.map((night) => night.reason))
    const [reason] = reasons
    if (reason && reasons.size === 1) return reason
    return group.length > 2 ? 'special dates' : listOf(group.map((night) => formatDate(night.date).slice(5)))
  }
  const season = group[0]?.season ?? null
  const sameSeason = group.every((night) => night.season?.id === season?.id)
  const name = seasonsDiffer && sameSeason && season ? season.name : ''
  return [name, weekdayWords(group.map(({ date }) => weekday(date)))].filter(Boolean).join(', ')
}

/**
 * Nights of one price together, in order of first appearance: `3 nights × $1,450.00`, with their weekdays or season if
 * prices differ.
 */
function nightGroups(nights: readonly NightRate[]): Required<Pick<PriceLine, 'label' | 'amount' | 'dates'>>[] {
  const groups = new Map<Cents, NightRate[]>()
  for (const night of nights) groups.set(night.price, [...(groups.get(night.price) ?? []), night])
  const regular = nights.filter((night) => night.from === 'rate')
  const seasonsDiffer = new Set(regular.map((night) => night.season?.id)).size > 1
  return [...groups].map(([price, group]) => {
    const count = `${group.length} ${group.length === 1 ? 'night' : 'nights'} × ${formatMoney(price)}`
    const which = groups.size > 1 ? context(group, seasonsDiffer) : ''
    const label = which ? `${count}, ${which}` : count
    return { label, amount: price * group.length, dates: group.map(({ date }) => date) }
  })
}
