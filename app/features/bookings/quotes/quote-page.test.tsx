import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { priceChanges, type QuotePage, splitEvenly } from './quote-page.ts'
import { QuotePrice } from './quote-price.tsx'
import { QuoteSplit } from './quote-split.tsx'
import { QuoteToday } from './quote-today.tsx'

const priced = (total: number) => ({
  nights: 4,
  lines: [{ kind: 'nights' as const, label: 'Nights', amount: total }],
  total,
  currency: 'USD' as const,
})
const QUOTED = priced(100_000)
const DEARER = priced(110_000)

const FREE: QuotePage = {
  id: 'the-quote',
  property: {
    name: 'Cove',
    title: 'The cove',
    path: '/property/cove',
    theme: 'lake',
    location: 'Cove, SC',
    bedrooms: 3,
  },
  stay: { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 0 },
  quotedOn: '2027-06-01',
  goodUntil: 'Wednesday, June 2, 2027, 2:00 PM EDT',
  expired: false,
  isOffer: false,
  quote: QUOTED,
  promoCode: null,
  promoOver: null,
  claim: null,
  heldUntil: null,
  today: QUOTED,
  refusal: null,
}
const GOOD_UNTIL = 'Good through Wednesday, June 2, 2027, 2:00 PM EDT, while the dates are open.'
const refused = (reason: string): Partial<QuotePage> => ({ refusal: { reason, message: 'Said as it is.' } })
const held = (price: QuotePage['today']): Partial<QuotePage> => ({
  claim: { state: 'held', until: '2:15 PM EDT', price },
})

/** The text and the links of the page. */
function shown(change: Partial<QuotePage>) {
  const page = { ...FREE, ...change }
  const Stub = createRoutesStub([{ path: '/', Component: () => <QuoteSplit page={page} people={4} rooms={3} /> }])
  const html = renderToStaticMarkup(
    <>
      <QuotePrice page={page} />
      <QuoteToday page={page} />
      <Stub initialEntries={['/']} />
    </>,
  )
  return {
    text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' '),
    figure: /class="quote-sum"><dt>[^<]*<\/dt><dd>([^<]*)</.exec(html)?.[1],
    ways: [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
  }
}

test('free nights can be booked by the quote until it expires', () => {
  const { text, figure, ways } = shown({ promoCode: 'COVE10' })
  expect(text).toContain('Still available.')
  expect(text).toContain(GOOD_UNTIL)
  expect(figure).toBe('$1,000.00')
  expect(ways).toEqual([expect.stringMatching(/^\/property\/cove\?checkin=.*&promo=COVE10&quote=the-quote#book$/)])
})

test('nights that an operator holds for whoever has the offer are booked from its page', () => {
  const { text, ways } = shown({ isOffer: true, heldUntil: 'Wednesday, June 2, 2027, 2:00 PM EDT' })
  expect(text).toContain(`We’re holding these nights for you until Wednesday, June 2, 2027, 2:00 PM EDT.`)
  expect(text).toContain('This price is yours until')
  expect(text).not.toContain('while the nights are open')
  expect(ways).toHaveLength(1)
})

test('after a price change today’s price is the largest, and the old one has its date', () => {
  const { text, figure, ways } = shown({ today: DEARER })
  expect(figure).toBe('$1,100.00')
  expect(text).toContain('Every split adds up to exactly $1,100')
  expect(text).toContain('Quoted Tuesday, June 1, 2027: $1,000')
  expect(text).toContain('It’s now $1,100 , $100 more.')
  expect(text).not.toContain('Good through')
  expect(ways).toHaveLength(1)
})

test.each([
  ['booked', QUOTED, 'Booked at this price.', '$1,000.00'],
  ['booked', DEARER, 'Booked at $1,100.', '$1,100.00'],
  ['requested', QUOTED, 'Requested at this price. We haven’t confirmed yet.', '$1,000.00'],
  ['requested', DEARER, 'Requested at $1,100. We haven’t confirmed yet.', '$1,100.00'],
] as const)('the page of %s nights shows their status and price', (state, price, words, sum) => {
  const { text, figure, ways } = shown({
    claim: { state, until: null, price },
    today: priced(1),
    ...refused('dates-taken'),
  })
  expect(text).toContain(words)
  expect(figure).toBe(sum)
  expect(text).not.toContain('Good through')
  expect(text).not.toContain('The price has changed')
  expect(ways).toEqual([])
})

test('held nights cannot be booked, and show the fixed price once they are being paid for', () => {
  const { text, figure, ways } = shown(held(null))
  expect(text).toContain('On hold for someone in your group until 2:15 PM EDT.')
  expect(text).not.toContain('Good through')
  expect([figure, ways]).toEqual(['$1,000.00', []])
  expect(shown({ ...held(DEARER), today: priced(1) }).figure).toBe('$1,100.00')
  expect(shown({ ...held(null), ...refused('dates-taken') }).text).toContain(
    'Some of these nights have since been booked.',
  )
})

test('taken nights link to other dates and properties, and to the property only while it is published', () => {
  const search = expect.stringMatching(/^\/search\?checkin=2027-07-01/)
  const taken = shown(refused('dates-taken'))
  expect(taken.ways).toEqual(['/property/cove', search])
  expect(taken.text).not.toContain('Good through')
  const gone = shown({ ...refused('not-found'), today: null })
  expect(gone.text).toContain('This home isn’t available to book right now.')
  expect([gone.figure, gone.ways]).toEqual(['$1,000.00', [search]])
})

test('shares differ by at most a cent and add up to the total', () => {
  expect(splitEvenly(1000, 3)).toEqual([
    { count: 1, amount: 334 },
    { count: 2, amount: 333 },
  ])
  expect(splitEvenly(900, 3)).toEqual([{ count: 3, amount: 300 }])
  expect(splitEvenly(2, 3)).toEqual([
    { count: 2, amount: 1 },
    { count: 1, amount: 0 },
  ])
  const cents = fc.integer({ min: 0, max: 99_999_999 })
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 99 }), (total, parts) => {
      const shares = splitEvenly(total, parts)
      expect(shares.reduce((sum, { count, amount }) => sum + count * amount, 0)).toBe(total)
      expect(shares.reduce((sum, { count }) => sum + count, 0)).toBe(parts)
    }),
  )
})

test('a price change is described by kind of line, not by label', () => {
  const nights = (label: string, amount: number) => ({ kind: 'nights' as const, label, amount })
  const cleaning = { kind: 'cleaning' as const, label: 'Cleaning', amount: 30_000 }
  const pet = { kind: 'pet' as const, label: 'Pet fee', amount: 15_000 }
  const before = [nights('4 nights × $480.00', 192_000), cleaning, pet]
  const after = [nights('3 nights × $480.00', 144_000), nights('1 night × $500.00', 50_000), cleaning]
  expect(priceChanges(before, after)).toEqual([
    { label: 'Nights', before: 192_000, after: 194_000 },
    { label: 'Pets', before: 15_000, after: 0 },
  ])
  expect(priceChanges(before, [...before].reverse())).toEqual([])
})

test('an operator’s offer says until when its price is the guest’s, beside the price of the day', () => {
  const binding = shown({ isOffer: true, today: DEARER })
  expect(binding.text).toContain(
    'This price is yours until Wednesday, June 2, 2027, 2:00 PM EDT, while the nights are open.',
  )
  expect(binding.text).toContain('It’s now $1,100 , $100 more. You pay $1,000, as offered.')
  expect(binding.figure).toBe(shown({}).figure)
  expect(binding.ways[0]).toContain('quote=the-quote')
})

test('an offer that ended, and one whose nights are gone, says so and names the price of today', () => {
  const ended = shown({ isOffer: true, expired: true, today: DEARER })
  expect(ended.text).toContain('This offer ended Wednesday, June 2, 2027, 2:00 PM EDT. The price of today counts.')
  expect(ended.text).toContain('It’s now $1,100 , $100 more.')
  expect(ended.text).not.toContain('yours until')
  expect(ended.text).not.toContain('as offered')
  const gone = shown({ isOffer: true, today: DEARER, ...refused('dates-taken') })
  expect(gone.text).toContain('Some of these nights have since been booked.')
  expect(gone.figure).toBe('$1,100.00')
  expect(gone.text).not.toContain('yours until')
  expect(gone.text).not.toContain('as offered')
})
