import type { BookingSummary, PaymentSummary } from '#app/features/bookings/booking-summary.ts'
import {
  stayCancelledByOperatorMail,
  stayCancelledMails,
  stayRefundedMail,
} from '#app/features/bookings/mail/booking-cancelled.mail.tsx'
import { stayConfirmedMail, stayConfirmedOperatorMails } from '#app/features/bookings/mail/booking-confirmed.mail.tsx'
import { stayDeclinedMails } from '#app/features/bookings/mail/booking-declined.mail.tsx'
import { stayExpiredMail, stayExpiredOperatorMail } from '#app/features/bookings/mail/booking-expired.mail.tsx'
import { stayMovedMail } from '#app/features/bookings/mail/booking-moved.mail.tsx'
import {
  type BookingMailData,
  bookingReceivedMail,
  bookingReceivedOperatorMail,
  requestFloodMail,
} from '#app/features/bookings/mail/booking-request.mail.tsx'
import { disputeEndedMail, disputeOpenedMail } from '#app/features/bookings/mail/disputes.mail.tsx'
import { doorCodeMail } from '#app/features/bookings/mail/door-code.mail.tsx'
import { guestLinkMail } from '#app/features/bookings/mail/guest-link.mail.tsx'
import { paymentReminderMail } from '#app/features/bookings/mail/payment-reminder.mail.tsx'
import {
  balanceChargedMails,
  linkPaidMails,
  paymentFailedMails,
  paymentRequestedMail,
  paymentTooLateMails,
  refundFailedMails,
} from '#app/features/bookings/mail/payments.mail.tsx'
import { stayMessageMail } from '#app/features/bookings/mail/stay-message.mail.tsx'
import { stayCancelledUnpaidMails } from '#app/features/bookings/mail/unpaid-cancelled.mail.tsx'
import type { MomentTexts } from '#app/features/bookings/moments.ts'
import { MOMENTS_WITH_TEXT } from '#app/features/bookings/stay-moments.ts'
import { calendarConflictMail, failingFeedsMail } from '#app/features/calendar-sync/calendar-sync.mail.tsx'
import { bookedTwiceMail } from '#app/features/channels/bookings/booked-twice.mail.tsx'
import { messageForOperator, messageReceived } from '#app/features/contact/contact.mail.tsx'
import { entryReceived, prizeCodeIssued, winnerDrawn } from '#app/features/giveaway/giveaway.mail.tsx'
import { inquiryForOperator, inquiryReceived } from '#app/features/host-inquiries/host-inquiries.mail.tsx'
import { answerMail } from '#app/features/inbox/answer.mail.tsx'
import {
  confirmSubscriptionMail,
  issueMail,
  newsletterMail,
  onTheList,
} from '#app/features/newsletter/newsletter.mail.tsx'
import { invitationMail, newDeviceMail, newPasswordMail } from '#app/features/operators/operators.mail.tsx'
import { statementSentMail } from '#app/features/owners/owners.mail.tsx'
import { setUpTestMail } from '#app/features/set-up/set-up.mail.tsx'
import { turnoverChangesMail } from '#app/features/turnovers/turnovers.mail.tsx'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { site } from './example-site.ts'

/** An example of every mail, whose images and links are those of a running demo at `siteUrl`. */
export function mailExamples(siteUrl: string): Mail[] {
  return [...bookingMails(siteUrl), ...paymentMails(siteUrl), ...otherMails(siteUrl), ...accountMails(siteUrl)]
}

const payment = (change: Partial<PaymentSummary>): PaymentSummary => ({
  kind: 'deposit',
  status: 'captured',
  amount: 190_100,
  received: 0,
  refundDue: 0,
  refunded: 0,
  refundedElsewhere: 0,
  refundFailed: false,
  ...{ disputed: 0, chargedBack: 0 },
  dueOn: null,
  ...change,
})

const booking: BookingSummary = {
  reference: '7K3-M9Q',
  status: 'confirmed',
  guest: { name: 'Anna Miller', email: 'anna.miller@example.com', phone: '+1 970 555 0132' },
  specialRequests: 'We arrive late, about 9 pm.\nIs there a high chair?',
  answerBy: 'Wednesday, June 2, 2027, 2:00 PM EDT',
  checkInDate: '2027-07-01',
  checkOutDate: '2027-07-05',
  nights: 4,
  party: { adults: 6, children: 2, infants: 1, pets: 1 },
  lines: [
    { kind: 'nights', label: '4 nights', amount: 286_000 },
    { kind: 'cleaning', label: 'Cleaning', amount: 30_000 },
    { kind: 'pet', label: 'Pet fee', amount: 15_000 },
    { kind: 'tax', label: 'South Carolina sales tax (5%)', amount: 15_800 },
    { kind: 'tax', label: 'South Carolina accommodations tax (2%)', amount: 6_320 },
    { kind: 'tax', label: 'Oconee County accommodations tax (3%)', amount: 9_480 },
  ],
  total: 362_600,
  payments: [],
  paidElsewhere: 0,
  returnDue: 0,
  paymentSchedule: [
    { amount: 181_300, dueOn: '2027-06-08' },
    { amount: 181_300, dueOn: '2027-06-17' },
  ],
  paymentText:
    'By check to Powder & Cove, 1 Main Street, Steamboat Springs, or by bank transfer. We email the account.',
  property: {
    name: 'Lake Keowee Property',
    path: '/property/lake-keowee',
    location: 'West Union, SC',
    address: '1 Cove Road, West Union, SC 29696',
    hasStreet: true,
    timeZone: 'America/New_York',
    checkInTime: '3:00 PM',
    checkOutTime: '11:00 AM',
    image: {
      src: '/objects/homes/lake-keowee-exterior.jpg',
      alt: 'Lake Keowee Property, West Union, SC',
      width: 2000,
      height: 1333,
      placeholder: null,
    },
  },
}

const OWN_PARAGRAPH = 'The boat is at the dock, {guest}. Its key hangs beside the back door.'

const texts = Object.fromEntries(
  MOMENTS_WITH_TEXT.map((moment) => [moment, { subject: '', body: OWN_PARAGRAPH, isOn: true, isOwn: true }]),
) as MomentTexts

function mailData(siteUrl: string, change: Partial<BookingSummary> = {}): BookingMailData {
  return {
    booking: { ...booking, ...change },
    stayUrl: `${siteUrl}/stay/4f0b8f0e-5d1c-4c1b-9f53-3a1c9e1d2b77`,
    guide: {
      ...{ parts: ['directions', 'parking', 'whom to call at night'], opensOn: '2027-06-24' },
      ...{ secrets: ['the door code', 'the Wi-Fi password'], secretsOn: '2027-06-29' },
    },
    codesWait: false,
    lastDayToPay: null,
    texts,
    site: site(siteUrl),
    siteUrl,
    now: new Date('2027-06-01T18:00:00Z'),
  }
}

const MESSAGE = 'Thank you for telling us early.\nThe nights are open again.'

function bookingMails(siteUrl: string): Mail[] {
  const data = mailData(siteUrl, { status: 'pending' })
  const answered = mailData(siteUrl, { answerBy: null })
  const inFull = { refund: 362_600, toCard: 362_600, isRecorded: true }
  const requests = [1, 2, 3].map((night) => ({
    reference: `7K${night}-M9Q`,
    property: booking.property.name,
    checkInDate: `2027-07-1${night}`,
    checkOutDate: `2027-07-1${night + 3}`,
  }))
  return [
    bookingReceivedMail(data),
    bookingReceivedOperatorMail(data, { guestHasMail: false }),
    requestFloodMail({ site: data.site, requests, isAlike: true }),
    stayConfirmedMail(answered),
    stayMessageMail(answered, {
      ...{ moment: 'day-before', anchor: booking.checkInDate },
      subject: `See you tomorrow at ${booking.property.name}`,
      body: `We look forward to having you tomorrow.\n\n${answered.stayUrl}\n\nIf you’re running late, reply to this email.`,
    }),
    answerMail({
      ...{ site: data.site, id: '6f1a1c2e-0d57-4a52-9a5a-0d6a2c8c1f11', to: 'ada@example.com', subject: 'Re: Parking' },
      text: 'Hi Ada,\n\nThere’s room for two cars in front of the garage.\n\nSee you soon',
      replyTo: data.site.email,
      answers: '<a@example.com>',
    }),
    guestLinkMail(answered),
    doorCodeMail(answered, { hasCode: true }),
    ...stayDeclinedMails(answered, { reason: 'The dock is being rebuilt that week, and we would rather not rent.' }),
    stayExpiredMail(answered),
    stayExpiredOperatorMail(answered, { guestHasMail: true }),
    stayMovedMail(answered, {
      returned: { refund: 0, toCard: 0 },
      message: 'Here is the change that we discussed.',
    }),
    ...stayCancelledMails(answered, { ...inFull, wasRequest: false }),
    stayCancelledByOperatorMail(answered, { ...inFull, cancelledFor: 'operator', message: MESSAGE }),
    stayRefundedMail(answered, { refund: 20_000, toCard: 20_000, message: MESSAGE, isOver: false }),
  ]
}

function paymentMails(siteUrl: string): Mail[] {
  const sum = { amount: '1901.00', token: '11111111-1111-4111-8111-111111111111' }
  const deposit = payment({ received: 190_100 })
  const balance = payment({ kind: 'balance', status: 'scheduled', amount: 172_500, dueOn: '2027-06-03' })
  const data = mailData(siteUrl, { answerBy: null, payments: [deposit, balance] })
  const failure = { why: 'Your card was declined.', canBePaid: true, isTriedAgain: true }
  return [
    ...stayConfirmedOperatorMails(data),
    ...paymentTooLateMails(data),
    paymentRequestedMail(data, sum),
    ...linkPaidMails(data, sum),
    paymentReminderMail(mailData(siteUrl, { answerBy: null }), { amount: 181_300, since: '2027-06-08' }),
    ...stayCancelledUnpaidMails(data, '2027-06-13'),
    ...balanceChargedMails(data, { amount: '1725.00' }),
    ...paymentFailedMails(data, sum, failure),
    ...refundFailedMails(data, { ...sum, why: 'returned' }),
    disputeOpenedMail(data, DISPUTE),
    disputeEndedMail(data, { ...DISPUTE, status: 'lost' }),
  ]
}

const DISPUTE: Parameters<typeof disputeOpenedMail>[1] = {
  ...{ status: 'needs-response', isInquiry: false, amount: 190_100, reason: 'fraudulent' },
  answerBy: new Date('2027-05-14T23:59:59Z'),
}

function accountMails(siteUrl: string): Mail[] {
  const whom = { site: site(siteUrl), to: 'maria@example.com' }
  return [
    invitationMail({ ...whom, role: 'front-desk', by: 'mia', url: `${siteUrl}/invitation/8Kq2m` }),
    newPasswordMail({ ...whom, username: 'maria', url: `${siteUrl}/new-password/8Kq2m` }),
    newDeviceMail({ ...whom, browser: 'Firefox on Linux', address: '203.0.113.7' }),
  ]
}

function otherMails(siteUrl: string): Mail[] {
  const sender = site(siteUrl)
  const id = '3f9a1c2b-5d1c-4c1b-9f53-3a1c9e1d2b77'
  const message = {
    site: sender,
    id,
    name: 'Anna Miller',
    email: 'anna.miller@example.com',
    message: 'Is the path to the dock steep?\nMy father walks with a cane.',
    subject: 'A question about Lake Keowee Property',
    topic: {
      property: booking.property.name,
      stay: { checkIn: booking.checkInDate, checkOut: booking.checkOutDate },
      bookingReference: booking.reference,
    },
  }
  const inquiry = {
    name: 'Walter Owens',
    email: 'walter@example.com',
    phone: '+1 864 555 0177',
    propertyLocation: 'Seneca, South Carolina',
    ...{ bedrooms: 4, bathrooms: 3.5, maxGuests: 10 },
    airbnbLink: 'https://www.airbnb.com/rooms/1',
    vrboLink: undefined,
    additionalInfo: 'A house with a dock. Open from May on.',
  }
  const to = message.email
  const subscriber = { site: sender, siteUrl, to, token: 'example' }
  const winner = { ...subscriber, name: 'Maria Guest', giveaway: 'A week in the mountains' }
  const prizeCode = {
    ...{ code: 'PRIZE-3F9A1C2B77AA', property: booking.property.name, path: '/property/example?promo=example' },
    ...{ nights: 7, stayFrom: 'Thursday, April 20, 2028', stayUntil: null, bookUntil: 'Wednesday, August 30, 2028' },
  }
  const changes = [{ property: booking.property.name, day: 'Mon, Jul 5', changes: ['One pet comes along.'] }]
  const failing = [
    {
      id,
      property: booking.property.name,
      calendar: 'Airbnb',
      since: 'June 1, 2027, 2:00 PM EDT',
      reason: 'The address answers 404.',
    },
  ]
  const nights = { from: '2027-07-01', to: '2027-07-05' }
  const guest = { guest: 'Ada Lovelace', reference: booking.reference, nights }
  const conflicts = [{ nights, stay: guest, claim: { ...guest, calendar: 'Airbnb' } }]
  return [
    messageReceived(message),
    messageForOperator(message),
    inquiryReceived({ site: sender, id, inquiry }),
    inquiryForOperator({ site: sender, id, inquiry }),
    entryReceived({
      site: sender,
      siteUrl,
      to,
      giveaway: 'A week in the mountains',
      number: '5d1c4c1b9f533a1c',
      totalEntries: 1,
      maximumBonus: 4,
      closes: 'August 31, 2027, 11:59 PM MDT',
    }),
    winnerDrawn({ ...winner, prize: 'A stay of 7 nights.', answerBy: 'September 14, 2027, 9:00 AM MDT', drawId: id }),
    prizeCodeIssued({ ...winner, code: prizeCode }),
    confirmSubscriptionMail(subscriber),
    newsletterMail(subscriber, onTheList),
    issueMail(subscriber, { subject: 'First snow', html: '<p>The lift runs from Friday.</p><h2>Come early</h2>' }),
    statementSentMail({
      ...{ site: sender, to, name: 'Ann Owner', month: 'May 2027', payout: 214_000, isAgain: true },
      url: `${siteUrl}/owner/${id}?month=2027-05`,
    }),
    turnoverChangesMail({ site: sender, to, name: 'Rosa', changes, url: `${siteUrl}/turnovers/example` }),
    failingFeedsMail({ site: sender, failing }),
    calendarConflictMail({ site: sender, property: booking.property.name, conflicts }),
    bookedTwiceMail({ site: sender, property: booking.property.name, twice: conflicts }),
    setUpTestMail(sender),
  ]
}
