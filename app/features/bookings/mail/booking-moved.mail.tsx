import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { calendarAttachment } from '../booking-calendar.ts'
import { mailImage, mailPayload, moneyOf, stayDates } from '../booking-summary.ts'
import { type Returned, returnedSentence } from '../cancelled-for.ts'
import type { BookingMailData } from './booking-request.mail.tsx'
import { PaymentDetails } from './payment-details.mail.tsx'
import { StaySummary } from './stay-summary.mail.tsx'

/** To the guest, whose stay an operator moved: its new facts, and their effect on the money. */
export function stayMovedMail(
  data: BookingMailData,
  { returned, message }: { returned: Pick<Returned, 'refund' | 'toCard'>; message: string },
): Mail {
  const { booking, stayUrl, site, siteUrl, now } = data
  const state = booking.answerBy === null ? ('confirmed' as const) : ('requested' as const)
  return mailOf({
    template: 'booking-moved',
    to: booking.guest.email,
    replyTo: site.email,
    site,
    image: mailImage(booking, siteUrl),
    subject: `Changed: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
    preheader: `Your stay now: ${booking.property.name}, ${stayDates(booking)}.`,
    heading: 'We changed your stay',
    greeting: greeting(booking.guest.name),
    lead: `Your stay is now at ${booking.property.name}, ${stayDates(booking)}.`,
    body: (
      <>
        {message && <Quote text={message} />}
        <StaySummary booking={booking} siteUrl={siteUrl} />
        <MoneyAfterMove data={data} returned={returned} />
        <Action href={stayUrl}>View your stay</Action>
        <Paragraph>
          The attached calendar file replaces the earlier one. If anything here isn’t as we agreed, reply to this email.
        </Paragraph>
      </>
    ),
    attachments: [calendarAttachment({ booking, state, siteUrl, now })],
    payload: mailPayload(booking),
  })
}

function MoneyAfterMove({
  data: { booking },
  returned,
}: {
  data: BookingMailData
  returned: Pick<Returned, 'refund' | 'toCard'>
}) {
  if (returned.refund > 0) return <Paragraph>{returnedSentence(returned)}</Paragraph>
  if (booking.status !== 'confirmed') return <Paragraph>The price above replaces the earlier one.</Paragraph>
  const { paid, due } = moneyOf(booking)
  if (booking.payments.length === 0) return <PaymentDetails booking={booking} />
  return <Paragraph>{cardWords(booking, { paid, due })}</Paragraph>
}

function cardWords({ payments }: BookingMailData['booking'], { paid, due }: { paid: Cents; due: Cents }): string {
  const balance = payments.find(({ status }) => status === 'scheduled')
  if (due > 0) return `You’ve paid ${formatAmount(paid)}. ${formatAmount(due)} is still to be paid.`
  if (balance) return `You’ve paid ${formatAmount(paid)}. The balance is now ${formatAmount(balance.amount)}.`
  return 'There’s nothing more to pay.'
}
