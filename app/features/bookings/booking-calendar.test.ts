import { afterEach, expect, test, vi } from 'vitest'
import { stayCalendar } from './booking-calendar.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

function calendarIn(timeZone: string, checkInTime = '4:00 PM', checkInDate = '2027-03-08'): string {
  return stayCalendar({
    state: 'requested',
    reference: 'ABC-DEF',
    checkInDate,
    checkOutDate: '2027-03-16',
    property: { name: 'Lodge', address: 'Steamboat Springs', timeZone, checkInTime, checkOutTime: '10:00 AM' },
    description: 'A stay',
    url: 'https://stay.example/property/lodge',
    stampedAt: new Date('2026-11-21T12:00:00Z'),
  })
}

const timesIn = (calendar: string) => calendar.match(/^DT(?:START|END);.*$/gm)?.map((line) => line.trim())

/** Each clock change: its kind, the local time before it, and both offsets. */
function changesIn(calendar: string): string[] {
  const found = calendar.matchAll(
    /BEGIN:(STANDARD|DAYLIGHT)\r\nDTSTART:(\S+)\r\nTZOFFSETFROM:(\S+)\r\nTZOFFSETTO:(\S+)\r\n/g,
  )
  return [...found].map(([, ...fields]) => fields.join(' '))
}

test('the calendar file contains the clock changes around the stay', () => {
  expect(changesIn(calendarIn('America/Denver'))).toEqual([
    'STANDARD 19700101T000000 -0700 -0700',
    'DAYLIGHT 20260308T020000 -0700 -0600',
    'STANDARD 20261101T020000 -0600 -0700',
    'DAYLIGHT 20270314T020000 -0700 -0600',
    'STANDARD 20271107T020000 -0600 -0700',
  ])
})

test('summer time south of the equator is daylight time, although it is in January', () => {
  expect(changesIn(calendarIn('Pacific/Auckland'))).toEqual([
    'DAYLIGHT 19700101T000000 +1300 +1300',
    'STANDARD 20260405T030000 +1300 +1200',
    'DAYLIGHT 20260927T020000 +1200 +1300',
    'STANDARD 20270404T030000 +1300 +1200',
    'DAYLIGHT 20270926T020000 +1200 +1300',
  ])
})

test('the stay is in local time at the property, whatever the time zone of the server', () => {
  expect(timesIn(calendarIn('America/Denver'))).toEqual([
    'DTSTART;TZID=America/Denver:20270308T160000',
    'DTEND;TZID=America/Denver:20270316T100000',
  ])
})

test('times that cannot be parsed lead to whole days, whatever the time zone of the server', () => {
  expect(timesIn(calendarIn('America/Denver', 'in the afternoon'))).toEqual([
    'DTSTART;VALUE=DATE:20270308',
    'DTEND;VALUE=DATE:20270316',
  ])
})

test('a time skipped in the server’s time zone is valid at the property', () => {
  for (const date of ['2027-03-14', '2026-09-27']) {
    expect(timesIn(calendarIn('America/Phoenix', '2:30 AM', date))?.[0]).toBe(
      `DTSTART;TZID=America/Phoenix:${date.replaceAll('-', '')}T023000`,
    )
  }
})

test('a zone without daylight saving has no clock changes', () => {
  expect(changesIn(calendarIn('America/Phoenix'))).toEqual(['STANDARD 19700101T000000 -0700 -0700'])
})

test('time zone formats are cached: creating thousands blocked the server for a second', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  calendarIn('America/Denver')
  expect(made.mock.calls.length).toBeLessThan(10)
})
