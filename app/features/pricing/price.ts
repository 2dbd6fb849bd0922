import { addDays, formatDate, weekday } from '#app/shared/dates.ts'
import { type Cents, CURRENCY, formatMoney, percentOf, percentWords } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { countOf, listOf } from '#app/shared/words.ts'
import type { PromoCode } from './promo-code.ts'
import { type Fee, type NightRate, type PricingRules, rateOfNight, type StayDiscount, type Tax } from './rates.ts'
import { weekdayWords } from './weekdays.ts'

/** Only discounts have a negative `amount`. The `note` of a tax names its authority and the lines it applies to. */
export type PriceLine = {
  kind: 'nights' | 'discount' | 'cleaning' | 'fee' | 'guest' | 'pet' | 'tax'
  label: string
  amount: Cents
  note?: string
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

/** What a price depends on. */
export type PricedStay = Pick<Stay, 'checkIn' | 'checkOut' | 'adults' | 'children' | 'pets'>

/** A line before its words, which cost most of a price and which a total does not need. */
type Charge = Pick<PriceLine, 'kind' | 'amount'> & {
  words: () => Pick<PriceLine, 'label' | 'note'> & LineSource
  /** For fees: the taxes on it. */
  taxedBy?: readonly string[]
  /** The rule that it comes from. */
  of?: Fee | Tax | StayDiscount | PromoCode
}

const sum = (charges: readonly Pick<PriceLine, 'amount'>[]) => charges.reduce((total, { amount }) => total + amount, 0)

/** How often a fee is charged, per stay or per night. */
function feeCount({ kind, includedGuests, eachPet }: Fee, { adults, children, pets }: PricedStay): number {
  if (kind === 'stay') return 1
  if (kind === 'guest') return Math.max(0, adults + children - includedGuests)
  return eachPet ? pets : Math.min(pets, 1)
}

function feeCharge(fee: Fee, stay: PricedStay, nights: number): Charge | null {
  const { id, kind, label, amount, per } = fee
  const count = feeCount(fee, stay)
  if (count === 0) return null
  const words = () => {
    const isCounted = kind === 'guest' || (fee.eachPet && count > 1)
    const parts = [isCounted ? `${label} × ${count}` : label, per === 'night' && countOf(nights, 'night')]
    return { label: parts.filter(Boolean).join(', '), feeId: id }
  }
  return {
    kind: kind === 'stay' ? 'fee' : kind,
    amount: amount * count * (per === 'night' ? nights : 1),
    taxedBy: fee.taxedBy,
    words,
    of: fee,
  }
}

/** The discount of the longest matching stay, then the promo code's share of the rest. */
function discountsOf(
  { amount, nights }: { amount: Cents; nights: number },
  discounts: PricingRules['discounts'],
  promo: PromoCode | null,
): Charge[] {
  const taken: Charge[] = []
  let left = amount
  const takeOff = (of: StayDiscount | PromoCode, label: () => string, wanted: Cents) => {
    const off = Math.min(wanted, left)
    if (off === 0) return
    taken.push({ kind: 'discount', amount: -off, words: () => ({ label: label() }), of })
    left -= off
  }
  const [long] = discounts
    .filter(({ fromNights }) => nights >= fromNights)
    .sort((a, b) => b.fromNights - a.fromNights || (a.percent < b.percent ? 1 : -1))
  const { code, percent, amount: fixed } = promo ?? {}
  if (long) takeOff(long, () => `${long.label} (${percentWords(long.percent)})`, percentOf(left, long.percent))
  if (promo && percent) takeOff(promo, () => `Code ${code} (${percentWords(percent)})`, percentOf(left, percent))
  if (promo && fixed) takeOff(promo, () => `Code ${code}`, fixed)
  return taken
}

/** What the taxes of a stay are computed from. */
type Taxed = { stay: PricedStay; nights: NightRate[]; discounts: Charge[]; cleaning: Charge[]; fees: Charge[] }

/** What guests read about the lines that a tax applies to. */
const TAXED_WORDS: Partial<Record<PriceLine['kind'], string>> = {
  cleaning: 'cleaning',
  fee: 'fees',
  guest: 'extra guests',
  pet: 'pets',
}

const priceOf = (nights: readonly NightRate[]) => nights.reduce((total, { price }) => total + price, 0)

/** The price of the first nights with their share of the discounts, which lower every night alike. */
function discountedPrice({ nights, discounts }: Taxed, first: number): Cents {
  const full = priceOf(nights)
  if (first === nights.length || full === 0) return full + sum(discounts)
  return Math.round((priceOf(nights.slice(0, first)) * (full + sum(discounts))) / full)
}

/** Null if nothing in the stay is taxed by it. */
function taxCharge(tax: Tax, taxed: Taxed): Charge | null {
  const { notFromNights } = tax
  const count = taxed.nights.length
  if (Number(tax.rate) === 0 || (notFromNights !== null && count >= notFromNights)) return null
  const nights = Math.min(count, tax.firstNights ?? count)
  const charged = tax.basis === 'percent' ? percentTax(tax, taxed, nights) : nightlyTax(tax, taxed.stay, nights)
  if (!charged) return null
  const words = () => {
    const { id: taxId, basis } = tax
    const jurisdiction = tax.jurisdiction ?? undefined
    const { rate, on } = charged.words(nights < count ? `the first ${countOf(nights, 'night')}` : 'nights')
    const note = [jurisdiction, `on ${listOf(on)}`].filter(Boolean).join(', ')
    return { label: `${tax.name} (${rate})`, note, taxId, jurisdiction, basis, taxable: charged.taxable }
  }
  return { kind: 'tax', amount: charged.amount, words, of: tax }
}

type ChargedTax = { amount: Cents; taxable?: Cents; words: (nights: string) => { rate: string; on: string[] } }

function percentTax({ id, rate, appliesTo }: Tax, taxed: Taxed, nights: number): ChargedTax | null {
  const hasNights = appliesTo.includes('nights')
  const cleaning = appliesTo.includes('cleaning') ? taxed.cleaning : []
  const others = [...cleaning, ...taxed.fees.filter(({ taxedBy }) => taxedBy?.includes(id))]
  if (!hasNights && others.length === 0) return null
  const taxable = (hasNights ? discountedPrice(taxed, nights) : 0) + sum(others)
  const words = (nightsWord: string) => {
    const parts = new Set(others.flatMap(({ kind }) => TAXED_WORDS[kind] ?? []))
    return { rate: percentWords(rate), on: [...(hasNights ? [nightsWord] : []), ...parts] }
  }
  return { amount: percentOf(taxable, rate), taxable, words }
}

function nightlyTax({ rate, basis }: Tax, { adults, children }: PricedStay, nights: number): ChargedTax {
  const units = nights * (basis === 'guest-night' ? adults + children : 1)
  return {
    // Dollars per unit as percent of 100 dollars, so that only the sum is rounded.
    amount: percentOf(units * 100_00, rate),
    words: (nightsWord) => ({
      rate: `${formatMoney(percentOf(100_00, rate))} per ${basis === 'night' ? 'night' : 'guest and night'}`,
      on: [nightsWord],
    }),
  }
}

/**
 * The nights of a stay, and everything that is charged for or taken off them, with the rule that it comes from; null if the
 * property has no rates.
 */
export function chargesOf(
  rules: PricingRules,
  stay: PricedStay,
  promo: PromoCode | null,
): { nights: NightRate[]; charges: Charge[]; total: Cents } | null {
  const nights: NightRate[] = []
  for (let date = stay.checkIn; date < stay.checkOut; date = addDays(date, 1)) {
    const rate = rateOfNight(rules, date)
    if (!rate) return null
    nights.push(rate)
  }
  if (nights.length === 0) throw new Error(`no nights between ${stay.checkIn} and ${stay.checkOut}`)

  const full = priceOf(nights)
  const discounts = discountsOf({ amount: full, nights: nights.length }, rules.discounts, promo)
  const { cleaningFee } = rules
  const cleaning: Charge[] =
    cleaningFee > 0 ? [{ kind: 'cleaning', amount: cleaningFee, words: () => ({ label: 'Cleaning' }) }] : []
  const feesOf = (isTaxed: boolean) =>
    rules.fees.flatMap((fee) => (fee.taxedBy.length > 0 === isTaxed && feeCharge(fee, stay, nights.length)) || [])
  const fees = [...feesOf(true), ...feesOf(false)]
  const taxes = rules.taxes.flatMap((tax) => taxCharge(tax, { stay, nights, discounts, cleaning, fees }) ?? [])
  const charges = [...discounts, ...cleaning, ...fees, ...taxes]
  return { nights, charges, total: full + sum(charges) }
}

/**
 * The all-in price of `[checkIn, checkOut)`: equal nights together in order of first appearance, discounts, cleaning, fees,
 * then each tax on the rest. Null if the property has no rates. The dates must be valid and in order.
 */
export function priceStay(rules: PricingRules, stay: PricedStay, promo: PromoCode | null = null): Price | null {
  const charged = chargesOf(rules, stay, promo)
  if (!charged) return null
  const { nights, charges, total } = charged
  const lines = charges.map(({ kind, amount, words }) => ({ kind, amount, ...words() }))
  const stayed = nightGroups(nights).map((group) => ({ kind: 'nights' as const, ...group }))
  return { nights: nights.length, lines: [...stayed, ...lines], total, currency: CURRENCY }
}

/** The total of `priceStay`, many times faster. */
export function totalOfStay(rules: PricingRules, stay: PricedStay): Cents | null {
  return chargesOf(rules, stay, null)?.total ?? null
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
 * Nights of one price together, in order of first appearance: `3 nights × $1,450.00`, with their weekdays or season if prices
 * differ.
 */
function nightGroups(nights: readonly NightRate[]): { label: string; amount: Cents }[] {
  const groups = new Map<Cents, NightRate[]>()
  for (const night of nights) groups.set(night.price, [...(groups.get(night.price) ?? []), night])
  const regular = nights.filter((night) => night.from === 'rate')
  const seasonsDiffer = new Set(regular.map((night) => night.season?.id)).size > 1
  return [...groups].map(([price, group]) => {
    const count = `${group.length} ${group.length === 1 ? 'night' : 'nights'} × ${formatMoney(price)}`
    const which = groups.size > 1 ? context(group, seasonsDiffer) : ''
    return { label: which ? `${count}, ${which}` : count, amount: price * group.length }
  })
}
