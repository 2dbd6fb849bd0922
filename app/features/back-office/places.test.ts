import { expect, test } from 'vitest'
import { ROLES } from '#app/shared/roles.ts'
import { PAGE_SCOPES } from './page-scopes.ts'
import { ALL_PAGES, phoneTabsFor, placeOf, placesFor } from './places.ts'

const labelsFor = (role: keyof typeof ROLES) =>
  placesFor(ROLES[role]).map(({ title, places }) => [title, ...places.map(({ label }) => label)])

test('every page without a parameter has a place, or is below the page that leads to it', () => {
  const places = ALL_PAGES.map(({ to }) => to)
  const lost = Object.keys(PAGE_SCOPES).filter((page) => !/[:*]/.test(page) && placeOf(page, places) === null)
  expect(lost).toEqual(['/admin/search', '/admin/more'])
  expect(places.filter((page) => !(page in PAGE_SCOPES))).toEqual([])
})

test('each role sees its own places, and an entry is called like its only page', () => {
  expect(labelsFor('housekeeper')).toEqual([
    ['Every day', 'Turnovers'],
    ['Site', 'History', 'Your account'],
  ])
  expect(labelsFor('bookkeeper')).toEqual([
    ['Every day', 'Calendar', 'Bookings'],
    ['Money', 'Payments due', 'Lodging tax', 'Business', 'Owners', 'Bookkeeping'],
    ['Site', 'History', 'Your account'],
  ])
  expect(labelsFor('front-desk')).toEqual([
    ['Every day', 'Today', 'Calendar', 'Bookings', 'Inbox', 'Turnovers'],
    ['Guests', 'Messages'],
    ['Site', 'Calendars of other sites', 'History', 'Your account'],
  ])
  expect(labelsFor('owner').flat()).toHaveLength(26)
})

test('a phone has tabs of the first four places of every day that the role sees', () => {
  expect(phoneTabsFor(ROLES.owner)).toEqual(['/admin', '/admin/calendar', '/admin/bookings', '/admin/inbox'])
  expect(phoneTabsFor(ROLES.housekeeper)).toEqual(['/admin/turnovers'])
  expect(phoneTabsFor({ scopes: ['own:write'] })).toEqual([])
})

test('a page is of the nearest place above it, and Today has no pages below', () => {
  const pages = ALL_PAGES.map(({ to }) => to)
  expect(placeOf('/admin', pages)).toBe('/admin')
  expect(placeOf('/admin/money', pages)).toBe('/admin/money')
  expect(placeOf('/admin/money/owners/7', pages)).toBe('/admin/money/owners')
  expect(placeOf('/admin/homes/cabin/prices', [...pages, '/admin/homes/cab', '/admin/homes/cabin'])).toBe(
    '/admin/homes/cabin',
  )
  expect(placeOf('/admin/unknown', pages)).toBeNull()
})

test('no two places have the same letter', () => {
  const letters = placesFor(ROLES.owner).flatMap(({ places }) => places.flatMap(({ key }) => key ?? []))
  expect(letters.length).toBeGreaterThan(10)
  expect(new Set(letters).size).toBe(letters.length)
})
