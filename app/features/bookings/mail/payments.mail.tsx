import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { centsFromNumeric, formatAmount } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { mailImage, mailPayload, moneyOf, paymentText, stayDates, summaryRows } from '../booking-summary.ts'
import { type BookingMailData, guestRows } from './booking-request.mail.tsx'

type Sum = { amount: string }

const amountOf = ({ amount }: Sum) => formatAmount(centsFromNumeric(amount))

function toGuest({ booking, site, siteUrl }: BookingMailData) {
  const image = mailImage(booking, siteUrl)
  return { to: booking.guest.email, replyTo: site.email, site, image, payload: mailPayload(booking) }
}

function toOperator({ booking, site }: BookingMailData) {
  return { to: site.email, replyTo: booking.guest.email, site, payload: mailPayload(booking) }
}

/** To the operator, who need not answer: the stay is booked. */
export function stayPaidMails(data: BookingMailData): Mail[] {
  const { booking } = data
  const { property, reference, specialRequests } = booking
  return [
    mailOf({
      ...toOperator(data),
      template: 'booking-confirmed-operator',
      subject: `Booked: ${reference}, ${property.name}, ${stayDates(booking)}`,
      heading: `${booking.guest.name} booked ${property.name}`,
      body: (
        <>
          <DetailTable rows={[...guestRows(booking), ...summaryRows(booking)]} />
          {specialRequests && <Quote text={specialRequests} />}
          <Paragraph>
            {paymentText(booking, 'The card')} The guest was told. Replies to this email go to the guest.
          </Paragraph>
        </>
      ),
    }),
  ]
}

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
      body: (
        <>
          <Paragraph>{greeting(booking.guest.name)}</Paragraph>
          <Paragraph>
            While you were paying, your hold on {booking.property.name} expired or the nights were booked elsewhere. We
            didn’t charge your card, and we canceled the payment. Your bank may show a pending charge for a few days.
          </Paragraph>
          <Action href={`${siteUrl}/search?${stayToQuery({ checkIn, checkOut, ...party })}`}>
            See what’s available
          </Action>
        </>
      ),
    }),
  ]
}

/** To the guest: how to pay by card what is due for a stay that is booked. */
export function paymentRequestedMail(data: BookingMailData, payment: Sum): Mail {
  const { booking, stayUrl } = data
  return mailOf({
    ...toGuest(data),
    template: 'payment-requested',
    subject: `Please pay ${amountOf(payment)}: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
    heading: `${amountOf(payment)} to pay for your stay`,
    body: (
      <>
        <Paragraph>{greeting(booking.guest.name)}</Paragraph>
        <Paragraph>
          Your stay at {booking.property.name}, {stayDates(booking)}, is booked. Please pay {amountOf(payment)} by card.
        </Paragraph>
        <Action href={stayUrl.replace('/stay/', '/embed/pay/')}>Pay {amountOf(payment)}</Action>
        <Paragraph>If you’d like to pay another way, reply to this email. Your stay’s page: {stayUrl}</Paragraph>
      </>
    ),
  })
}

/** The guest paid by a link: a receipt, and word to the operator. */
export function linkPaidMails(data: BookingMailData, payment: Sum): Mail[] {
  const { booking, stayUrl } = data
  const { due, planned } = moneyOf(booking)
  const rest = due + planned
  return [
    mailOf({
      ...toGuest(data),
      template: 'payment-received',
      subject: `Paid: ${amountOf(payment)} for ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      heading: 'Thank you for your payment',
      body: (
        <>
          <Paragraph>{greeting(booking.guest.name)}</Paragraph>
          <Paragraph>
            Your card is being charged {amountOf(payment)}.{' '}
            {rest > 0 ? `${formatAmount(rest)} is still to come.` : 'There’s nothing more to pay.'}
          </Paragraph>
          <Action href={stayUrl}>View your stay</Action>
        </>
      ),
    }),
    mailOf({
      ...toOperator(data),
      template: 'payment-received-operator',
      subject: `Paid: ${amountOf(payment)} for ${booking.reference}, ${booking.property.name}, ${stayDates(booking)}`,
      heading: `${booking.guest.name} paid ${amountOf(payment)}`,
      body: (
        <>
          <DetailTable rows={[...guestRows(booking), ...summaryRows(booking)]} />
          <Paragraph>The guest has a receipt. Replies to this email go to the guest.</Paragraph>
        </>
      ),
    }),
  ]
}

export function balanceChargedMails(data: BookingMailData, balance: Sum): Mail[] {
  const { booking, stayUrl } = data
  return [
    mailOf({
      ...toGuest(data),
      template: 'balance-charged',
      subject: `Paid in full: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      heading: 'Your stay is paid in full',
      body: (
        <>
          <Paragraph>{greeting(booking.guest.name)}</Paragraph>
          <Paragraph>
            As agreed, we charged the balance of {amountOf(balance)} to your card. There’s nothing more to pay.
          </Paragraph>
          <Action href={stayUrl}>View your stay</Action>
        </>
      ),
    }),
  ]
}

type Failure = { why: string | null /** By another card, on the page of paying. */; canBePaid: boolean }

/** The card could not be charged for a confirmed stay: people take over. */
export function paymentFailedMails(data: BookingMailData, payment: Sum, { why, canBePaid }: Failure): Mail[] {
  const { booking, stayUrl, site } = data
  const reason = why ? `The reason given: ${why}` : ''
  return [
    mailOf({
      ...toGuest(data),
      template: 'payment-failed',
      subject: `We couldn’t charge your card: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      preheader: 'Your stay is still booked. You can pay another way.',
      heading: `${amountOf(payment)} couldn’t be charged`,
      body: (
        <>
          <Paragraph>{greeting(booking.guest.name)}</Paragraph>
          <Paragraph>
            We couldn’t charge {amountOf(payment)} to your card. {reason} Your stay is still booked.
          </Paragraph>
          {canBePaid && <Action href={stayUrl.replace('/stay/', '/embed/pay/')}>Pay with another card</Action>}
          <Paragraph>
            {canBePaid ? 'Or reply' : 'Please reply'} to this email and we’ll find another way. Your stay’s page:{' '}
            {stayUrl}
          </Paragraph>
        </>
      ),
    }),
    mailOf({
      ...toOperator(data),
      template: 'payment-failed-operator',
      subject: `Not paid: ${amountOf(payment)} of ${booking.reference}, ${booking.property.name}, ${stayDates(booking)}`,
      heading: `${amountOf(payment)} couldn’t be charged`,
      body: (
        <>
          <DetailTable
            rows={[
              ...guestRows(booking),
              ...summaryRows(booking),
              ['The reason given', why ?? 'None: the card or the payment no longer exists'],
            ]}
          />
          <Paragraph>
            The guest was told and asked to {canBePaid ? 'pay with another card or ' : ''}reply to {site.email}. The
            stay is still booked until you decide otherwise.
          </Paragraph>
        </>
      ),
    }),
  ]
}

/** A refund failed for good: people find another way, and the site does not retry. */
export function refundFailedMails(data: BookingMailData, { why, ...sum }: Sum & { why: string | null }): Mail[] {
  const { booking, site, stayUrl } = data
  return [
    mailOf({
      ...toGuest(data),
      template: 'refund-failed',
      subject: `We couldn’t refund ${amountOf(sum)} to your card: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      preheader: 'We’ll refund you another way. Please reply to this email.',
      heading: `${amountOf(sum)} couldn’t be refunded to your card`,
      body: (
        <>
          <Paragraph>{greeting(booking.guest.name)}</Paragraph>
          <Paragraph>
            We tried more than once to refund {amountOf(sum)} to your card, and it didn’t go through. We’ll refund you
            another way, so please reply to this email. If your bank has already returned the money, there’s nothing
            left to do.{' '}
          </Paragraph>
          <Action href={stayUrl}>View your stay</Action>
        </>
      ),
    }),
    mailOf({
      ...toOperator(data),
      template: 'refund-failed-operator',
      subject: `Refund failed: ${amountOf(sum)} of ${booking.reference}, ${booking.property.name}, ${stayDates(booking)}`,
      heading: `${amountOf(sum)} couldn’t be refunded`,
      body: (
        <>
          <DetailTable
            rows={[
              ...guestRows(booking),
              ...summaryRows(booking),
              ['Stripe said', why ?? 'The refund went out, and then the bank returned it'],
            ]}
          />
          <Paragraph>
            We tried on three days and won’t try again. Please refund it in Stripe or another way, unless the guest
            disputed the charge and got the money from the bank. The guest was told and asked to reply to {site.email}.
          </Paragraph>
        </>
      ),
    }),
  ]
}
