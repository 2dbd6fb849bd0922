import type { Mail } from '#app/platform/mail/mail.server.ts'
import { Action, DetailTable, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { centsFromNumeric, formatMoney } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { mailPayload, paymentText, stayDates, summaryRows } from '../booking-summary.ts'
import { type BookingMailData, guestRows } from './booking-request.mail.tsx'

type Sum = { amount: string }

const amountOf = ({ amount }: Sum) => formatMoney(centsFromNumeric(amount))

function toGuest({ booking, site }: BookingMailData) {
  return { to: booking.guest.email, replyTo: site.email, site, payload: mailPayload(booking) }
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
            {paymentText(booking, 'The card')} The guest was told. An answer to this email goes to the guest.
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
      subject: `Not booked, and nothing charged: ${booking.property.name}, ${stayDates(booking)}`,
      preheader: 'Your bank may show the sum as put aside for a few days. It is not taken.',
      heading: 'The nights were gone before the payment came',
      body: (
        <>
          <Paragraph>{greeting(booking.guest.name)}</Paragraph>
          <Paragraph>
            While you were paying, the time for which {booking.property.name} was held for you ran out, or the nights
            were taken elsewhere. We have not charged your card and called the payment off. Your bank may show the sum
            as put aside for a few days.
          </Paragraph>
          <Action href={`${siteUrl}/search?${stayToQuery({ checkIn, checkOut, ...party })}`}>See what is free</Action>
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
            As agreed the rest of the price, {amountOf(balance)}, was charged to your card. Nothing is left to pay.
          </Paragraph>
          <Action href={stayUrl}>Your stay</Action>
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
      subject: `We could not charge your card: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      preheader: 'Your stay stands. There is another way to pay.',
      heading: `${amountOf(payment)} could not be charged`,
      body: (
        <>
          <Paragraph>{greeting(booking.guest.name)}</Paragraph>
          <Paragraph>
            We could not charge {amountOf(payment)} to your card. {reason} Your stay stands.
          </Paragraph>
          {canBePaid && <Action href={stayUrl.replace('/stay/', '/embed/pay/')}>Pay by another card</Action>}
          <Paragraph>
            {canBePaid ? 'Or answer' : 'Please answer'} this email, and we will find another way. The page of your stay:{' '}
            {stayUrl}
          </Paragraph>
        </>
      ),
    }),
    mailOf({
      ...toOperator(data),
      template: 'payment-failed-operator',
      subject: `Not paid: ${amountOf(payment)} of ${booking.reference}, ${booking.property.name}, ${stayDates(booking)}`,
      heading: `${amountOf(payment)} could not be charged`,
      body: (
        <>
          <DetailTable
            rows={[
              ...guestRows(booking),
              ...summaryRows(booking),
              ['The reason given', why ?? 'none: there is no card, or no payment any more'],
            ]}
          />
          <Paragraph>
            The guest was told and asked to {canBePaid ? 'pay by another card, or to ' : ''}answer {site.email}. The
            stay stands until you decide otherwise.
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
      subject: `We could not give back ${amountOf(sum)} to your card: ${booking.property.name}, ${stayDates(booking)} (${booking.reference})`,
      preheader: 'You get it in another way: please answer this email.',
      heading: `${amountOf(sum)} could not go back to your card`,
      body: (
        <>
          <Paragraph>{greeting(booking.guest.name)}</Paragraph>
          <Paragraph>
            We tried more than once to give {amountOf(sum)} back to your card, and it did not arrive. You get it in
            another way: please answer this email. If your bank has given it back to you already, nothing is left to do.
          </Paragraph>
          <Action href={stayUrl}>Your stay</Action>
        </>
      ),
    }),
    mailOf({
      ...toOperator(data),
      template: 'refund-failed-operator',
      subject: `Not given back: ${amountOf(sum)} of ${booking.reference}, ${booking.property.name}, ${stayDates(booking)}`,
      heading: `${amountOf(sum)} could not be given back`,
      body: (
        <>
          <DetailTable
            rows={[
              ...guestRows(booking),
              ...summaryRows(booking),
              ['Stripe said', why ?? 'that it was given back, and then that the bank did not take it'],
            ]}
          />
          <Paragraph>
            It was tried on three days and is not tried again. Please give it back in Stripe or in another way, unless
            the guest has disputed the charge and has it from the bank. The guest was told and asked to answer{' '}
            {site.email}.
          </Paragraph>
        </>
      ),
    }),
  ]
}
