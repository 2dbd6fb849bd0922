import { expect, test } from 'vitest'
import type { TodayStay } from '../today.ts'
import { OFFLINE_TOKENS, offlinePage } from './offline-page.ts'
import { offlineListsOf } from './store-today.ts'

const STAY = {
  ...{ reference: 'ABC-DEF', guestName: 'Ada <b>Lovelace</b>', guestPhone: '+1 970 555 0101', property: 'Cabin & Co' },
  ...{ checkIn: '2027-06-03', checkOut: '2027-06-08', today: '2027-06-01', checkInTime: '4 PM', checkOutTime: '10 AM' },
} as TodayStay

test('Today without connection lists who comes and goes within a week, and what waited', () => {
  const task = { title: 'Request of Bo', detail: '3 nights', until: null, path: null, action: 'Answer' }
  expect(offlineListsOf({ stays: [STAY], tasks: [task] })).toEqual([
    {
      title: 'Thursday, June 3',
      empty: '',
      lines: [{ title: 'Ada <b>Lovelace</b>, Cabin & Co', detail: 'Check-in from 4 PM · +1 970 555 0101' }],
    },
    { title: 'Needs you', empty: expect.any(String), lines: [{ title: 'Request of Bo', detail: '3 nights' }] },
  ])
  expect(offlineListsOf({ stays: [], tasks: [] }).map(({ title, lines }) => [title, lines.length])).toEqual([
    ['Next seven days', 0],
    ['Needs you', 0],
  ])
})

test('the page says when it was seen, has no script, and shows what guests wrote as text', () => {
  const lists = offlineListsOf({ stays: [STAY], tasks: [] })
  const tokens = Object.fromEntries(OFFLINE_TOKENS.map((name) => [name, 'teal'])) as never
  const html = offlinePage({ brand: 'Hut & Harbour', seenAt: 'Tuesday, June 1, 2027 at 9:30 AM', lists, tokens })
  expect(html).toContain(':root{color-scheme:light dark;--background:teal;')
  expect(html).toContain('This is from Tuesday, June 1, 2027 at 9:30 AM, and may have changed since.')
  expect(html).toContain('Ada &lt;b&gt;Lovelace&lt;/b&gt;, Cabin &amp; Co')
  expect(html).toContain('<title>Offline | Hut &amp; Harbour</title>')
  expect(html).not.toMatch(/<script|<b>|src=/)
})
