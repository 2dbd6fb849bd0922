import { expect, test } from 'vitest'
import { orderOfDates, parseCount, parseDate, parseMoney, parseStatus, splitDates } from './read-cells.ts'

test.each([
  ['2027-07-04', '2027-07-04'],
  ['2027-07-04 16:00', '2027-07-04'],
  ['2027-07-04T16:00:00Z', '2027-07-04'],
  ['2027/7/4', '2027-07-04'],
  ['07/04/2027', '2027-07-04'],
  ['7/4/27', '2027-07-04'],
  ['7/4/2027 4:00 PM', '2027-07-04'],
  ['4.7.2027', '2027-07-04'],
  ['4 Jul 2027', '2027-07-04'],
  ['04-Jul-2027', '2027-07-04'],
  ['4th July 2027', '2027-07-04'],
  ['Jul 4, 2027', '2027-07-04'],
  ['Sunday, July 4, 2027', '2027-07-04'],
  ['Sun, Jul 4, 2027', '2027-07-04'],
  ['Sun, 4 Jul 2027', '2027-07-04'],
  ['4-Jul-27', '2027-07-04'],
  ['July 4th, 2027', '2027-07-04'],
  ['20270704', '2027-07-04'],
  ['Sep-10-2027', '2027-09-10'],
  ['10SEP27', '2027-09-10'],
  ['2027\u201109\u201110', '2027-09-10'],
  ['10. 9. 2027', '2027-09-10'],
  ['Fr 10.09.2027', '2027-09-10'],
  ['Fr., 10. Oktober 2027', '2027-10-10'],
  ['1er août 2027', '2027-08-01'],
  ['10 de octubre de 2027', '2027-10-10'],
  ['10 juillet 2027', '2027-07-10'],
  ['3 mrt. 2027', '2027-03-03'],
  ['10 dic 2027', '2027-12-10'],
  ['Sept. 4, 2027', '2027-09-04'],
  ['Dec. 5, 2027', '2027-12-05'],
  ['4 Mrz 2027', '2027-03-04'],
  ['Sun 4th of July 2027', '2027-07-04'],
  ['2027-07-04 (Sun)', '2027-07-04'],
  ['07/04/2027 at 3:00 PM', '2027-07-04'],
  ['04.07.2027 à 15h00', '2027-07-04'],
  ['45545', null],
  ['2027-02-29', null],
  ['13/14/2027', null],
  ['4 Foo 2027', null],
  ['next week', null],
  ['', null],
])('%s is the date %s', (text, date) => {
  expect(parseDate(text, 'month')).toBe(date)
})

test('what comes first in a date is read from the dates themselves, and asked where they leave it open', () => {
  expect(parseDate('07/04/2027', 'day')).toBe('2027-04-07')
  expect(orderOfDates(['07/04/2027', '07/14/2027'])).toEqual({ order: 'month' })
  expect(orderOfDates(['07/04/2027', '14/07/2027'])).toEqual({ order: 'day' })
  expect(orderOfDates(['', '07/04/2027', '08/04/2027'])).toEqual({ order: null, example: '07/04/2027' })
  expect(orderOfDates(['14/07/2027', '07/14/2027'])).toEqual({ order: null, example: '14/07/2027' })
  expect(orderOfDates(['2027-07-04', '5/5/2027', '4.7.2027'])).toEqual({ order: 'month' })
  expect(splitDates('07/04/2027 - 07/11/2027')).toEqual(['07/04/2027', '07/11/2027'])
})

test.each([
  ['$1,234.50', 123_450],
  ['US$1,234', 123_400],
  ['USD 1234.5', 123_450],
  ['1234.5000', 123_450],
  ['1.234,50', 123_450],
  ['1234,50', 123_450],
  ['980,00 $', 98_000],
  ['1250.5 USD', 125_050],
  ['1.234.567,50', 123_456_750],
  ['1234,5', 123_450],
  ['US $1,234.50', 123_450],
  ['1’234.50', 123_450],
  ['+1234.50', 123_450],
  ['1\u202f234,50 $', 123_450],
  ['1,234', 123_400],
  ['1.234', null],
  ['1.230', null],
  ['$0.00', 0],
  ['€900', null],
  ['(12.00)', null],
  ['-12', null],
  ['soon', null],
])('%s is %s cents', (text, cents) => {
  expect(parseMoney(text)).toBe(cents)
})

test('counts and statuses are read as other systems write them', () => {
  expect(['2', '2.0', '3 guests', 'two', '-1'].map(parseCount)).toEqual([2, 2, 3, null, null])
  const confirmed = [
    '',
    'Confirmed',
    'Booked',
    'Active',
    'Past guest',
    'Currently hosting',
    'Arriving in 3 days',
    'ok',
    'Change requested',
    'Trip change request pending',
    'Pending alteration',
    'New',
    'BOOKED_BY_AGENT',
    'checked_out',
    'needs_check_in',
    'Cancellation requested',
    'Pending cancellation',
    'Bestätigt',
    'Confirmée',
    ...['Trip completed', 'Upcoming', 'Current', 'Past', 'Future stay'],
  ]
  expect(confirmed.map(parseStatus)).toEqual(confirmed.map(() => 'confirmed'))
  const canceled = [
    'Canceled by guest',
    'Cancelled',
    'Declined',
    'Expired',
    'No-show',
    'no_show',
    'cancelled_by_guest',
  ].concat([...['Cancellation', 'not accepted', 'timed_out', 'Rejected', 'Storniert', 'Annulée', 'Geannuleerd']])
  expect(canceled.map(parseStatus)).toEqual(canceled.map(() => 'canceled'))
  const open = [
    'Open',
    'Inquiry',
    'Pending',
    'Awaiting payment',
    'Not confirmed',
    'Not yet confirmed',
    'Incomplete',
    'En attente',
  ]
  expect(open.map(parseStatus)).toEqual(open.map(() => 'open'))
  expect(parseStatus('Blocked')).toBeNull()
})
