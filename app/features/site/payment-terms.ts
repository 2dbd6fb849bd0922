import { countOf } from '#app/shared/words.ts'

/** When guests pay: a deposit and the rest, or everything at once. */
export type PaymentTerms = {
  /** Of the total, in percent; null for everything at once. */
  depositPercent: number | null
  /** Where no card is charged, the days from the confirmation to the first payment. */
  depositDays: number
  /** The rest, in days before check-in. */
  balanceDays: number
}

/** How and when guests pay: of the site, or of a home. `paymentText` is what they read where no card is charged. */
export type PaymentSettings = PaymentTerms & {
  paymentText: string | null
  /** A stay is canceled by itself once its first payment is so many days late; null for never. */
  cancelUnpaidDays: number | null
}

/** What happens to a stay whose first payment is late, a line or none. */
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

/** The settings of the site, a line each. */
export const paymentSettingLines = ({ paymentText, ...terms }: PaymentSettings): string[] => [
  ...paymentTermsLines(terms),
  ...unpaidLines(terms),
  paymentText === null ? 'Guests aren’t told how to pay' : `Guests read: ${paymentText}`,
]
