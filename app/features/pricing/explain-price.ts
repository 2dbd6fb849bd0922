import { formatDate, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import { type Cents, percentWords } from '#app/shared/money.ts'
import { weekdayWords } from '#app/shared/weekdays.ts'
import { countOf } from '#app/shared/words.ts'
import { DISCOUNT_WORDS, FEE_WORDS, feeChoiceOf } from './charge-choices.ts'
import { fitsDiscount } from './discount-kinds.ts'
import {
  chargesOf,
  gapWords,
  lineOf,
  ofEachNight,
  type PriceContext,
  type PricedStay,
  type PriceLine,
} from './price.ts'
import { listRatesOfNight, type NightRate, type PricingRules, type StayDiscount, type Tax } from './rates.ts'

/** A price that a night has beside the one that counts, and why that one counts first. */
type OtherRate = { rule: string; price: Cents; why: string }

/** The nights of one rule and price, and the other prices that any of them has. */
export type ExplainedNights = { dates: IsoDate[]; price: Cents; rule: string; others: OtherRate[] }

/** The explanation of a price. It has the rule of each night, the other lines, and the rules that add nothing. */
export type PriceExplanation = {
  nights: ExplainedNights[]
  lines: (PriceLine & { why?: string })[]
  skipped: { rule: string; why: string }[]
  total: Cents
}

/** The name of a rate: `Winter, Friday and Saturday`, `Every night`, `Price of Dec 31 (New Year’s Eve)`. */
export function rateName({ date, from, season, weekdays, reason, since }: NightRate): string {
  if (from === 'override') return `Price of ${dayOf(date)}${reason ? ` (${reason})` : ''}`
  const days = weekdays ? weekdayWords(weekdays) : ''
  const name = [season?.name, days || (season ? 'every night' : 'Every night')].filter(Boolean).join(', ')
  return since ? `${name}, from ${dayOf(since)}, ${since.slice(0, 4)}` : name
}

const dayOf = (date: IsoDate) => formatDate(date).slice(5)

/** Why a rate counts before another of the same night, as `listRatesOfNight` orders them. */
function whyBefore(first: NightRate, other: NightRate): string {
  if (first.from === 'override') return 'the price of a date counts before every other'
  if (first.season?.id !== other.season?.id) {
    if (first.season?.year && other.season?.year === null) return `${first.season.name} has exact dates`
    return other.season
      ? `${first.season?.name} is the shorter season`
      : `${first.season?.name} counts before the rest of the year`
  }
  if (!other.weekdays) return 'a weekday’s price counts before the price of every night'
  if ((first.weekdays?.length ?? 0) < other.weekdays.length) return 'the price for fewer weekdays counts'
  return first.since === other.since ? 'the lower of two alike counts' : 'a later price has begun'
}

function explainNight(rules: PricingRules, date: IsoDate) {
  const [first, ...others] = listRatesOfNight(rules, date)
  if (!first) return null
  return {
    date,
    price: first.price,
    rule: rateName(first),
    others: others.map((other) => ({ rule: rateName(other), price: other.price, why: whyBefore(first, other) })),
  }
}

/** The explanation of `priceStay`, from the same computation; null where that is null. */
export function explainStay(rules: PricingRules, stay: PricedStay, context: PriceContext): PriceExplanation | null {
  const explained = ofEachNight(stay, (date) => explainNight(rules, date))
  if (!explained) return null
  const prices = explained.map(({ price }) => price)
  const { charges, total } = chargesOf(rules, stay, { ...context, prices })
  const nights: ExplainedNights[] = []
  for (const { date, ...night } of explained) {
    const same = nights.find(({ rule, price }) => rule === night.rule && price === night.price)
    if (same) {
      same.dates.push(date)
      same.others.push(...night.others.filter(({ rule }) => same.others.every((other) => other.rule !== rule)))
    } else nights.push({ dates: [date], ...night })
  }
  return {
    nights,
    lines: charges.map((charge) => ({
      ...lineOf(charge, { stay, nights: prices.length, charges }),
      ...whyApplied(charge.of),
    })),
    skipped: skippedRules(rules, stay, {
      charges,
      nights: prices.length,
      daysAhead: nightsBetween(context.today, stay.checkIn),
    }),
    total,
  }
}

type Charges = ReturnType<typeof chargesOf>['charges']

const discountWords = ({ kind, threshold }: StayDiscount) => `for ${DISCOUNT_WORDS[kind].stays(threshold)}`

/** The condition of an applied rule, where its line does not name it. */
function whyApplied(rule: Charges[number]['of']): { why?: string } {
  if (!rule) return {}
  if ('gapPercent' in rule) return { why: 'it fills the nights between two stays, fewer than the minimum' }
  if ('code' in rule) {
    return { why: rule.coversAll ? 'a prize: it covers all of it' : 'off what the nights cost after other discounts' }
  }
  if ('threshold' in rule) return { why: discountWords(rule) }
  const why = 'kind' in rule ? FEE_WORDS[feeChoiceOf(rule)].why?.(rule.includedGuests) : undefined
  return why === undefined ? {} : { why }
}

/** The rules that no charge comes from, and why. */
function skippedRules(
  { gap, discounts, fees, taxes }: PricingRules,
  stay: PricedStay,
  { charges, ...booked }: { charges: Charges; nights: number; daysAhead: number },
) {
  const isSkipped = (rule: unknown) => charges.every(({ of }) => of !== rule)
  return [
    ...(gap && gap.gapPercent !== 0 && isSkipped(gap)
      ? [{ rule: gapWords(gap), why: 'only for a stay that fills a short gap between two others' }]
      : []),
    ...discounts.filter(isSkipped).map((discount) => ({
      rule: `${discount.label} (${percentWords(discount.percent)})`,
      why: fitsDiscount(discount, booked)
        ? `only the one for the ${DISCOUNT_WORDS[discount.kind].strictest} counts`
        : `${discountWords(discount)}; this is ${DISCOUNT_WORDS[discount.kind].found(booked)}`,
    })),
    ...fees.filter(isSkipped).map((fee) => ({
      rule: fee.label,
      why: FEE_WORDS[feeChoiceOf(fee)].whyNot?.(stay, fee.includedGuests) ?? '',
    })),
    ...taxes.filter(isSkipped).map((tax) => ({ rule: tax.name, why: whyNoTax(tax, booked.nights) })),
  ]
}

function whyNoTax({ rate, exemptFromNights }: Tax, nights: number): string {
  if (Number(rate) === 0) return 'its rate is 0'
  if (exemptFromNights !== null && nights >= exemptFromNights)
    return `not on stays of ${countOf(exemptFromNights, 'night')} or more`
  return 'nothing that it is levied on is part of this stay'
}
