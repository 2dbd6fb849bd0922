import { addDays } from '#app/shared/dates.ts'
import type { ServedPage } from '#test/requests/served-page.ts'
import { ask } from '../ask.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { openFrame } from '../served-addresses.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, propertyOf, todayOf } from '../stays.ts'

const today = todayOf()
const soon = addDays(today, 30)
const dates = (from: number, to: number) => `checkin=${addDays(today, from)}&checkout=${addDays(today, to)}`

const CHOOSE = 'Select your check-in and check-out dates.'
const LATER = 'Check-out must be after check-in. Please choose a later date.'
const NONE_TAKES = 'None of our homes sleeps that many.'

/** A query in the address, and the responses of the search and the frame. */
const ADDRESSES: [string, string, { search: string; frame: string }][] = [
  ['reversed dates', `${dates(40, 30)}&adults=2`, { search: LATER, frame: 'Next available: ' }],
  ['the same day twice', `${dates(30, 30)}&adults=2`, { search: LATER, frame: 'Next available: ' }],
  ['a check-out alone', `checkout=${soon}&adults=2`, { search: CHOOSE, frame: 'Next available: ' }],
  [
    'letters',
    'checkin=friday&checkout=sunday&adults=two&pets=%3Cscript%3E',
    { search: 'Please enter a real date as YYYY-MM-DD.', frame: 'Next available: ' },
  ],
  [
    'dates in the past',
    `${dates(-30, -26)}&adults=2`,
    {
      search: 'That check-in date has passed. Please choose a later one.',
      frame: 'That check-in date has passed. Please choose a later one.',
    },
  ],
  [
    'a stay of a year',
    `${dates(30, 395)}&adults=2`,
    {
      search: 'Stays are limited to 60 nights. Contact us for a longer one.',
      frame: 'Stays are limited to 60 nights. Contact us for a longer one.',
    },
  ],
  [
    'a stay in ten years',
    `${dates(3650, 3655)}&adults=2`,
    { search: 'We’re booking through ', frame: 'We’re booking through ' },
  ],
  [
    'a whole school class',
    `${dates(30, 36)}&adults=2&children=60`,
    { search: NONE_TAKES, frame: 'This home sleeps 14. Infants under 2 don’t count toward the limit.' },
  ],
]

/** The links to a home in a list of results. */
const found = ({ links }: ServedPage) => links.filter(({ label }) => label.startsWith('View this home'))
const isOffered = ({ forms }: ServedPage) =>
  forms.some(({ buttons }) => buttons.some(({ label }) => /^(?:Request to book|Book and pay)/.test(label)))

test('wrong dates and parties in the address break no page and get a clear message', async () => {
  const guest = visitByRequests()
  for (const [what, query, said] of ADDRESSES) {
    // The parts that the search's script inserts, and the page without script.
    for (const path of ['/embed/results', '/search']) {
      const results = await guest.open(`${path}?${query}`)
      expect([path, results.status, found(results)], what).toEqual([path, 200, []])
      expect(results.html, `${what}, ${path}`).toContain(said.search)
    }
    const frame = await openFrame(guest, `${propertyOf('lake-keowee').path}?${query}`)
    expect([frame.status, isOffered(frame)], what).toEqual([200, false])
    expect(frame.text, what).toContain(said.frame)
  }
})

test('with 0 or 999 guests in the address, the search says what is wrong and the frame starts with one adult', async () => {
  const { checkIn, checkOut } = await freeStay('lake-keowee')
  const guest = visitByRequests()
  const noCount = 'Please enter a whole number of adults from 0 to 99.'
  for (const [party, words, guests] of [
    ['adults=0&children=2', 'Your group needs at least one adult.', '3 guests'],
    ['adults=999', noCount, '1 guest'],
    ['adults=-1', noCount, '1 guest'],
  ] as const) {
    const query = `checkin=${checkIn}&checkout=${checkOut}&${party}`
    expect((await guest.open(`/embed/results?${query}`)).html, party).toContain(words)
    const frame = await openFrame(guest, `${propertyOf('lake-keowee').path}?${query}`)
    expect(frame.text, party).toContain(`, ${guests}Change dates or guests`)
    expect(isOffered(frame), party).toBe(true)
  }
})

test('a stay shorter than the property’s minimum shows the minimum', async () => {
  const { checkIn } = await freeStay('large-luxury', 7)
  const query = `checkin=${checkIn}&checkout=${addDays(checkIn, 1)}&adults=2`
  const frame = await openFrame(visitByRequests(), `${propertyOf('large-luxury').path}?${query}`)
  expect(frame.text).toMatch(/Stays that start \w+, \w+ \d+ have a \d-night minimum\./)
  expect(isOffered(frame)).toBe(false)
})

const MALFORMED = [
  ['/property/large-luxury?%FF=%', 200],
  ['/search?checkin[]=1&checkin=2&checkin=3', 200],
  ['/contact?a=%00', 400],
  ['/property/%00', 400],
  ['/%C0%AE%C0%AE/', 404],
  ['//evil.example', 404],
  ['//[x', 404],
  ['//:/', 404],
  ['//a1/', 404],
  ['/embed/book/%27%20or%201=1', 404],
  ['/assets/../server/main.ts', 404],
  [`/${'a'.repeat(200)}`, 404],
] as const

test('a malformed address gets a page with its status', async () => {
  for (const [path, status] of MALFORMED) {
    const answer = await ask(siteUrl(), { path })
    expect([path, answer.status]).toEqual([path, status])
    expect(answer.headers['content-type'], path).toBe('text/html; charset=utf-8')
    expect(answer.text, path).toContain('</html>')
  }
})
