import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { propertyView } from '#test/property-view.ts'
import { OtherProperties } from '../card/other-properties.tsx'
import { PropertyMosaic } from '../gallery/property-mosaic.tsx'
import { PropertyLocation } from '../map/property-location.tsx'
import { GoodToKnow } from './good-to-know.tsx'
import { PrintHeader } from './print-header.tsx'
import { PropertyAmenities } from './property-amenities.tsx'
import { PropertyDetails } from './property-details.tsx'
import { PropertyHost } from './property-host.tsx'
import { PropertyQuestions } from './property-questions.tsx'
import { PropertyReviews } from './property-reviews.tsx'
import { PropertyRooms } from './property-rooms.tsx'
import { SectionLinks } from './section-links.tsx'

const shown = (part: ReactElement) => renderToString(<MemoryRouter>{part}</MemoryRouter>)
const property = propertyView()
const review = {
  id: '1',
  author: 'Ada',
  body: 'Quiet.',
  source: 'A letter',
  sourceUrl: null,
  reviewedOn: null,
  ofStay: null,
}

test('unknown details of a property get no section and no promise', () => {
  const parts = [
    <PropertyRooms key="rooms" property={property} />,
    <PropertyLocation key="place" map={null} />,
    <PropertyReviews key="reviews" reviews={[]} />,
    <PropertyAmenities key="amenities" property={property} />,
    <OtherProperties key="others" properties={[]} prices={new Map()} query="" comparison="/compare" />,
    <PropertyDetails key="details" property={property} />,
    <PropertyHost key="host" host={{}} />,
    <PropertyQuestions key="questions" questions={[]} />,
  ]
  expect(parts.map(shown)).toEqual(parts.map(() => ''))
})

const linkedParts = (part: ReactElement) => [...shown(part).matchAll(/href="#(\w+)"/g)].map(([, id]) => id)

test('the links to the parts of the page name those that are there', () => {
  expect(linkedParts(<SectionLinks property={property} />)).toEqual(['rules'])
  const filled = propertyView({
    facts: { wifi: {} },
    rooms: [{ name: 'Loft', beds: [{ kind: 'king', count: 1 }] }],
    presentation: { ...property.presentation, amenityGroups: [{ name: 'Outside', items: ['Dock'] }] },
  })
  expect(linkedParts(<SectionLinks property={filled} />)).toEqual(['beds', 'details', 'amenities', 'rules'])
})

test('of more than eight amenities some of each group come first, under its name, and all are behind a disclosure', () => {
  const amenitiesOf = (...counts: number[]) => {
    const amenityGroups = counts.map((count, at) => {
      const name = 'ABC'.charAt(at)
      return { name, items: Array.from({ length: count }, (_, item) => `${name}${item + 1}`) }
    })
    const html = shown(
      <PropertyAmenities property={propertyView({ presentation: { ...property.presentation, amenityGroups } })} />,
    )
    const [first = '', folded = ''] = html.split('<details')
    const items = (text: string) =>
      [...text.matchAll(/<h3[^>]*>(\w+)|class="amenity">(\w+)/g)].map(([, name, item]) => item ?? `${name}:`).join(' ')
    return { first: items(first), folded: items(folded), isFolded: html.includes('Show all') }
  }
  expect(amenitiesOf(4, 4)).toEqual({ first: 'A: A1 A2 A3 A4 B: B1 B2 B3 B4', folded: '', isFolded: false })
  expect(amenitiesOf(5, 1, 3)).toEqual({
    first: 'A: A1 A2 A3 A4 B: B1 C: C1 C2 C3',
    folded: 'A: A1 A2 A3 A4 A5 B: B1 C: C1 C2 C3',
    isFolded: true,
  })
})

test('a host is named with photo and numbers, as far as they are known', () => {
  const named = shown(<PropertyHost host={{ firstName: 'Dana', image: '/objects/brand/dana.jpg' }} />)
  expect(named).toContain('Hosted by Dana')
  expect(named).toContain('alt="Dana, your host"')
  const numbers = shown(<PropertyHost host={{ phone: '(970) 555-0118', text: '+1 970 555 0118', sample: true }} />)
  expect(numbers).toContain('Your host')
  expect(numbers).toContain('href="tel:9705550118"')
  expect(numbers).toContain('href="sms:+19705550118"')
  expect(numbers).toContain('Sample numbers')
})

test('a property without images shows a house with a lit window for each bedroom', () => {
  const panes = (bedrooms: number) =>
    /class="dusk-panes" d="([^"]*)"/
      .exec(shown(<PropertyMosaic property={propertyView({ bedrooms })} />))?.[1]
      ?.split('z')
  expect(shown(<PropertyMosaic property={property} />)).toContain('No photos of this home yet.')
  expect(panes(3)).toHaveLength(3 * 4 + 1)
  expect(panes(0)).toHaveLength(1 * 4 + 1)
})

test('a sample review is marked as one, and a guest’s review names its author', () => {
  const sample = shown(<PropertyReviews reviews={[{ ...review, sample: true }]} />)
  expect(sample).toContain('Sample review')
  expect(sample).not.toContain('Ada')
  const own = shown(<PropertyReviews reviews={[{ ...review, sample: false }]} />)
  expect(own).toContain('Ada')
  expect(own).not.toContain('Sample')
})

test('times always show; rules, cancellation policy and license show where the property has them', () => {
  const plain = shown(<GoodToKnow property={property} payment={null} accessPath={null} />)
  expect(plain).toContain('Check-in from 4:00 PM.')
  expect(plain).not.toContain('House rules')
  const licensed = propertyView({ licenseNumber: 'STR-7', rules: ['No pets.'] })
  expect(shown(<GoodToKnow property={licensed} payment={null} accessPath="/accessibility" />)).toMatch(
    /No pets\..*Rental license STR-7\..*href="\/accessibility"/,
  )
})

test('the printed sheet names the stay if there is one, and only the public part of the address', () => {
  const sheet = (change: Parameters<typeof propertyView>[0], dates: { checkIn: string; checkOut: string } | null) => {
    const stay = dates && { ...dates, adults: 2, children: 0, infants: 0, pets: 0 }
    return shown(
      <PrintHeader property={propertyView(change)} stay={stay} email="a@b.example" address="https://b.example/x" />,
    )
  }
  const dates = { checkIn: '2027-01-15', checkOut: '2027-01-19' }
  expect(sheet({}, dates)).toContain('Friday, January 15, 2027, to Tuesday, January 19, 2027')
  expect(sheet({}, null)).not.toContain('Your stay')
  expect(sheet({}, null)).toContain('West Union, SC 29696')
  const nowhere = { city: null, region: null, postalCode: null, country: 'US' }
  expect(sheet({ address: nowhere }, null)).not.toContain('Where')
})
