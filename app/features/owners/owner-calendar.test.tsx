import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OwnerCalendar, type OwnerNights } from './owner-calendar.tsx'

const TODAY = '2027-08-03'
const nights = (kind: OwnerNights['kind'], from: string, to: string): OwnerNights => ({
  propertyId: 'cabin',
  property: 'Cabin',
  kind,
  from,
  to,
  guests: kind === 'guests' ? 4 : 0,
})
const drawn = (all: OwnerNights[]) =>
  renderToStaticMarkup(<OwnerCalendar property="Cabin" nights={all} today={TODAY} />)

test('a night that guests have is theirs, and a requested one is not free, whatever else is there', () => {
  const all = [
    nights('guests', '2027-08-10', '2027-08-13'),
    nights('closed', '2027-08-12', '2027-08-15'),
    nights('requested', '2027-08-14', '2027-08-16'),
  ]
  const html = drawn(all)
  expect(html).toContain('August 12, 4 guests')
  expect(html).toContain('August 13, Closed')
  expect(html).toContain('August 14, Requested')
  expect(html).toContain('August 16, free')
  expect(drawn(all.toReversed())).toBe(html)
})

test('a block that ends in a far year draws two years', () => {
  const months = drawn([nights('closed', '2027-12-01', '2127-12-08')]).match(/<table/g)
  expect(months).toHaveLength(24)
})
