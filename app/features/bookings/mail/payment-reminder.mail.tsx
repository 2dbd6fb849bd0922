import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { formatDate, type IsoDate } from '#app/shared/dates.ts'
import { greeting } from '#app/shared/greeting.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { mailImage, moneyOf, stayDates } from '../booking-summary.ts'
import { cancelsAfterWords } from '../unpaid-stays.ts'
import type { BookingMailData } from './booking-request.mail.tsx'
import { OwnParagraph, payloadWith } from './own-paragraph.mail.tsx'
import { PaymentDetails } from './payment-details.mail.tsx'

/** To the guest, when an operator requests it: the open payments with their days and ways. */
export function paymentReminderMail(data: BookingMailData, late: { amount: Cents; since: IsoDate } | null): Mail {
  const { booking, stayUrl, site, siteUrl } = data
  const { property, reference, guest } = booking
  const [next] = moneyOf(booking).toPay
  const amount = formatAmount(late?.amount ?? next?.amount ?? 0)
  const wasDue = late && `We haven’t received ${amount} yet, which was due on ${formatDate(late.since, 'long')}.`
  return mailOf({
    to: guest.email,
    replyTo: site.email,
    site,
    image: mailImage(booking, siteUrl),
    template: 'payment-reminder',
    subject: `${late ? 'A reminder to pay' : 'To pay'} ${amount}: ${property.name}, ${stayDates(booking)} (${reference})`,
    heading: `${amount} to pay for your stay`,
    greeting: greeting(guest.name),
    lead: `${wasDue ?? ''} Your stay at ${property.name}, ${stayDates(booking)}, is booked.`.trim(),
    body: (
      <>
        <OwnParagraph data={data} moment="how-to-pay" />
        <PaymentDetails booking={booking} />
        {data.lastDayToPay && <Paragraph>{cancelsAfterWords(data.lastDayToPay)}</Paragraph>}
        <Action href={stayUrl}>View your stay</Action>
        <Paragraph>
          If you’ve paid already, thank you: payments by check or transfer can take a few days to reach us. Questions?
          Reply to this email.
        </Paragraph>
      </>
    ),
    payload: payloadWith({ data, moment: 'how-to-pay' }),
  })
}
