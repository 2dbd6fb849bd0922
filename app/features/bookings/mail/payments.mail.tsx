import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, mailOf, Paragraph } from '#app/platform/mail/mail-layout.tsx'
import { centsFromNumeric, formatAmount } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { moneyOf, payPathOf, stayDates } from '../booking-summary.ts'
import { REFUSAL_WORDS, type RefusalCode } from '../dispute-words.ts'
import { toGuest, toOperator } from './booking-recipients.mail.tsx'
import type { BookingMailData } from './booking-request.mail.tsx'
import { OwnParagraph, payloadWith } from './own-paragraph.mail.tsx'
import { guestRows, StaySummary } from './stay-summary.mail.tsx'

type Sum = { amount: string }
type Payable = Sum & { /** The secret of the page that pays it. */ token: string }

const amountOf = ({ amount }: Sum) => formatAmount(centsFromNumeric(amount))

/** The card was authorized after the nights were gone. Sent at once, because the bank shows the amount. */
export function paymentTooLateMails(data: BookingMailData): Mail[] {
  const { booking, siteUrl } = data
  const { checkInDate: checkIn, checkOutDate: checkOut, party } = booking
  return [
    mailOf({
      ...toGuest(data),
      template: 'booking-too-late',
      subject: `Not booked, and you weren’t charged: ${booking.property.name}, ${stayDates(booking)}`,
      preheader: 'Your bank may show a pending charge for a few days. It will drop off.',
      heading: 'The dates were gone before your payment came through',
      lead: 'We didn’t charge your card, and we canceled the payment. Your bank may show a pending charge for a few days.',
      body: (
        <>
          <Paragraph>
            While you were paying, your hold on {booking.property.name} expired or the nights were booked elsewhere.
          </Paragraph>
          <Action href={`${siteUrl}/search?${stayToQuery({ checkIn, checkOut, ...party })}`}>
            See what’s available
          </Action>
        </>
      ),
    }),
  ]
}

/** To the guest: how to pay the due amount of a booked stay by card. */
export function paymentRequestedMail(data: BookingMailData, payment: Payable): Mail {
  const { booking, siteUrl } = data
  return mailOf({
    ...toGuest(data),
    template: 'payment-requested',
    subject: `Please pay ${amountOf(payment)}: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
    heading: `${amountOf(payment)} to pay for your stay`,
    lead: `Your stay at ${booking.property.name}, ${stayDates(booking)}, is booked. Please pay ${amountOf(payment)} by card.`,
    body: (
      <>
        <OwnParagraph data={data} moment="how-to-pay" />
        <Action href={siteUrl + payPathOf(payment)}>Pay {amountOf(payment)}</Action>
        <Paragraph>
          You can pass this link on: it only pays, and opens nothing else of your stay. If you’d like to pay another
          way, reply to this email.
        </Paragraph>
      </>
    ),
    payload: payloadWith({ data, moment: 'how-to-pay' }),
  })
}

/** To the guest, who paid by a link: a receipt. */
export function paymentReceivedMail(data: BookingMailData, payment: Sum): Mail {
  const { booking, stayUrl } = data
  const { unpaid } = moneyOf(booking)
  return mailOf({
    ...toGuest(data),
    template: 'payment-received',
    subject: `Paid: ${amountOf(payment)} for ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
    heading: 'Thank you for your payment',
    lead: `Your card is being charged ${amountOf(payment)}. ${unpaid > 0 ? `${formatAmount(unpaid)} is still to come.` : 'There’s nothing more to pay.'}`,
    body: (
      <>
        <OwnParagraph data={data} moment="paid" />
        <Action href={stayUrl}>View your stay</Action>
      </>
    ),
    payload: payloadWith({ data, moment: 'paid' }),
  })
}

/** The guest paid by a link: a receipt, unless the operator turned it off, and word to the operator. */
export function linkPaidMails(data: BookingMailData, payment: Sum): Mail[] {
  const { booking, texts } = data
  const hasReceipt = texts.paid.isOn
  return [
    ...(hasReceipt ? [paymentReceivedMail(data, payment)] : []),
    mailOf({
      ...toOperator(data),
      template: 'payment-received-operator',
      subject: `Paid: ${amountOf(payment)} for ${booking.reference}, ${booking.property.name}, ${stayDates(booking)}`,
      heading: `${booking.guest.name} paid ${amountOf(payment)}`,
      lead: hasReceipt ? 'The guest has a receipt.' : 'You turned receipts off, so the guest got no email.',
      body: (
        <>
          <DetailTable rows={guestRows(booking)} />
          <StaySummary booking={booking} siteUrl={data.siteUrl} />
          <Paragraph>Replies to this email go to the guest.</Paragraph>
        </>
      ),
    }),
  ]
}

/** To the guest: a receipt, unless the operator turned it off. */
export function balanceChargedMails(data: BookingMailData, balance: Sum): Mail[] {
  const { booking, stayUrl, texts } = data
  if (!texts.paid.isOn) return []
  return [
    mailOf({
      ...toGuest(data),
      template: 'balance-charged',
      subject: `Paid in full: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      heading: 'Your stay is paid in full',
      lead: `As agreed, we charged the balance of ${amountOf(balance)} to your card. There’s nothing more to pay.`,
      body: (
        <>
          <OwnParagraph data={data} moment="paid" />
          <Action href={stayUrl}>View your stay</Action>
        </>
      ),
      payload: payloadWith({ data, moment: 'paid' }),
    }),
  ]
}

type Failure = {
  why: string | null
  /** By another card, on the page of paying. */
  canBePaid: boolean
  /** The same card is tried on the two days that follow. */
  isTriedAgain: boolean
}

/** The card could not be charged for a confirmed stay. Sent at the first refusal, and not at those that follow. */
export function paymentFailedMails(data: BookingMailData, payment: Payable, failure: Failure): Mail[] {
  const { why, canBePaid, isTriedAgain } = failure
  const { booking, site, siteUrl } = data
  const again = isTriedAgain ? ' We’ll try the same card again tomorrow and the day after.' : ''
  return [
    mailOf({
      ...toGuest(data),
      template: 'payment-failed',
      subject: `We couldn’t charge your card: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      preheader: 'Your stay is still booked. You can pay another way.',
      heading: `${amountOf(payment)} couldn’t be charged`,
      lead: `We couldn’t charge ${amountOf(payment)} to your card. Your stay is still booked.${again}`,
      body: (
        <>
          {why && <Paragraph>The reason given: {why}</Paragraph>}
          {canBePaid && <Action href={siteUrl + payPathOf(payment)}>Pay with another card</Action>}
          <Paragraph>{canBePaid ? 'Or reply' : 'Please reply'} to this email and we’ll find another way.</Paragraph>
        </>
      ),
    }),
    mailOf({
      ...toOperator(data),
      template: 'payment-failed-operator',
      subject: `Not paid: ${amountOf(payment)} of ${booking.reference}, ${booking.property.name}, ${stayDates(booking)}`,
      heading: `${amountOf(payment)} couldn’t be charged`,
      lead: `The guest was told and asked to ${canBePaid ? 'pay with another card or ' : ''}reply to ${site.email}.${again} The stay is still booked until you decide otherwise.`,
      body: (
        <>
          <DetailTable
            rows={[
              ...guestRows(booking),
              ['The reason given', why ?? 'None: the card or the payment no longer exists'],
            ]}
          />
          <StaySummary booking={booking} siteUrl={data.siteUrl} />
        </>
      ),
    }),
  ]
}

/** A refund failed for good: people find another way, and the site does not retry. */
export function refundFailedMails(data: BookingMailData, { why, ...sum }: Sum & { why: RefusalCode }): Mail[] {
  const { booking, site, stayUrl } = data
  return [
    mailOf({
      ...toGuest(data),
      template: 'refund-failed',
      subject: `We couldn’t refund ${amountOf(sum)} to your card: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      preheader: 'We’ll refund you another way. Please reply to this email.',
      heading: `${amountOf(sum)} couldn’t be refunded to your card`,
      lead: `We tried more than once to refund ${amountOf(sum)} to your card, and it didn’t go through. We’ll refund you another way, so please reply to this email.`,
      body: (
        <>
          <Paragraph>If your bank has already returned the money, there’s nothing left to do.</Paragraph>
          <Action href={stayUrl}>View your stay</Action>
        </>
      ),
    }),
    mailOf({
      ...toOperator(data),
      template: 'refund-failed-operator',
      subject: `Refund failed: ${amountOf(sum)} of ${booking.reference}, ${booking.property.name}, ${stayDates(booking)}`,
      heading: `${amountOf(sum)} couldn’t be refunded`,
      lead: 'We tried on three days and won’t try again. Please refund it in Stripe or another way.',
      body: (
        <>
          <DetailTable rows={[...guestRows(booking), ['The reason', REFUSAL_WORDS[why]]]} />
          <StaySummary booking={booking} siteUrl={data.siteUrl} />
          <Paragraph>The guest was told and asked to reply to {site.email}.</Paragraph>
        </>
      ),
    }),
  ]
}
