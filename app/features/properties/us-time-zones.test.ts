import { expect, test } from 'vitest'
import { timeZoneOfPlace } from './us-time-zones.ts'

test.each([
  ['Oak Creek, CO', 'America/Denver'],
  ['West Union, South Carolina', 'America/New_York'],
  ['West Union, SC 29696', 'America/New_York'],
  [' oak creek ,  colorado , USA', 'America/Denver'],
  ['Hilo, HI', 'Pacific/Honolulu'],
  ['Seattle, Washington', 'America/Los_Angeles'],
  ['Washington, DC', 'America/New_York'],
  // Two time zones, or another country.
  ['Bend, Oregon', null],
  ['El Paso, TX', null],
  ['Destin, FL', null],
  ['Page, Arizona', null],
  ['Tbilisi, Georgia, Europe', null],
  ['Colorado', null],
  ['Chamonix, France', null],
  ['', null],
])('%s', (place, zone) => {
  expect(timeZoneOfPlace(place)).toBe(zone)
})
