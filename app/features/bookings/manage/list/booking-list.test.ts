import { expect, test } from 'vitest'
import { filterFromQuery } from './booking-list.server.ts'
import { type ManagedBooking, queryOfFilter } from './booking-list.ts'
import { bookingsCsv } from './bookings-csv.server.ts'

test('the list’s filter is in its address, and unknown words there count as not given', () => {
  const filter = { view: 'past' as const, search: 'Ada & Bo', property: 'cove', page: 3 }
  expect(filterFromQuery(new URLSearchParams(queryOfFilter(filter)))).toEqual(filter)
  const plain = { search: '', property: '', page: 1 }
  expect(filterFromQuery(new URLSearchParams())).toEqual({ ...plain, view: 'needs-me' })
  expect(filterFromQuery(new URLSearchParams('view=constructor&page=-1'))).toEqual({ ...plain, view: 'all' })
  expect(filterFromQuery(new URLSearchParams('q=7K3'))).toEqual({ ...plain, view: 'all', search: '7K3' })
})

test('a spreadsheet reads a guest’s name as text, not as a formula', () => {
  const row: ManagedBooking = {
    reference: '7K3-M9Q',
    status: 'confirmed',
    source: 'website',
    propertyId: '00000000-0000-4000-8000-000000000001',
    property: 'Cabin "by" the Cove',
    checkIn: '2027-07-01',
    checkOut: '2027-07-05',
    parts: {
      nights: 300_000,
      discounts: -20_000,
      cleaning: 30_000,
      fees: 9_000,
      taxes: 31_900,
      byJurisdiction: { 'Oconee County': 10_000, 'South Carolina': 21_900 },
    },
    guestName: '=HYPERLINK("https://evil.example","Ada")',
    guestEmail: 'ada@example.com',
    guestPhone: '+1 970 555 0123',
    adults: 2,
    children: 0,
    infants: 0,
    pets: 0,
    price: 350_900,
    answerBy: null,
    timeZone: 'America/Denver',
    today: '2027-06-01',
    paymentFailed: false,
    money: {
      isRecorded: true,
      paid: 50_000,
      byCard: 0,
      byHand: 50_000,
      toReturn: 0,
      lost: 0,
      missing: 0,
      planned: 0,
      due: 300_900,
      unpaid: 300_900,
      toPay: [{ amount: 300_900, dueOn: '2027-06-01' }],
    },
  }
  const [head, line] = bookingsCsv([row]).split('\r\n')
  expect(head).toBe(
    '\uFEFFReference,Status,Source,Property,Check-in,Check-out,Nights,Guest,Email,Phone,Adults,Children,Infants,Pets,Price of the nights,Discounts,Cleaning,Fees,Taxes,Total,Paid,To pay,Pay by,Tax of Oconee County,Tax of South Carolina',
  )
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"",""Ada"")"`)
  expect(line).toContain('"Cabin ""by"" the Cove"')
  expect(line).toContain("'+1 970 555 0123")
  expect(line).toContain('2027-07-05,4,')
  expect(line).toContain(',3000.00,-200.00,300.00,90.00,319.00,3509.00')
  expect(line).toMatch(/,100\.00,219\.00$/)
  expect(bookingsCsv([]).split('\r\n')[0]).toBe(head?.replace(/,Tax of .*/, ''))
})
