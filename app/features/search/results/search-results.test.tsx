import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AvailableProperty, FoundView } from '../search.ts'
import { SearchResults } from './search-results.tsx'

const property = (id: string): AvailableProperty => ({
  id,
  slug: id,
  path: `/property/${id}`,
  name: `Home ${id}`,
  location: 'Lake',
  theme: 'lake',
  maxGuests: 4,
  bedrooms: 2,
  bathrooms: 1,
  cardText: '',
  capacityWord: 'sleeps',
  image: null,
  images: [],
  nights: 4,
  lines: [],
  total: 123_456,
  currency: 'USD',
})

function shown(answer: Partial<FoundView['answer']>, change: Partial<FoundView> = {}, base = ''): string {
  const stay = { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 4, children: 1, infants: 0, pets: 0 }
  const view: FoundView = {
    state: 'found',
    query: 'checkin=2027-07-01',
    stay,
    options: {},
    answer: { properties: [], count: 0, alternatives: [], combinations: [], hidden: [], totals: null, ...answer },
    choices: { properties: 200, propertyTypes: [], bedrooms: 4, features: ['Parking', 'Crib'] },
    missing: [],
    ...change,
  }
  return renderToStaticMarkup(<SearchResults view={view} base={base} />)
}

test('a middle page shows its range and links to the next', () => {
  const properties = Array.from({ length: 50 }, (_, index) => property(`${index}`))
  const html = shown({ properties, count: 103, nextCursor: 'next' }, { options: { cursor: { shown: 50, last: 'x' } } })
  expect(html).toContain('103 homes available, showing 51 to 100')
  expect(html).toContain('href="?checkin=2027-07-01&amp;cursor=next"')
  expect(html).toContain('data-summary="103 homes available"')
})

test('each total has what it is per person and per night below it', () => {
  expect(shown({ properties: [property('a')], count: 1 })).toContain(
    '<span>$246.91 per person</span><span>$308.64 per night</span>',
  )
})

test('a home without dates leads back to the results, but not on another site', () => {
  const open = { dates: 'Dec 2–4', total: '$1,035', cents: 103_500, query: 'checkin=2027-12-02' }
  const view = {
    state: 'no-dates' as const,
    properties: [{ ...property('a'), badge: null }],
    nextOpen: new Map([['a', open]]),
  }
  const links = (base?: string) => renderToStaticMarkup(<SearchResults view={view} base={base} />)
  expect(links()).toContain('href="/property/a?from=search%3F#book"')
  expect(links()).toContain('href="/property/a?checkin=2027-12-02&amp;from=search%3F"')
  expect(links('https://a.example')).not.toContain('from=')
})

test('no results name a reason that other dates cannot fix, and a way on', () => {
  const stay = 'checkin=2027-07-01&pets=3'
  const limited = (limit: NonNullable<FoundView['answer']['limit']>) => shown({ limit }, { query: stay })
  const pets = limited({ part: 'pets', asked: 3, largest: 2, together: 2, properties: null, narrowed: false })
  expect(pets).toContain('None of our homes fits your whole group.')
  expect(pets).toContain('Our homes accept up to 2 pets.')
  expect(pets).toContain('href="?checkin=2027-07-01&amp;pets=2">Search with 2 pets')
  expect(pets).toContain('href="/contact?checkin=2027-07-01&amp;checkout=2027-07-05"')
  expect(pets).not.toContain('Try different dates or fewer guests')
  const none = limited({ part: 'infants', asked: 1, largest: 0, together: 0, properties: null, narrowed: false })
  expect(none).toContain('None of our homes accepts infants.')
  expect(none).toContain('Search without infants')
  const large = limited({ part: 'pets', asked: 1, largest: 0, together: 0, properties: null, narrowed: true })
  expect(large).toContain('None of our locations with room for everyone accepts pets.')
  expect(limited({ part: 'guests', asked: 24, largest: 23, together: 40, properties: 2, narrowed: false })).toContain(
    '24 guests would need 2 homes, with an adult in each.',
  )
  expect(
    limited({ part: 'guests', asked: 60, largest: 23, together: 40, properties: null, narrowed: false }),
  ).toContain('Our largest home sleeps 23; homes near each other sleep 40 together.')
})

test('amenities among the facts are check boxes, others a field, and both are one list in the address', () => {
  const html = shown({ properties: [property('a')], count: 1 }, { options: { amenities: ['Crib', 'sauna', 'dock'] } })
  const boxes = [...html.matchAll(/<input type="checkbox" name="amenities"( checked="")? value="(\w+)"/g)]
  expect(boxes.map(([, checked, value]) => [value, checked !== undefined])).toEqual([
    ['Parking', false],
    ['Crib', true],
  ])
  expect(html).toMatch(/<input[^>]*name="amenities"[^>]*value="sauna, dock"/)
})

test('one property has no sort options, and three have no filters', () => {
  const few = { properties: 3, propertyTypes: [], bedrooms: 4, features: [] }
  const html = shown({ properties: [property('a')], count: 1 }, { choices: few })
  expect(html).toContain('1 home available')
  expect(html).not.toContain('Sort by')
  expect(html).not.toContain('<form')
})

test('a combination shows who sleeps where, the distance, and links with each share', () => {
  const party = (adults: number, children = 0) => ({ adults, children, infants: 0, pets: 0 })
  const properties = [
    { ...property('a'), party: party(3) },
    { ...property('b'), party: party(1, 1) },
  ]
  const combination = {
    location: 'Lake',
    maxGuests: 8,
    bedrooms: 4,
    beds: 5,
    nights: 4,
    total: 246_912,
    properties,
  }
  const html = (miles: number | null) =>
    shown({ combinations: [{ ...combination, miles }] }, {}, 'https://stay.example')
  expect(html(0)).toContain('Two homes, less than half a mile apart')
  expect(html(1)).toContain('Two homes, about 1 mile apart in a straight line')
  expect(html(null)).toContain('Two homes</h3>')
  expect(html(0)).toContain('1 adult, 1 child: $1,234.56')
  expect(html(0)).toContain(
    'href="https://stay.example/property/b?checkin=2027-07-01&amp;checkout=2027-07-05&amp;adults=1&amp;children=1',
  )
  expect(html(0)).toContain('No single home has room for all of you on those dates.')
  expect(html(0)).not.toContain('Nothing is available')
  expect(html(0)).toContain('data-summary="0 homes available, 1 way to stay together"')
})
