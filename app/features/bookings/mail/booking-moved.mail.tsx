import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { formatAmount } from '#app/shared/money.ts'
import { calendarAttachment } from '../booking-calendar.ts'
import { mailImage, mailPayload, moneyOf, stayDates, summaryRows } from '../booking-summary.ts'
import { type Returned, returnedSentence } from '../cancelled-for.ts'
import type { BookingMailData } from './booking-request.mail.tsx'

/** To the guest, whose stay an operator moved: everything as it is now, and what that means for the money. */
export function stayMovedMail(
  data: BookingMailData,
  { returned, message }: { returned: Returned; message: string },
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
    body: (
      <>
        <Paragraph>{greeting(booking.guest.name)}</Paragraph>
        {message && <Quote text={message} />}
        <DetailTable rows={summaryRows(booking)} />
        <Paragraph>{moneyWords(data, returned)}</Paragraph>
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

function moneyWords({ booking }: BookingMailData, returned: Returned): string {
  if (returned.refund > 0) return returnedSentence(returned)
  const { paid, due } = moneyOf(booking)
  if (paid === null) return 'The price above replaces the earlier one.'
  const balance = booking.payments.find(({ status }) => status === 'scheduled')
  if (due > 0) return `You’ve paid ${formatAmount(paid)}. ${formatAmount(due)} is still to be paid.`
  if (balance) return `You’ve paid ${formatAmount(paid)}. The balance is now ${formatAmount(balance.amount)}.`
  return 'There’s nothing more to pay.'
}
