import { DISCOUNT_WORDS, FEE_WORDS, feeChoiceOf } from '#app/features/pricing/charge-choices.ts'
import type { SeasonDates } from '#app/features/pricing/rates.ts'
import { taxRateWords } from '#app/features/pricing/tax-bases.ts'
import { cancellationWords } from '#app/features/properties/cancellation-policy.ts'
import { paymentTermsLines, unpaidLines, waysLine } from '#app/features/site/payment-terms.ts'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { formatMoney, percentWords } from '#app/shared/money.ts'
import { WEEKDAYS, weekdayWords } from '#app/shared/weekdays.ts'
import { countOf, listOf } from '#app/shared/words.ts'
import type {
  DiscountSettings,
  FeeSettings,
  PriceSettings,
  SeasonSettings,
  SettingsList,
  TaxSettings,
  WeekdayMinimum,
  WeekdayPrice,
} from '../price-settings.ts'

/** `Dec 15`; any leap year will do. */
export const monthDay = (day: string) => formatDate(`2028-${day}`).slice(5)

const nightsOf = (weekdays: number[]) => weekdayWords(weekdays) || 'Every night'
const onDate = (date: IsoDate) => `${formatDate(date).slice(5)}, ${date.slice(0, 4)}`

const rateLine = ({ weekdays, price, from }: WeekdayPrice) =>
  `${from ? `From ${onDate(from)}, ` : ''}${from ? nightsOf(weekdays).replace('Every', 'every') : nightsOf(weekdays)} ${formatMoney(price)}`
const minimumLine = ({ weekdays, minimumStay }: WeekdayMinimum) =>
  `Arrivals on ${weekdayWords(weekdays) || 'any day'}: ${countOf(minimumStay, 'night')} or more`
const arrivalLine = (days: number[]) =>
  `Check-in and check-out on ${listOf(days.toSorted().map((day) => `${WEEKDAYS[day]}s`))}`

const hourWords = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

const nightlyLines = ({ price, cleaning, rates }: PriceSettings['nightly']) => [
  price === null ? 'No price: guests read “Ask about dates”' : `Every night ${formatMoney(price)}`,
  ...rates.map(rateLine),
  `Cleaning ${formatMoney(cleaning)} a stay`,
]

function gapLine(minimumStay: number, percent: number): string {
  const price = percent === 0 ? '' : `, for ${Math.abs(percent)}% ${percent < 0 ? 'less' : 'more'} a night`
  return `Gaps between two stays from ${countOf(minimumStay, 'night')}${price}`
}

function stayRulesLines(rules: PriceSettings['stayRules']): string[] {
  const {
    minimumStay,
    maximumStay,
    gapMinimumStay,
    gapPercent,
    arrivalMinimums,
    checkInDays,
    noticeDays,
    noticeUntilHour,
    bookingWindowDays,
  } = rules
  const notice =
    noticeDays === 0 ? 'Bookable up to the same day' : `Bookable at least ${countOf(noticeDays, 'day')} before check-in`
  return [
    minimumStay === 1 ? 'No minimum: one night can be booked' : `${minimumStay}-night minimum`,
    ...arrivalMinimums.map(minimumLine),
    maximumStay === null ? 'Stays as long as the site allows' : `Stays of up to ${countOf(maximumStay, 'night')}`,
    ...(gapMinimumStay === null ? [] : [gapLine(gapMinimumStay, gapPercent ?? 0)]),
    checkInDays ? arrivalLine(checkInDays) : 'Check-in on any day',
    noticeUntilHour < 24 ? `${notice}, where today counts until ${hourWords(noticeUntilHour)}` : notice,
    bookingWindowDays === null
      ? 'Bookable as far ahead as the site allows'
      : `Bookable up to ${countOf(bookingWindowDays, 'day')} ahead`,
  ]
}

const waysOfSite = (paymentText: string | null) =>
  paymentText === null
    ? 'Before they book, guests read the ways to pay of the whole site'
    : 'Before they book, guests aren’t told how they can pay'

/** Whether anything of how a home is paid is not that of the whole site. */
export const paymentDiffers = (payment: PriceSettings['payment']): boolean =>
  payment.depositPercent !== null ||
  payment.cancelUnpaidDays !== null ||
  payment.paymentText !== null ||
  payment.paymentWays.length > 0

const paymentLines = ({ paymentText, paymentWays, ...terms }: PriceSettings['payment']) => [
  ...(terms.depositPercent === null ? ['Deposit and balance as for the whole site'] : paymentTermsLines(terms)),
  ...unpaidLines(terms),
  paymentText === null ? 'Guests read how to pay as for the whole site' : `Guests read: ${paymentText}`,
  waysLine(paymentWays) ?? waysOfSite(paymentText),
]

/** `Dec 15 to Apr 10`, `Nov 24 to Nov 28, 2027`. */
export function seasonSpan({ startsOn, endsOn, year }: SeasonDates): string {
  if (year === null) return `${monthDay(startsOn)} to ${monthDay(endsOn)}`
  const overYearEnd = endsOn < startsOn
  return `${monthDay(startsOn)}${overYearEnd ? `, ${year}` : ''} to ${monthDay(endsOn)}, ${overYearEnd ? year + 1 : year}`
}

const seasonLines = (season: SeasonSettings) => [
  seasonSpan(season),
  ...season.rates.map(rateLine),
  `${season.minimumStay}-night minimum`,
  ...season.arrivalMinimums.map(minimumLine),
  ...(season.checkInDays ? [arrivalLine(season.checkInDays)] : []),
]

function feeLines(fee: FeeSettings, taxes: readonly TaxSettings[]): string[] {
  const { amount, per, includedGuests, taxedBy } = fee
  const whom = FEE_WORDS[feeChoiceOf(fee)].whom(includedGuests ?? 0)
  const names = taxes.filter(({ id }) => taxedBy.includes(id)).map(({ name }) => name)
  const taxed = names.length > 0 ? `Taxed by ${listOf(names)}` : `Taxed by ${countOf(taxedBy.length, 'tax', 'taxes')}`
  return [
    [formatMoney(amount), whom, `per ${per}`].filter(Boolean).join(' '),
    taxedBy.length === 0 ? 'Not taxed' : taxed,
  ]
}

function taxLines({ rate, basis, appliesTo, jurisdiction, taxedNights, exemptFromNights }: TaxSettings): string[] {
  const on = basis === 'percent' ? ` of ${appliesTo.length > 0 ? listOf([...appliesTo]) : 'fees only'}` : ''
  return [
    `${taxRateWords({ basis, rate })}${on}`,
    ...(jurisdiction ? [jurisdiction] : []),
    ...(taxedNights === null ? [] : [`On the first ${countOf(taxedNights, 'night')} only`]),
    ...(exemptFromNights === null ? [] : [`Not on stays of ${countOf(exemptFromNights, 'night')} or more`]),
  ]
}

const discountLines = ({ kind, threshold, percent }: DiscountSettings) => [
  `${percentWords(percent)} off the nights, for ${DISCOUNT_WORDS[kind].stays(threshold)}`,
]

const QUESTIONS = { 'no-tax': 'No tax is right', 'no-minimum': 'No minimum stay is right' }

/**
 * The text of an item of the settings, a sentence or less each; empty for a missing one. `taxes` names those of a fee.
 */
export function itemLines(key: string, item: unknown, taxes: readonly TaxSettings[] = []): string[] {
  if (item === null || item === undefined) return []
  const lines: Record<string, () => string[]> = {
    nightly: () => nightlyLines(item as PriceSettings['nightly']),
    stayRules: () => stayRulesLines(item as PriceSettings['stayRules']),
    payment: () => paymentLines(item as PriceSettings['payment']),
    cancellation: () => [cancellationWords(item as PriceSettings['cancellation'])],
    answeredQuestions: () => (item as PriceSettings['answeredQuestions']).map((question) => QUESTIONS[question]),
    seasons: () => seasonLines(item as SeasonSettings),
    fees: () => feeLines(item as FeeSettings, taxes),
    taxes: () => taxLines(item as TaxSettings),
    discounts: () => discountLines(item as DiscountSettings),
  }
  return lines[key.split(':')[0] ?? '']?.() ?? []
}

const TITLES: Record<string, string> = {
  nightly: 'Nightly prices',
  stayRules: 'Stay rules',
  payment: 'How guests pay',
  cancellation: 'Cancellation policy',
  answeredQuestions: 'Answered questions',
}
const NOUNS = { seasons: 'Season', fees: 'Fee', taxes: 'Tax', discounts: 'Discount' }

/** The title of an item: `Nightly prices`, `Season Summer`. `item` is its value, for one of a list. */
export function itemTitle(key: string, item: unknown): string {
  const [part = '', id] = key.split(':')
  if (id === undefined) return TITLES[part] ?? part
  const { name, label } = (item ?? {}) as { name?: string; label?: string }
  return `${NOUNS[part as SettingsList]} ${name ?? label ?? ''}`.trim()
}

type Items = Record<string, Record<string, unknown>>
type ChangedItems = { before: Items; after: Items }

/** The items of a stored change, before and after, in words. */
export function priceChangeFacts({ before, after }: ChangedItems) {
  return Object.entries(after).flatMap(([propertyId, items]) =>
    Object.entries(items).map(([key, item]) => {
      const was = before[propertyId]?.[key]
      return {
        name: itemTitle(key, item ?? was),
        before: itemLines(key, was).join('; '),
        after: itemLines(key, item).join('; '),
      }
    }),
  )
}

/** The words of a stored change: `Season Summer added`, `Nightly prices changed`. */
export function priceChangeWords(change: ChangedItems): string {
  const words = priceChangeFacts(change).map(({ name, before, after }) => {
    if (after === '') return `${name} removed`
    return before === '' ? `${name} added` : `${name} changed`
  })
  const [first = 'Prices changed', ...others] = [...new Set(words)]
  return others.length === 0 ? first : `${first}, and ${countOf(others.length, 'other change')}`
}
