import { expect, test } from 'vitest'
import { calendarOf, eventOf } from '#test/servers/calendars.ts'
import { nightsIn, readAtProperty } from '#test/servers/read-nights.ts'

const one = (...lines: string[]) => calendarOf(...eventOf('UID:a@example.com', ...lines))
const FROM = 'DTSTART;VALUE=DATE:20270910'
const TO = 'DTEND;VALUE=DATE:20270912'

test.each([
  ['an offset behind UTC, which is another day there', ['DTSTART:20270910T120000-1100', TO]],
  ['an offset with minutes, just before check-in', [FROM, 'DTEND:20270913T021500+0530']],
  ['an offset with a colon', ['DTSTART:20270911T040000+05:30', TO]],
  ['the end of a day as 24:00', [FROM, 'DTEND:20270911T240000']],
  ['a leap second', [FROM, 'DTEND:20270911T235960']],
  ['a line that goes on after a space', ['DTSTART;VALUE=DATE:2027', ' 0910', TO]],
  ['a line that goes on after a tab', [FROM, 'DTEND;VALUE=DATE:2027', '\t0912']],
  ['a description that goes on with a line of the file', [FROM, TO, 'DESCRIPTION:as in', ' BEGIN:VEVENT']],
  ['a state that only ends as canceled does', [FROM, TO, 'STATUS:UNCANCELLED']],
  ['a state that only begins as canceled does', [FROM, TO, 'STATUS:CANCELLED-LATER']],
])('two nights are read from %s', (_, lines) => {
  expect(readAtProperty(one(...lines))).toMatchObject({ unreadable: [] })
  expect(nightsIn(one(...lines))).toEqual(['2027-09-10/2027-09-12'])
})

test.each(['20270910T250000', '20270910T166000', '20270910T160061'])('no time is read from %s', (time) => {
  expect(readAtProperty(one(`DTSTART:${time}`))).toMatchObject({
    events: [],
    unreadable: [{ uid: 'a@example.com', words: expect.stringContaining('its start can’t be read') }],
  })
})
