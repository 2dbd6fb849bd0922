import { eachNight, formatDate, type IsoDate, weekday } from '#app/shared/dates.ts'
import { type Cents, CURRENCY, formatMoney, percentOf, percentWords } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { countOf, listOf } from '#app/shared/words.ts'
import type { PromoCode } from './promo-code.ts'
import { type Fee, type NightRate, type PricingRules, rateOfNight, type Tax, type TaxedPart } from './rates.ts'

/** Only discounts have a negative `amount`. The `note` of a tax names its authority and the lines it applies to. */
export type PriceLine = {
  kind: 'nights' | 'discount' | 'cleaning' | 'pet' | 'guest' | 'tax'
  label: string
  amount: Cents
  note?: string
}

/** The price of a stay: the lines add up to the total. */
export type Price = { nights: number; lines: PriceLine[]; total: Cents; currency: typeof CURRENCY }

/** What a price depends on. */
type PricedStay = Pick<Stay, 'checkIn' | 'checkOut' | 'adults' | 'children' | 'pets'>

/** A line before its words, which cost most of a price and which a total does not need. */
type Charge = Pick<PriceLine, 'kind' | 'amount'> & { label: () => string; note?: () => string }

const sum = (charges: readonly Pick<PriceLine, 'amount'>[]) => charges.reduce((total, { amount }) => total + amount, 0)

function feeCharge(fee: Fee, { adults, children, pets }: PricedStay, nights: number): Charge | null {
  const { kind, label, amount, per } = fee
  const count = kind === 'pet' ? Math.min(pets, 1) : Math.max(0, adults + children - fee.includedGuests)
  if (count === 0) return null
  const words = () => [kind === 'guest' ? `${label} × ${count}` : label, per === 'night' && countOf(nights, 'night')]
  return {
    kind,
    label: () => words().filter(Boolean).join(', '),
    amount: amount * count * (per === 'night' ? nights : 1),
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
  const takeOff = (label: () => string, wanted: Cents) => {
    const off = Math.min(wanted, left)
    if (off === 0) return
    taken.push({ kind: 'discount', label, amount: -off })
    left -= off
  }
  const [long] = discounts
    .filter(({ fromNights }) => nights >= fromNights)
    .sort((a, b) => b.fromNights - a.fromNights || (a.percent < b.percent ? 1 : -1))
  const { code, percent, amount: fixed } = promo ?? {}
  if (long) takeOff(() => `${long.label} (${percentWords(long.percent)})`, percentOf(left, long.percent))
  if (percent) takeOff(() => `Code ${code} (${percentWords(percent)})`, percentOf(left, percent))
  if (fixed) takeOff(() => `Code ${code}`, fixed)
  return taken
}

const PARTS = ['nights', 'cleaning', 'fees'] as const

/** The kinds of lines that a tax applies to; a discount belongs to the nights. */
const TAXED_WORDS: Partial<Record<PriceLine['kind'], string>> = {
  nights: 'nights',
  cleaning: 'cleaning',
  pet: 'pets',
  guest: 'extra guests',
}

/** Null if nothing in the stay is taxed by it. */
function taxCharge({ name, rate, jurisdiction, appliesTo }: Tax, taxed: Record<TaxedPart, Charge[]>): Charge | null {
  const parts = PARTS.filter((part) => appliesTo.includes(part) && taxed[part].length > 0)
  if (parts.length === 0 || Number(rate) === 0) return null
  const words = () => new Set(parts.flatMap((part) => taxed[part].flatMap(({ kind }) => TAXED_WORDS[kind] ?? [])))
  return {
    kind: 'tax',
    label: () => `${name} (${percentWords(rate)})`,
    amount: percentOf(
      parts.reduce((total, part) => total + sum(taxed[part]), 0),
      rate,
    ),
    note: () => [jurisdiction, `on ${listOf([...words()])}`].filter(Boolean).join(', '),
  }
}

/** The nights of a stay, and everything that is charged for or taken off them; null if the property has no rates. */
function chargesOf(
  rules: PricingRules,
  stay: PricedStay,
  promo: PromoCode | null,
): { nights: PricedNight[]; charges: Charge[]; total: Cents } | null {
  const nights: PricedNight[] = []
  for (const date of eachNight(stay.checkIn, stay.checkOut)) {
    const rate = rateOfNight(rules, date)
    if (!rate) return null
    nights.push({ date, ...rate })
  }
  if (nights.length === 0) throw new Error(`no nights between ${stay.checkIn} and ${stay.checkOut}`)

  const full = nights.reduce((total, { price }) => total + price, 0)
  const discounts = discountsOf({ amount: full, nights: nights.length }, rules.discounts, promo)
  const { cleaningFee } = rules
  const cleaning: Charge[] = cleaningFee > 0 ? [{ kind: 'cleaning', label: () => 'Cleaning', amount: cleaningFee }] : []
  const feesOf = (taxable: boolean) =>
    rules.fees.flatMap((fee) => (fee.taxable === taxable && feeCharge(fee, stay, nights.length)) || [])
  const stayed: Charge = { kind: 'nights', label: () => '', amount: full }
  const taxed = { nights: [stayed, ...discounts], cleaning, fees: feesOf(true) }
  const taxes = rules.taxes.flatMap((tax) => taxCharge(tax, taxed) ?? [])
  const charges = [...discounts, ...cleaning, ...taxed.fees, ...feesOf(false), ...taxes]
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
  const lines = charges.map(({ label, note, ...charge }) => ({
    ...charge,
    label: label(),
    ...(note && { note: note() }),
  }))
  const stayed = nightGroups(nights).map((group) => ({ kind: 'nights' as const, ...group }))
  return { nights: nights.length, lines: [...stayed, ...lines], total, currency: CURRENCY }
}

/** The total of `priceStay`, many times faster. */
export function totalOfStay(rules: PricingRules, stay: PricedStay): Cents | null {
  return chargesOf(rules, stay, null)?.total ?? null
}

type PricedNight = NightRate & { date: IsoDate }

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `Sunday to Thursday`, `Friday and Saturday`, `Saturday`: the weekdays of these nights, in order. */
function weekdayWords(nights: readonly PricedNight[]): string {
  const days = new Set(nights.map((night) => weekday(night.date)))
  if (days.size === 7) return ''
  // A run may wrap the end of the week: start after a missing day.
  const gap = [0, 1, 2, 3, 4, 5, 6].find((day) => days.has(day) && !days.has((day + 6) % 7)) ?? 0
  const ordered = [0, 1, 2, 3, 4, 5, 6].map((step) => (gap + step) % 7).filter((day) => days.has(day))
  const names = ordered.map((day) => WEEKDAYS[day] ?? '')
  const isRun = ordered.every((day, index) => day === (gap + index) % 7)
  return isRun && names.length > 2 ? `${names[0]} to ${names.at(-1)}` : listOf(names)
}

function context(group: readonly PricedNight[], seasonsDiffer: boolean): string {
  if (group.every((night) => night.from === 'override')) {
    const reasons = new Set(group.map((night) => night.reason))
    const [reason] = reasons
    if (reason && reasons.size === 1) return reason
    return group.length > 2 ? 'special dates' : listOf(group.map((night) => formatDate(night.date).slice(5)))
  }
  const season = group[0]?.season ?? null
  const sameSeason = group.every((night) => night.season?.id === season?.id)
  const name = seasonsDiffer && sameSeason && season ? season.name : ''
  return [name, weekdayWords(group)].filter(Boolean).join(', ')
}

/**
 * Nights of one price together, in order of first appearance: `3 nights × $1,450.00`, with their weekdays or season if prices
 * differ.
 */
function nightGroups(nights: readonly PricedNight[]): { label: string; amount: Cents }[] {
  const groups = new Map<Cents, PricedNight[]>()
  for (const night of nights) groups.set(night.price, [...(groups.get(night.price) ?? []), night])
  const regular = nights.filter((night) => night.from === 'rate')
  const seasonsDiffer = new Set(regular.map((night) => night.season?.id)).size > 1
  return [...groups].map(([price, group]) => {
    const count = `${group.length} ${group.length === 1 ? 'night' : 'nights'} × ${formatMoney(price)}`
    const which = groups.size > 1 ? context(group, seasonsDiffer) : ''
    return { label: which ? `${count}, ${which}` : count, amount: price * group.length }
  })
}
