import { DetailTable, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import { type BookingSummary, moneyOf, paymentText } from '../booking-summary.ts'
import { referenceWords } from '../payment-words.ts'

/** The guest's payments with their days and ways, or the charges to their card. */
export function PaymentDetails({ booking }: { booking: BookingSummary }) {
  const { toPay, due } = moneyOf(booking)
  const rows = toPay.flatMap(({ amount, dueOn }): [string, string][] =>
    dueOn ? [[`By ${formatDate(dueOn, 'long')}`, formatMoney(amount)]] : [],
  )
  return (
    <>
      <Paragraph>{paymentText(booking)}</Paragraph>
      {rows.length > 0 && <DetailTable rows={rows} />}
      {due > 0 && booking.paymentText && (
        <>
          <Quote text={booking.paymentText} />
          <Paragraph>{referenceWords(booking)}</Paragraph>
        </>
      )}
    </>
  )
}
