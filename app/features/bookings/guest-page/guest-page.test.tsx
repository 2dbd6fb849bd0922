import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { PaymentSummary } from '../booking-summary.ts'
import { BookingDetails, StayPrice } from './booking-details.tsx'
import { CancelBooking } from './cancel-booking.tsx'
import { cancelButtonText, refundDeadlineRows, refundText } from './cancellation-text.ts'
import { type GuestPage, whyNotCancellable } from './guest-page.ts'
import { GuestPageHead } from './guest-page-head.tsx'
import { HowToPay } from './how-to-pay.tsx'
import { NextSteps } from './next-steps.tsx'
import { phaseOf } from './stay-phase.server.ts'

const stay: GuestPage = {
  reference: 'PC-1',
  token: 'secret',
  payPath: '/embed/pay/paying',
  status: 'confirmed',
  phase: 'ahead',
  theme: 'lake',
  guest: { name: 'Ada', email: 'ada@example.com', phone: null },
  specialRequests: null,
  checkInDate: '2027-09-20',
  checkOutDate: '2027-09-24',
  nights: 4,
  party: { adults: 2, children: 0, infants: 0, pets: 0 },
  lines: [],
  total: 350_900,
  payments: [],
  paidElsewhere: 0,
  returnDue: 0,
  paymentSchedule: null,
  paymentText: null,
  property: {
    name: 'Lake Cabin',
    path: '/property/lake',
    location: 'West Union, SC',
    address: '1 Cove Rd',
    hasStreet: true,
    timeZone: 'America/New_York',
    checkInTime: '4:00 PM',
    checkOutTime: '10:00 AM',
    image: null,
  },
  arrivalGuide: null,
  rules: ['Shoes off.'],
  answerBy: null,
  late: null,
  cancelsAfter: null,
  cancel: null,
  wasConfirmed: true,
  refund: null,
  quotePath: '/quotes/q',
}
const CHARGED: PaymentSummary = {
  kind: 'whole',
  status: 'captured',
  amount: 350_900,
  received: 350_900,
  refundDue: 0,
  refunded: 0,
  refundedElsewhere: 0,
  refundFailed: false,
  disputed: 0,
  chargedBack: 0,
  dueOn: null,
}
const shown = (part: ReactElement) => renderToStaticMarkup(part)
const site = { brand: 'Powder & Cove', email: 'us@example.com', responseTime: 'soon' }
const head = (change: Partial<GuestPage>) => shown(<GuestPageHead stay={{ ...stay, ...change }} site={site} />)
const steps = (change: Partial<GuestPage>) => {
  const html = shown(<NextSteps stay={{ ...stay, ...change }} />)
  const heading = /<h2[^>]*>([^<]*)</.exec(html)?.[1]
  return [heading, ...[...html.matchAll(/href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href, words]) => `${words} ${href}`)]
}

test('a stay lasts from the day of check-in to the hour of check-out in the property’s time zone', () => {
  const at = (instant: string, property = stay.property) => phaseOf({ ...stay, property }, new Date(instant))
  expect(at('2027-09-20T03:59:00Z')).toBe('ahead')
  expect(at('2027-09-20T04:00:00Z')).toBe('now')
  expect(at('2027-09-20T04:00:00Z', { ...stay.property, timeZone: 'America/Denver' })).toBe('ahead')
  expect(at('2027-09-24T14:59:00Z')).toBe('now')
  expect(at('2027-09-24T15:00:00Z')).toBe('over')
  expect(at('2027-09-24T16:00:00Z', { ...stay.property, checkOutTime: 'noon-ish' })).toBe('now')
  expect(at('2027-09-25T04:00:00Z', { ...stay.property, checkOutTime: 'noon-ish' })).toBe('over')
  expect(at('2027-10-06T12:00:00Z')).toBe('over')
})

test('only a confirmed stay whose home has a street is given an address', () => {
  const place = (change: Partial<GuestPage>) =>
    /<dt>(\w+)<\/dt><dd>([^<]*Cove[^<]*)</.exec(shown(<BookingDetails stay={{ ...stay, ...change }} />))?.slice(1)
  expect(place({})).toEqual(['Address', '1 Cove Rd'])
  expect(place({ status: 'pending' })).toEqual(['Where', '1 Cove Rd'])
  const property = { ...stay.property, hasStreet: false, address: 'Cove, SC 29696' }
  expect(place({ property })).toEqual(['Where', 'Cove, SC 29696'])
})

test('a request can be withdrawn until it is answered, whatever day it expires', () => {
  const cancel = { today: '2027-09-01', refund: 0, byHand: 0, paid: 0, deadlines: [], terms: '' }
  const page = { ...stay, status: 'pending' as const, answerBy: 'June 2', cancel }
  const Stub = createRoutesStub([{ path: '/', Component: () => <CancelBooking stay={page} refused={null} /> }])
  expect(shown(<Stub />)).toContain('You can withdraw your request until we answer.')
})

test('the receipt of a guest with a pet names the pet fee as what it is', () => {
  const lines = [{ kind: 'pet' as const, label: 'Pet fee', amount: 15_000 }]
  expect(shown(<StayPrice stay={{ ...stay, lines, total: 15_000 }} />)).toContain('<dt>Pet fee</dt><dd>$150.00</dd>')
})

test('a confirmed stay has a page for before, during and after', () => {
  expect(head({})).toContain('We look forward to having you.')
  const now = head({ phase: 'now' })
  expect(now).toContain('>Welcome<')
  expect(now).toContain('Check-in is from 4:00 PM, and check-out is Friday, September 24, by 10:00 AM.')
  expect(head({ phase: 'over' })).toContain('>Thanks for staying with us<')
  const write = 'Contact us /contact?stayToken=secret'
  const calendar = 'Add to calendar /stay/secret/stay.ics'
  const propertyLink = 'View the home /property/lake'
  expect(steps({})).toEqual(['Before you arrive', calendar, write, propertyLink])
  expect(steps({ phase: 'now' })).toEqual(['During your stay', write, calendar, propertyLink])
  const again = ['Book again /property/lake', 'View receipt /quotes/q', write]
  expect(steps({ phase: 'over' })).toEqual(['Next steps', ...again])
  expect(steps({ phase: 'over', quotePath: null })).not.toContain('View receipt /quotes/q')
  const rules = (phase: GuestPage['phase']) =>
    shown(<BookingDetails stay={{ ...stay, phase }} />).includes('Shoes off.')
  expect([rules('ahead'), rules('now'), rules('over')]).toEqual([true, true, false])
  const headings = shown(
    <>
      <NextSteps stay={stay} />
      <BookingDetails stay={stay} />
    </>,
  ).match(/<h[23].*?<\/h/g)
  expect(headings?.filter((heading) => /before you arrive/i.test(heading))).toHaveLength(1)
})

const SCHEDULE = [
  { amount: 175_450, dueOn: '2027-08-02' },
  { amount: 175_450, dueOn: '2027-08-21' },
]

test('a guest reads how much is to be paid by when, how, and with which reference, until it is paid', () => {
  const page = (change: Partial<GuestPage>) => shown(<HowToPay stay={{ ...stay, ...change }} />)
  const told = { paymentSchedule: SCHEDULE, paymentText: 'By check.' }
  const html = page(told)
  expect(html).toContain('By Monday, August 2, 2027')
  expect(html).toContain('By check.')
  expect(html).toContain(`Please give the reference ${stay.reference} with your payment.`)
  expect(page({ ...told, paidElsewhere: 175_450 })).not.toContain('August 2,')
  expect(page({})).toContain('/contact?stayToken=secret')
  for (const change of [{ paidElsewhere: 350_900 }, { status: 'cancelled' as const }]) {
    expect(page({ ...told, ...change })).toBe('')
  }
})

test('the present step of a request is marked, and none of a stay that is paid by card, has begun or has ended', () => {
  const present = (change: Partial<GuestPage>) => {
    const html = shown(<NextSteps stay={{ ...stay, ...change }} />)
    return /<li aria-current="step">.*?<\/span>([^<]*)</.exec(html)?.[1]
  }
  expect(present({ status: 'pending' })).toBe('We confirm by email')
  expect(present({})).toBe('You pay $3,509')
  expect(present({ paymentSchedule: SCHEDULE })).toBe('You pay $1,754.50 by Mon, Aug 2 and $1,754.50 by Sat, Aug 21')
  expect(present({ paymentSchedule: SCHEDULE, paidElsewhere: 350_900 })).toBeUndefined()
  expect(present({ payments: [CHARGED] })).toBeUndefined()
  expect(present({ phase: 'now' })).toBeUndefined()
  expect(present({ status: 'cancelled' })).toBeUndefined()
})

test('an ended booking offers its nights again only while they are in the future', () => {
  const dates = 'checkin=2027-09-20&amp;checkout=2027-09-24'
  for (const status of ['expired', 'declined', 'cancelled'] as const) {
    expect(steps({ status })[1], status).toContain(dates)
    for (const phase of ['now', 'over'] as const) {
      expect(steps({ status, phase })[1], status).toBe('See what’s available /search')
      expect(head({ status, phase }), status).not.toMatch(/open again|same dates/)
    }
  }
  expect(head({ status: 'expired' })).toContain('You can request the same dates again.')
  expect(head({ status: 'pending' })).toContain('We’ll email you. Your dates are held until we do.')
  expect(head({ status: 'pending', answerBy: 'June 2' })).toContain('by June 2. Your dates are held until then.')
  expect(head({ status: 'pending', phase: 'over' })).toContain('This request has expired')
  expect(steps({ status: 'pending', phase: 'over' })[1]).toBe('See what’s available /search')
})

test('a stay that has begun or is over says why it cannot be cancelled', () => {
  expect(whyNotCancellable({ status: 'confirmed', phase: 'now' })).toMatch(/^Your stay has started .* Contact us/)
  expect(whyNotCancellable({ status: 'pending', phase: 'now' })).toMatch(/^It’s check-in day/)
  expect(whyNotCancellable({ status: 'confirmed', phase: 'over' })).toMatch(/^Your stay is over/)
})

test('the refund is of what is recorded as paid, and nothing is promised back where nothing is recorded', () => {
  const deadlines = [
    { until: '2027-08-21', refund: 350_900 },
    { until: '2027-09-06', refund: 175_450 },
  ]
  const terms = 'Full refund up to 30 days before check-in, none after that.'
  const schedule = { today: '2027-09-01', refund: 175_450, byHand: 0, paid: 350_900, deadlines, terms }
  const none = { ...schedule, refund: 0, paid: 0, deadlines: [] }
  expect(cancelButtonText(stay, none)).toBe('Yes, cancel my stay')
  expect(refundText(stay, none)).toBe('No payment is recorded, so nothing goes back.')
  expect(refundDeadlineRows(stay, none)).toEqual([
    'No payment is recorded yet. If you have paid outside this site, tell us.',
    'Of what you pay: full refund up to 30 days before check-in, none after that.',
  ])
  expect(head({ status: 'cancelled', refund: 175_450 })).toContain(
    'No payment of yours is recorded. If you have paid outside this site, tell us.',
  )
  const asked = { ...stay, payments: [{ ...CHARGED, status: 'waiting' as const, received: 0 }] }
  expect(refundText(asked, none)).toBe('No payment is recorded, so nothing goes back.')
  const byCard = { ...stay, payments: [CHARGED] }
  expect(cancelButtonText(byCard, schedule)).toBe('Cancel and get $1,754.50 back')
  expect(refundText(byCard, schedule)).toContain('$1,754.50 goes back to your card.')
  expect(refundDeadlineRows(byCard, schedule)[2]).toBe('By Mon, Sep 6: $1,754.50 back.')
  expect(cancelButtonText(byCard, { ...schedule, refund: 0 })).toBe('Cancel with no refund')
  const byCheck = { ...stay, paidElsewhere: 350_900 }
  expect(cancelButtonText(byCheck, schedule)).toBe('Cancel and get $1,754.50 back')
  expect(refundText(byCheck, { ...schedule, byHand: 175_450 })).toContain(
    'you’ll get back $1,754.50, the same way you paid it.',
  )
  expect(refundText(byCheck, { ...schedule, byHand: 50_000 })).toContain(
    '$1,254.50 goes back to your card. You’ll get back the other $500 the same way you paid it.',
  )
  expect(refundDeadlineRows(byCheck, schedule)[0]).toBe('You’ve paid $3,509.')
  expect(refundDeadlineRows(byCheck, { ...schedule, paid: 0 })).toEqual([
    'Everything you paid has gone back or is on its way.',
  ])
  expect(head({ ...byCheck, status: 'cancelled', refund: 175_450 })).toContain(
    'You’ll get back $1,754.50, the same way you paid it.',
  )
})

test('a payment that is late says so, before the stay, during it and afterwards, and nobody is thanked for it', () => {
  const paymentSchedule = [
    { amount: 93_996, dueOn: '2027-09-05' },
    { amount: 93_996, dueOn: '2027-10-20' },
  ]
  const late = { amount: 93_996, since: '2027-09-05', until: '2027-09-05' }
  const unpaid = { total: 187_992, paymentSchedule, late }
  const words = '$939.96 was due on Sunday, September 5, and we haven’t received it yet.'
  for (const phase of ['ahead', 'now', 'over'] as const) {
    expect(head({ ...unpaid, phase })).toContain(words)
    expect(head({ ...unpaid, phase })).not.toContain('by Sunday, September 5')
  }
  expect(head({ ...unpaid, phase: 'over' })).toContain('>Your stay isn’t paid yet<')
  expect(head({ ...unpaid, phase: 'over' })).not.toContain('Thanks')
  const rows = shown(<HowToPay stay={{ ...stay, ...unpaid }} />)
  expect(rows).toContain('<dt>Late, was due Sunday, September 5, 2027</dt><dd>$939.96</dd>')
  expect(rows).toContain('<dt>By Wednesday, October 20, 2027</dt><dd>$939.96</dd>')
  const steps = (change: Partial<GuestPage>) =>
    shown(<NextSteps stay={{ ...stay, ...unpaid, payments: [], ...change }} />)
  expect(steps({ phase: 'ahead' })).toContain('You pay $939.96 now and $939.96 by Wed, Oct 20')
  expect(steps({ phase: 'ahead', late: null })).toContain('You pay $939.96 by Sun, Sep 5 and $939.96 by Wed, Oct 20')
  const whole = { amount: 187_992, since: '2027-09-05', until: '2027-10-20' }
  expect(steps({ phase: 'ahead', late: whole })).toMatch(/You pay \$1,879.92 now</)
  const before = head({ ...unpaid, late: null })
  expect(before).toContain('$939.96 is still to be paid, by Sunday, September 5.')
})
