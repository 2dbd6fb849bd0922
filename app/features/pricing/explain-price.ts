import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { chargesOf, type PricedStay, type PriceLine } from './price.ts'
import type { PromoCode } from './promo-code.ts'
import { listRatesOfNight, type NightRate, type PricingRules } from './rates.ts'
import { weekdayWords } from './weekdays.ts'

/** A price that a night has beside the one that counts, and why that one counts first. */
export type OtherRate = { rule: string; price: Cents; why: string }

/** The nights of one rule and price, and the other prices that any of them has. */
export type ExplainedNights = { dates: IsoDate[]; price: Cents; rule: string; others: OtherRate[] }

/** Why a stay costs what it costs: the rule of each night, the other lines, and the rules that add nothing. */
export type PriceExplanation = {
  nights: ExplainedNights[]
  lines: (PriceLine & { why?: string })[]
  skipped: { rule: string; why: string }[]
  total: Cents
}

/** What a rate is called: `Winter, Friday and Saturday`, `Every night`, `Price of Dec 31 (New Year’s Eve)`. */
function rateName({ date, from, season, weekdays, reason, since }: NightRate): string {
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
    return other.season
      ? `${first.season?.name} is the shorter season`
      : `${first.season?.name} counts before the rest of the year`
  }
  if (!other.weekdays) return 'a weekday’s price counts before the price of every night'
  if ((first.weekdays?.length ?? 0) < other.weekdays.length) return 'the price for fewer weekdays counts'
  return first.since === other.since ? 'the lower of two alike counts' : 'a later price has begun'
}

function explainNight(rules: PricingRules, date: IsoDate): Omit<ExplainedNights, 'dates'> | null {
  const [first, ...others] = listRatesOfNight(rules, date)
  if (!first) return null
  return {
    price: first.price,
    rule: rateName(first),
    others: others.map((other) => ({ rule: rateName(other), price: other.price, why: whyBefore(first, other) })),
  }
}

/** The explanation of `priceStay`, from the same computation; null where that is null. */
export function explainStay(
  rules: PricingRules,
  stay: PricedStay,
  promo: PromoCode | null = null,
): PriceExplanation | null {
  const charged = chargesOf(rules, stay, promo)
  if (!charged) return null
  const nights: ExplainedNights[] = []
  for (const { date } of charged.nights) {
    const night = explainNight(rules, date)
    if (!night) return null
    const same = nights.find(({ rule, price }) => rule === night.rule && price === night.price)
    if (same) {
      same.dates.push(date)
      same.others.push(...night.others.filter(({ rule }) => same.others.every((other) => other.rule !== rule)))
    } else nights.push({ dates: [date], ...night })
  }
  return {
    nights,
    lines: charged.charges.map(({ kind, amount, words, why }) => ({
      ...{ kind, amount, ...words() },
      ...(why && { why: why() }),
    })),
    skipped: charged.skipped.map(({ rule, why }) => ({ rule, why: why() })),
    total: charged.total,
  }
}
