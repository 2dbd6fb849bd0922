import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PaymentSummary } from '../booking-summary.ts'
import { phaseOf } from '../find-booking.server.ts'
import { BookingDetails } from './booking-details.tsx'
import { cancelButtonText, refundDeadlineRows, refundText } from './cancellation-text.ts'
import { type GuestPage, whyNotCancellable } from './guest-page.ts'
import { GuestPageHead } from './guest-page-head.tsx'
import { NextSteps } from './next-steps.tsx'

const stay: GuestPage = {
  reference: 'PC-1',
  token: 'secret',
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
  property: {
    name: 'Lake Cabin',
    path: '/property/lake',
    location: 'West Union, SC',
    address: '1 Cove Rd',
    timeZone: 'America/New_York',
    checkInTime: '4:00 PM',
    checkOutTime: '10:00 AM',
    image: null,
  },
  arrivalGuide: null,
  rules: ['Shoes off.'],
  answerBy: null,
  cancel: null,
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
  refundFailed: false,
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
})

test('the present step of a request is marked, and none of a stay that is paid by card, has begun or has ended', () => {
  const present = (change: Partial<GuestPage>) => {
    const html = shown(<NextSteps stay={{ ...stay, ...change }} />)
    return /<li aria-current="step">.*?<\/span>([^<]*)</.exec(html)?.[1]
  }
  expect(present({ status: 'pending' })).toBe('We confirm by email, usually within a day')
  expect(present({})).toBe('You pay then')
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

test('the refund is an exact sum for card payments, and not promised for payments elsewhere', () => {
  const terms = {
    today: '2027-09-01',
    refund: 175_450,
    paid: 350_900,
    deadlines: [
      { until: '2027-08-21', refund: 350_900 },
      { until: '2027-09-06', refund: 175_450 },
    ],
  }
  const [unknown, byCard] = [stay, { ...stay, payments: [CHARGED] }]
  expect(cancelButtonText(unknown, terms)).toBe('Yes, cancel my stay')
  expect(refundText(unknown, terms)).toContain('you’ll get back up to $1,754.50 of what you’ve paid.')
  expect(refundDeadlineRows(unknown, terms).slice(1, 3)).toEqual([
    'By Sat, Aug 21: full refund.',
    'By Mon, Sep 6: up to $1,754.50 back.',
  ])
  expect(head({ status: 'cancelled', refund: 175_450 })).toContain(
    'You’ll get back up to $1,754.50 of what you’ve paid, the same way you paid it.',
  )
  expect(cancelButtonText(byCard, terms)).toBe('Cancel and get $1,754.50 back')
  expect(refundText(byCard, terms)).toContain('$1,754.50 goes back to your card.')
  expect(refundDeadlineRows(byCard, terms)[2]).toBe('By Mon, Sep 6: $1,754.50 back.')
  expect(cancelButtonText(byCard, { ...terms, refund: 0 })).toBe('Cancel with no refund')
  const byCheck = { ...stay, paidElsewhere: 350_900 }
  expect(cancelButtonText(byCheck, terms)).toBe('Cancel and get $1,754.50 back')
  expect(refundText(byCheck, terms)).toContain('you’ll get back $1,754.50, the same way you paid it.')
  expect(refundDeadlineRows(byCheck, terms)[0]).toBe('You’ve paid $3,509.')
  expect(head({ ...byCheck, status: 'cancelled', refund: 175_450 })).toContain(
    'You’ll get back $1,754.50, the same way you paid it.',
  )
})
