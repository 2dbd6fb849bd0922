import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { HomePage } from './channels-page.ts'
import { ConnectHome, NoKey } from './connect-home.tsx'
import { ConnectionCard, ConnectionProblems, NewConnection } from './connection-card.tsx'
import { HomeListing } from './home-listing.tsx'
import { HomeTable } from './home-table.tsx'

/** The words of a part of a page, without its marks. */
function wordsOf(part: ReactNode): string {
  const Page = createRoutesStub([{ path: '/', Component: () => part }])
  return renderToString(<Page />)
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/<!-- -->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

const listing: NonNullable<HomePage['listing']> = {
  id: 'l',
  title: 'Cabin',
  state: 'off',
  isOn: false,
  withheld: [],
  version: 'v',
  lastError: null,
  refusals: [],
  sentAt: null,
  comparedAt: null,
  unusedPlans: [['p', 'Standard']],
  feeds: [],
  comparison: null,
  platforms: [
    {
      id: 'a',
      version: 'v',
      name: 'Airbnb',
      value: { markup: '15', minimumStay: null },
      sentAt: null,
      receivedAt: null,
      refusals: [],
      differing: null,
    },
  ],
}
const shown = (change: Partial<typeof listing> = {}) =>
  wordsOf(<HomeListing slug="cabin" listing={{ ...listing, ...change }} answer={null} />)

test('without a key, the page explains what it is for, and asks for the key', () => {
  const words = wordsOf(<NewConnection answer={null} />)
  expect(words).toContain('Nothing is sent before you have compared a home and turned it on')
  expect(words).toContain('API key')
})

test('with one, it says how the connection is, and what waits after a restore', () => {
  const connection = {
    server: 'staging',
    testedAt: 'Jun 1',
    heldAt: 'Jun 2',
    failing: null,
    read: { at: 'Jun 3', isLate: true },
  } as const
  const words = wordsOf(
    <>
      <ConnectionProblems connection={connection} />
      <ConnectionCard connection={connection} answer={null} />
    </>,
  )
  expect(words).toContain('A backup was restored on Jun 2')
  expect(words).toContain('Send again')
  const late = wordsOf(<ConnectionProblems connection={{ ...connection, heldAt: null }} />)
  expect(late).toContain('Bookings were last read on Jun 3')
})

test('homes have their state, and what was refused of them', () => {
  const home = { slug: 'cabin', name: 'Cabin', platforms: ['Airbnb', 'Vrbo'], sentAt: 'Jun 1', receivedAt: null }
  const words = wordsOf(<HomeTable homes={[{ ...home, state: 'on', differing: 2, refused: true }]} />)
  expect(words).toContain('On, some nights refused')
  expect(words).toContain('Airbnb and Vrbo')
  const unconnected = { ...home, state: 'unconnected', platforms: [], sentAt: null, differing: null } as const
  expect(wordsOf(<HomeTable homes={[{ ...unconnected, platforms: [], refused: false }]} />)).not.toContain('never')
})

test('a home is turned on only beside its comparison', () => {
  expect(shown()).toContain('Compare the next 500 nights')
  expect(shown()).not.toContain('Turn on')
  const months = [{ month: 'June 2027', count: 2, differences: ['Tue, Jun 1 to Wed, Jun 2: closed there, open here'] }]
  const comparison = { platforms: [{ id: 'a', platform: 'airbnb', count: 2, months }], digest: 'd' }
  const words = shown({ comparison })
  expect(words).toContain('Airbnb: 2 nights differ')
  expect(words).toContain('Tue, Jun 1 to Wed, Jun 2: closed there, open here')
  expect(words).toContain('Turn on')
  expect(shown({ isOn: true, state: 'on' })).toContain('Turn off')
})

test('what Channex did not take is said with its platform', () => {
  const [airbnb] = listing.platforms
  const words = shown({ platforms: airbnb ? [{ ...airbnb, refusals: ['rate is too low'] }] : [] })
  expect(words).toContain('Some prices for Airbnb are refused: rate is too low')
})

test('without a key, the page of a home leads to where it is added', () => {
  expect(wordsOf(<NoKey name="Cabin" />)).toContain('Add the key')
})

test('a home without a listing can get one, or be joined to one', () => {
  const words = wordsOf(<ConnectHome slug="cabin" name="Cabin" joinable={[['p', 'Old']]} answer={null} />)
  expect(words).toContain('Make a listing')
  expect(words).toContain('Old')
})
