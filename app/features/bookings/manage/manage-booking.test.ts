import { expect, test } from 'vitest'
import { cancelSchema } from './booking-forms.server.ts'
import { filterFromQuery } from './booking-list.server.ts'
import { type ManagedBooking, queryOfFilter } from './booking-list.ts'
import { bookingsCsv } from './bookings-csv.server.ts'
import { chosenRefund, linesAfterRefund, taxesIn } from './manage-booking.ts'

const CHOICES = {
  byCard: 200_000,
  coming: 0,
  isStuck: false,
  isRecorded: true,
  most: 200_000,
  byPolicy: 100_000,
  total: 350_900,
  taxes: 31_900,
}

test('a refund is by the policy that was shown, everything, or an amount up to what was paid', () => {
  const chosen = (refund: 'policy' | 'all' | 'other', amount = 0, shown = 100_000) =>
    chosenRefund({ refund, amount, shown }, CHOICES)
  expect(chosen('policy')).toEqual({ ok: true, refund: 100_000 })
  expect(chosen('all')).toEqual({ ok: true, refund: 200_000 })
  expect(chosen('other', 200_000)).toEqual({ ok: true, refund: 200_000 })
  expect(chosen('policy', 0, 150_000)).toMatchObject({ ok: false, field: 'refund' })
  expect(chosen('other', 200_001)).toMatchObject({
    ok: false,
    field: 'amount',
    message: 'The guest has paid $2,000.00. A refund can’t be more.',
  })
})

test('taxes go back in the share of the refund', () => {
  expect(taxesIn(350_900, CHOICES)).toBe(31_900)
  expect(taxesIn(175_450, CHOICES)).toBe(15_950)
  expect(taxesIn(0, { total: 0, taxes: 0 })).toBe(0)
})

test('a refund lowers each tax by its share and the rest in a line of its own, and adds up to the cent', () => {
  const tax = (label: string, amount: number) => ({ kind: 'tax' as const, label, amount, taxable: 90_000 })
  const lines = [
    { kind: 'nights' as const, label: '4 nights', amount: 90_000 },
    tax('State tax (7%)', 6_300),
    tax('County tax (3%)', 2_701),
  ]
  const totalOf = (some: { amount: number }[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const once = linesAfterRefund(lines, 10_000)
  expect(totalOf(once)).toBe(totalOf(lines) - 10_000)
  expect(once.map(({ label, amount }) => [label, amount])).toEqual([
    ['4 nights', 90_000],
    ['Refund', -9_091],
    ['State tax (7%)', 5_664],
    ['County tax (3%)', 2_428],
  ])
  expect(once.at(-1)?.taxable).toBe(80_909)
  const twice = linesAfterRefund(once, 33)
  expect(twice.map(({ label }) => label)).toEqual(once.map(({ label }) => label))
  for (let refund = 0; refund <= totalOf(once); refund += 997) {
    expect(totalOf(linesAfterRefund(once, refund))).toBe(totalOf(once) - refund)
  }
})

test('the cancel form takes amounts as people type them, and says what is wrong with others', () => {
  const form = { cancelledFor: 'guest', refund: 'other', shown: '0', seen: 'version', message: ' ' }
  const amountOf = (amount: string) => cancelSchema.safeParse({ ...form, amount })
  expect(amountOf('$1,250.5').data).toMatchObject({ amount: 125_050, message: '' })
  expect(amountOf('250').data?.amount).toBe(25_000)
  for (const wrong of ['', '-1', '1.234', 'all', '1e6', '9'.repeat(21)]) {
    expect(amountOf(wrong).error?.issues[0]?.path, wrong).toEqual(['amount'])
  }
  expect(cancelSchema.safeParse({ ...form, refund: 'policy', amount: 'whatever' }).data?.amount).toBe(0)
})

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
    property: 'Cabin "by" the Cove',
    checkIn: '2027-07-01',
    checkOut: '2027-07-05',
    taxes: 31_900,
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
    paymentFailed: false,
    money: {
      isRecorded: true,
      paid: 50_000,
      byCard: 0,
      byHand: 50_000,
      toReturn: 0,
      missing: 0,
      planned: 0,
      due: 300_900,
      unpaid: 300_900,
      toPay: [{ amount: 300_900, dueOn: '2027-06-01' }],
    },
  }
  const [head, line] = bookingsCsv([row]).split('\r\n')
  expect(head).toBe(
    '\uFEFFReference,Status,Source,Property,Check-in,Check-out,Nights,Guest,Email,Phone,Adults,Children,Infants,Pets,Taxes,Total,Paid,To pay,Pay by',
  )
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"",""Ada"")"`)
  expect(line).toContain('"Cabin ""by"" the Cove"')
  expect(line).toContain("'+1 970 555 0123")
  expect(line).toContain('2027-07-05,4,')
  expect(line).toContain(',319.00,3509.00')
  expect(bookingsCsv([])).toBe(`${head}\r\n`)
})
