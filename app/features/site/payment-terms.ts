import { OR_NULL, type RecordFields } from '#app/shared/record-fields.ts'
import { anyOf, capitalized, countOf } from '#app/shared/words.ts'

/** When guests pay: a deposit and the rest, or everything at once. */
export type PaymentTerms = {
  /** In percent of the total; null for everything at once. */
  depositPercent: number | null
  /** Where no card is charged, the days from the confirmation to the first payment. */
  depositDays: number
  /** The rest, in days before check-in. */
  balanceDays: number
}

/** The ways to pay where no card is charged on the site, as they are named after `by`. Cash is named after `in`. */
const PAYMENT_WAYS = {
  check: 'check',
  'bank-transfer': 'bank transfer',
  'card-by-phone': 'card over the phone',
  'payment-link': 'payment link',
  zelle: 'Zelle',
  venmo: 'Venmo',
  paypal: 'PayPal',
  cash: 'cash',
} as const
export type PaymentWay = keyof typeof PAYMENT_WAYS
export const PAYMENT_WAY_NAMES = Object.keys(PAYMENT_WAYS) as [PaymentWay, ...PaymentWay[]]

/** Each as operators choose it, and read it in History. */
const PAYMENT_WAY_LABELS = Object.fromEntries(
  PAYMENT_WAY_NAMES.map((way) => [way, capitalized(PAYMENT_WAYS[way])]),
) as Record<PaymentWay, string>

/** `by check or bank transfer, or in cash`, in the order of the list; null without any. */
export function waysWords(chosen: readonly string[]): string | null {
  const by = PAYMENT_WAY_NAMES.filter((way) => way !== 'cash' && chosen.includes(way))
  const named = by.length > 0 ? `by ${anyOf(by.map((way) => PAYMENT_WAYS[way]))}` : null
  if (!chosen.includes('cash')) return named
  return named ? `${named}${by.length > 1 ? ',' : ''} or in cash` : 'in cash'
}

/** How and when guests pay: of the site, or of a home. `paymentText` is shown where no card is charged. */
export type PaymentSettings = PaymentTerms & {
  paymentText: string | null
  /** The ways that guests read before they book. */
  paymentWays: PaymentWay[]
  /** A stay is canceled automatically once its first payment is so many days late; null for never. */
  cancelUnpaidDays: number | null
}

/** The consequence of a late first payment, a line or none. */
export const unpaidLines = ({ cancelUnpaidDays }: Pick<PaymentSettings, 'cancelUnpaidDays'>): string[] =>
  cancelUnpaidDays === null
    ? []
    : [`A stay is canceled by itself when its first payment is ${countOf(cancelUnpaidDays, 'day')} late`]

/** The terms, a line each. */
export function paymentTermsLines({ depositPercent, depositDays, balanceDays }: PaymentTerms): string[] {
  const isWhole = depositPercent === null || depositPercent === 100
  const days =
    depositDays === 0 ? 'on the day of the confirmation' : `${countOf(depositDays, 'day')} after the confirmation`
  return [
    isWhole
      ? 'Everything is paid with the booking'
      : `${depositPercent}% is paid with the booking, the rest ${countOf(balanceDays, 'day')} before check-in`,
    `Without a card, ${isWhole ? 'it' : 'the deposit'} is due ${days}`,
  ]
}

/** The ways for guests before they book; null without any. */
export function waysLine(ways: readonly string[]): string | null {
  const words = waysWords(ways)
  return words && `Before they book, guests read: ${words}`
}

/** The settings of the site, a line each. */
export const paymentSettingLines = ({ paymentText, paymentWays, ...terms }: PaymentSettings): string[] => [
  ...paymentTermsLines(terms),
  ...unpaidLines(terms),
  paymentText === null ? 'Guests aren’t told how to pay' : `Guests read: ${paymentText}`,
  waysLine(paymentWays) ?? 'Before they book, guests aren’t told how they can pay',
]

/** The form's words about the site, or about one home, and the largest deposit there. */
type PaymentWords = { text: string; ways: string; deposit: string; highest: 99 | 100 }

const paymentFields = ({ text, ways, deposit, highest }: PaymentWords): RecordFields<PaymentSettings> => ({
  paymentText: {
    kind: 'text',
    label: 'How guests pay, as they read it',
    short: 'What guests read',
    hint: `Such as: By check to our PO box, or by bank transfer: we’ll email you the account. ${text}`,
    max: 1000,
    rows: 4,
    ...OR_NULL,
  },
  paymentWays: {
    kind: 'choices',
    label: 'Ways to pay, as guests read them before they book',
    short: 'Ways to pay',
    hint: ways,
    options: PAYMENT_WAY_LABELS,
  },
  depositPercent: {
    kind: 'number',
    label: 'Deposit, in percent of the total',
    short: 'Paid with the booking, in percent',
    hint: deposit,
    none: 'Everything',
    min: 1,
    max: highest,
    ...OR_NULL,
  },
  depositDays: {
    kind: 'number',
    label: 'First payment without a card, in days after you confirm',
    short: 'Without a card, due in days after the confirmation',
    min: 0,
    max: 60,
  },
  balanceDays: {
    kind: 'number',
    label: 'The rest, in days before check-in',
    short: 'The rest is due in days before check-in',
    min: 0,
    max: 365,
  },
  cancelUnpaidDays: {
    kind: 'number',
    label: 'Cancel by itself, in days after the first payment was due',
    short: 'Canceled when unpaid for days',
    hint: 'Empty: never. Only where nothing is paid and the stay hasn’t begun. The reminder tells the guest the day.',
    none: 'Never',
    min: 1,
    max: 60,
    ...OR_NULL,
  },
})

/** How guests of the site pay. */
export const SITE_PAYMENT_FIELDS = paymentFields({
  text: 'With card payments, it is for stays that you book by hand.',
  ways: 'Account numbers go in the text above. With card payments, guests read that they pay by card instead.',
  deposit: 'Empty: everything is paid at once.',
  highest: 99,
})

/** How guests of a home pay that differs. */
export const PROPERTY_PAYMENT_FIELDS = paymentFields({
  text: 'Empty: as for the whole site.',
  ways: 'None: as for the whole site, unless this home has a text of its own.',
  deposit: 'Empty: as for the whole site, days too. 100: everything is paid at once.',
  highest: 100,
})
