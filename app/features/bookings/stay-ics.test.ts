import { afterEach, expect, test, vi } from 'vitest'
import { stayCalendar } from './stay-ics.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function calendarIn(timeZone: string): string {
  return stayCalendar({
    state: 'requested',
    reference: 'ABC-DEF',
    checkInDate: '2027-03-08',
    checkOutDate: '2027-03-16',
    home: { name: 'Lodge', address: 'Steamboat Springs', timeZone, checkInTime: '4:00 PM', checkOutTime: '10:00 AM' },
    description: 'A stay',
    url: 'https://stay.example/property/lodge',
    stampedAt: new Date('2026-11-21T12:00:00Z'),
  })
}

/** Each change of the clocks: its kind, when by the clock before it, and from which offset to which. */
function changesIn(calendar: string): string[] {
  const found = calendar.matchAll(
    /BEGIN:(STANDARD|DAYLIGHT)\r\nDTSTART:(\S+)\r\nTZOFFSETFROM:(\S+)\r\nTZOFFSETTO:(\S+)\r\n/g,
  )
  return [...found].map(([, ...facts]) => facts.join(' '))
}

test('the calendar file tells when the clocks of the home change around the stay', () => {
  expect(changesIn(calendarIn('America/Denver'))).toEqual([
    'STANDARD 19700101T000000 -0700 -0700',
    'DAYLIGHT 20260308T020000 -0700 -0600',
    'STANDARD 20261101T020000 -0600 -0700',
    'DAYLIGHT 20270314T020000 -0700 -0600',
    'STANDARD 20271107T020000 -0600 -0700',
  ])
})

test('south of the equator summer time is told as such, though it is in January', () => {
  expect(changesIn(calendarIn('Pacific/Auckland'))).toEqual([
    'DAYLIGHT 19700101T000000 +1300 +1300',
    'STANDARD 20260405T030000 +1300 +1200',
    'DAYLIGHT 20260927T020000 +1200 +1300',
    'STANDARD 20270404T030000 +1300 +1200',
    'DAYLIGHT 20270926T020000 +1200 +1300',
  ])
})

test('a zone whose clocks stand still has no change', () => {
  expect(changesIn(calendarIn('America/Phoenix'))).toEqual(['STANDARD 19700101T000000 -0700 -0700'])
})

test('a zone is asked for its clocks through one format: making thousands held the whole site up for a second', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  calendarIn('America/Denver')
  expect(made.mock.calls.length).toBeLessThan(10)
})
