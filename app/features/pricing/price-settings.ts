import { z } from 'zod'
import { cancellationPolicySchema } from '#app/features/properties/cancellation-policy.ts'
import { PAYMENT_WAY_NAMES } from '#app/features/site/payment-terms.ts'
import { canonical } from '#app/shared/canonical.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { BASES, DISCOUNT_CHOICES, PERIODS, STORED_KINDS } from './charge-choices.ts'
import type { PricingRules } from './rates.ts'

/** The weekdays of a rule; 0 is Sunday. */
const weekdays = z.array(z.int().min(0).max(6)).min(1)
const percent = boundedText(8).regex(/^\d{1,3}(?:\.\d{1,4})?$/)
const dayOfYear = boundedText(5).regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/)
const isDemo = z.boolean().default(false)

/** The price of a night on some weekdays (0 is Sunday), from a date on or always. */
export const weekdayPriceSchema = z.object({
  weekdays,
  price: z.int(),
  from: z.iso.date().nullable(),
  demo: isDemo,
})
export type WeekdayPrice = z.infer<typeof weekdayPriceSchema>

export const weekdayMinimumSchema = z.object({ weekdays, minimumStay: z.int() })
export type WeekdayMinimum = z.infer<typeof weekdayMinimumSchema>

export const nightlySchema = z.object({
  /** In cents, as all amounts here; null: the property has no price. */
  price: z.int().nullable(),
  cleaning: z.int(),
  rates: z.array(weekdayPriceSchema),
})

export const stayRulesSchema = z.object({
  minimumStay: z.int(),
  maximumStay: z.int().nullable().default(null),
  /** Null: a hole between two stays that is shorter than the minimum stays empty. */
  gapMinimumStay: z.int().nullable().default(null),
  gapPercent: z.int().nullable().default(null),
  arrivalMinimums: z.array(weekdayMinimumSchema),
  checkInDays: weekdays.nullable(),
  noticeDays: z.int(),
  noticeUntilHour: z.int(),
  bookingWindowDays: z.int().nullable(),
})

/**
 * Where `depositPercent` is null, the terms and days of the site count. A `paymentText` of null is that of the site.
 */
export const paymentSchema = z.object({
  depositPercent: z.int().nullable(),
  depositDays: z.int(),
  balanceDays: z.int(),
  paymentText: z.string().nullable(),
  /** Empty: the ways to pay of the site, unless there is a `paymentText`. */
  paymentWays: z.array(z.enum(PAYMENT_WAY_NAMES)).default([]),
  cancelUnpaidDays: z.int().nullable().default(null),
})

export const seasonSchema = z.object({
  id: z.guid(),
  name: z.string(),
  startsOn: dayOfYear,
  endsOn: dayOfYear,
  year: z.int().nullable().default(null),
  minimumStay: z.int(),
  checkInDays: weekdays.nullable(),
  rates: z.array(weekdayPriceSchema),
  arrivalMinimums: z.array(weekdayMinimumSchema),
  demo: isDemo,
})
export type SeasonSettings = z.infer<typeof seasonSchema>

export const feeSchema = z.object({
  id: z.guid(),
  kind: z.enum(STORED_KINDS),
  label: z.string(),
  amount: z.int(),
  per: z.enum(PERIODS),
  includedGuests: z.int().nullable(),
  eachPet: z.boolean(),
  taxedBy: z.array(z.guid()),
  demo: isDemo,
})
export type FeeSettings = z.infer<typeof feeSchema>

export const taxSchema = z.object({
  id: z.guid(),
  name: z.string(),
  rate: percent,
  jurisdiction: z.string().nullable(),
  basis: z.enum(BASES),
  appliesTo: z.array(z.enum(['nights', 'cleaning'])),
  taxedNights: z.int().nullable(),
  exemptFromNights: z.int().nullable(),
  displayOrder: z.int(),
  demo: isDemo,
})
export type TaxSettings = z.infer<typeof taxSchema>

export const discountSchema = z.object({
  id: z.guid(),
  label: z.string(),
  kind: z.enum(DISCOUNT_CHOICES).default('long-stay'),
  threshold: z.int(),
  percent,
})
export type DiscountSettings = z.infer<typeof discountSchema>

/** The questions of the back office about the prices of a home, until the operator has answered. */
export const questionSchema = z.enum(['no-tax', 'no-minimum'])
export type PriceQuestion = z.infer<typeof questionSchema>

/** Everything that an operator sets for the prices and rules of one property. */
export const priceSettingsSchema = z.object({
  nightly: nightlySchema,
  stayRules: stayRulesSchema,
  payment: paymentSchema,
  cancellation: cancellationPolicySchema,
  answeredQuestions: z.array(questionSchema),
  seasons: z.array(seasonSchema),
  fees: z.array(feeSchema),
  taxes: z.array(taxSchema),
  discounts: z.array(discountSchema),
})
export type PriceSettings = z.infer<typeof priceSettingsSchema>

/** The parts with their own form: a version, an undo and a line in the history each. */
const SINGLE = ['nightly', 'stayRules', 'payment', 'cancellation', 'answeredQuestions'] as const
const LISTS = ['seasons', 'fees', 'taxes', 'discounts'] as const
export type SettingsList = (typeof LISTS)[number]
/** `nightly`, or `seasons:<id>` for one of a list. */
export type ItemKey = (typeof SINGLE)[number] | `${SettingsList}:${string}`

/** The settings as items by their key. */
export function itemsOf(settings: PriceSettings): Map<ItemKey, unknown> {
  const single = SINGLE.map((key): [ItemKey, unknown] => [key, settings[key]])
  const listed = LISTS.flatMap((list) => settings[list].map((item): [ItemKey, unknown] => [`${list}:${item.id}`, item]))
  return new Map([...single, ...listed])
}

/** The items that differ, before and after; null where there is none. */
export function changedItems(before: PriceSettings, after: PriceSettings) {
  const [old, wanted] = [itemsOf(before), itemsOf(after)]
  const keys = [...new Set([...old.keys(), ...wanted.keys()])]
  const changed = keys.filter((key) => canonical(old.get(key) ?? null) !== canonical(wanted.get(key) ?? null))
  const pick = (items: Map<ItemKey, unknown>) => Object.fromEntries(changed.map((key) => [key, items.get(key) ?? null]))
  return { before: pick(old), after: pick(wanted) }
}

/** The settings with some items put in the place of theirs; null removes one. What does not fit is an error. */
export function withItems(settings: PriceSettings, items: Record<string, unknown>): PriceSettings {
  const next: Record<string, unknown> = { ...settings }
  for (const [key, item] of Object.entries(items)) {
    const [list, id] = key.split(':') as [SettingsList, string?]
    if (id === undefined) next[list] = item
    else {
      const others = (next[list] as { id: string }[]).filter((other) => other.id !== id)
      next[list] = item === null ? others : [...others, item]
    }
  }
  return priceSettingsSchema.parse(next)
}

/** The settings, with the overrides of single dates, as the price function expects them. */
export function pricingRulesOf(settings: PriceSettings, overrides: PricingRules['overrides']): PricingRules {
  const { nightly, stayRules, seasons, fees, taxes, discounts } = settings
  const { gapMinimumStay, gapPercent } = stayRules
  const parts = [
    { id: null, rates: nightly.rates, arrivalMinimums: stayRules.arrivalMinimums },
    ...seasons.map(({ id, rates, arrivalMinimums }) => ({ id, rates, arrivalMinimums })),
  ]
  return {
    baseNightly: nightly.price,
    minimumStay: stayRules.minimumStay,
    maximumStay: stayRules.maximumStay,
    gap: gapMinimumStay === null ? null : { gapMinimumStay, gapPercent: gapPercent ?? 0 },
    checkInDays: stayRules.checkInDays,
    seasons: seasons.map(({ rates: _, arrivalMinimums: __, demo: ___, ...season }) => season),
    rates: parts.flatMap(({ id, rates }) => rates.map(({ demo: _, ...rate }) => ({ seasonId: id, ...rate }))),
    arrivalMinimums: parts.flatMap(({ id, arrivalMinimums }) =>
      arrivalMinimums.map((row) => ({ seasonId: id, ...row })),
    ),
    overrides,
    discounts: discounts.map(({ id: _, ...discount }) => discount),
    cleaningFee: nightly.cleaning,
    fees: fees.map(({ demo: _, includedGuests, ...fee }) => ({ ...fee, includedGuests: includedGuests ?? 0 })),
    taxes: taxes.map(({ demo: _, displayOrder: __, ...tax }) => tax),
  }
}

/**
 * The settings with the prices that are in effect on `today` as those without a date. The latest price that has begun
 * counts. The one before it is history, which no stay can be booked for.
 */
export function inEffect(settings: PriceSettings, today: IsoDate): PriceSettings {
  const { nightly, seasons } = settings
  const rates = currentRates(nightly.rates, today)
  const always = rates.find(({ weekdays: days, from }) => days.length === 7 && !from)
  return {
    ...settings,
    nightly:
      always && nightly.price !== null
        ? { ...nightly, price: always.price, rates: rates.filter((rate) => rate !== always) }
        : { ...nightly, rates },
    seasons: seasons.map((season) => ({ ...season, rates: currentRates(season.rates, today) })),
  }
}

/** Rates in one order, so that equal settings are equal: many weekdays first, then by weekday, then by date. */
export function sortedRates(rates: readonly WeekdayPrice[]): WeekdayPrice[] {
  const keyOf = ({ weekdays: days, from }: WeekdayPrice) => `${7 - days.length} ${days.join('')} ${from ?? ''}`
  return rates.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

function currentRates(rates: WeekdayPrice[], today: IsoDate): WeekdayPrice[] {
  const groups = Map.groupBy(rates, (rate) => rate.weekdays.join())
  const current = [...groups.values()].flatMap((group) => {
    const begun = group
      .filter(({ from }) => !from || from <= today)
      .sort((a, b) => ((a.from ?? '') < (b.from ?? '') ? -1 : 1))
      .at(-1)
    const later = group.filter(({ from }) => from !== null && from > today)
    return begun ? [{ ...begun, from: null }, ...later] : later
  })
  return sortedRates(current)
}
