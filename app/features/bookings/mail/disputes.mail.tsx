import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { dateInZone, formatDate } from '#app/shared/dates.ts'
import { type Cents, formatAmount } from '#app/shared/money.ts'
import { moneyOf, stayDates, waitingRefund } from '../booking-summary.ts'
import { type DisputeState, disputeReason, disputeSentence, WAIT_FOR_DISPUTE } from '../dispute-words.ts'
import { toOperator } from './booking-recipients.mail.tsx'
import type { BookingMailData } from './booking-request.mail.tsx'
import { guestRows, StaySummary } from './stay-summary.mail.tsx'

type Dispute = DisputeState & { amount: Cents; reason: string; answerBy: Date | null }

function factsOf({ booking }: BookingMailData, { amount, answerBy: at, ...state }: Dispute) {
  const answerBy = at && formatDate(dateInZone(at, booking.property.timeZone), 'long')
  return { amount: formatAmount(amount), answerBy, sentence: disputeSentence(state, { amount, answerBy }) }
}

/** To the operator: a guest disputes a payment, and the deadline for an answer. */
export function disputeOpenedMail(data: BookingMailData, dispute: Dispute): Mail {
  const { booking, siteUrl } = data
  const { reference, property, guest } = booking
  const { amount, answerBy, sentence } = factsOf(data, dispute)
  const by = answerBy ? `, answer by ${answerBy}` : ''
  return mailOf({
    ...toOperator(data),
    template: 'dispute-opened-operator',
    subject: `${dispute.isInquiry ? 'The bank asks about' : 'Disputed:'} ${amount} of ${reference}, ${property.name}, ${stayDates(booking)}${by}`,
    heading: `${guest.name} disputes ${amount}`,
    lead: sentence,
    body: (
      <>
        <DetailTable
          rows={[
            ...guestRows(booking),
            ['What the guest told the bank', disputeReason(dispute.reason)],
            ...(answerBy ? [['Answer by', answerBy] as [string, string]] : []),
          ]}
        />
        <Paragraph>{WAIT_FOR_DISPUTE}</Paragraph>
        <StaySummary booking={booking} siteUrl={siteUrl} />
        <Action href={`${siteUrl}/admin/bookings/${reference}`}>Open the booking</Action>
      </>
    ),
  })
}

const ENDED = { won: 'Dispute won', lost: 'Dispute lost' } as const

/** To the operator: how a dispute ended, and its effects. */
export function disputeEndedMail(data: BookingMailData, dispute: Dispute): Mail {
  const { booking, siteUrl } = data
  const { reference, property, guest } = booking
  const { amount, sentence } = factsOf(data, dispute)
  const isLost = dispute.status === 'lost'
  const title = dispute.status === 'won' || isLost ? ENDED[dispute.status as keyof typeof ENDED] : 'Dispute over'
  return mailOf({
    ...toOperator(data),
    template: 'dispute-ended-operator',
    subject: `${title}: ${amount} of ${reference}, ${property.name}, ${stayDates(booking)}`,
    heading: `${title}: ${amount} of ${guest.name}`,
    lead: sentence,
    body: (
      <>
        <Paragraph>{nextOf(data, isLost)}</Paragraph>
        <StaySummary booking={booking} siteUrl={siteUrl} />
        <Action href={`${siteUrl}/admin/bookings/${reference}`}>Open the booking</Action>
      </>
    ),
  })
}

function nextOf({ booking }: BookingMailData, isLost: boolean): string {
  const { unpaid } = moneyOf(booking)
  const waited = waitingRefund(booking.payments)
  if (isLost && booking.status === 'confirmed') {
    return `The stay is still booked, and ${formatAmount(unpaid)} of it is not paid. Ask for it, or cancel the stay.`
  }
  if (isLost) return 'What the bank gave back counts as returned. Don’t return it again.'
  if (waited > 0) return `The refund of ${formatAmount(waited)} that waited for this goes to the card now.`
  return 'The payment counts as before, and can be refunded again.'
}
