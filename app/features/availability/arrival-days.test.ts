import { describe, expect, test } from 'vitest'
import type { PricingRules } from '#app/features/pricing/rates.ts'
import { addDays } from '#app/shared/dates.ts'
import { anyTime, lakeKeowee } from '#test/pricing.ts'
import { checkStay, minimumStayOn, type PropertyRules } from './stay-rules.ts'

const SATURDAY = 6
const july = {
  id: 'july',
  name: 'July',
  startsOn: '07-01',
  endsOn: '07-31',
  year: null,
  minimumStay: 7,
  checkInDays: [SATURDAY],
}
const saturdays: PricingRules = { ...lakeKeowee, seasons: [...lakeKeowee.seasons, july] }
const property: PropertyRules = { maxGuests: 14, maxInfants: 3, maxPets: 2, notice: anyTime, pricing: saturdays }
const now = { today: '2027-06-01', hour: 15 }
const limits = { maxStayNights: 60, bookingWindowDays: 540 }
const couple = { adults: 2, children: 0, infants: 0, pets: 0 }

function outcomeOf(checkIn: string, checkOut: string, change: Partial<typeof property> = {}, moment = now) {
  const outcome = checkStay(
    { ...property, ...change },
    { ...couple, checkIn, checkOut },
    { ...moment, limits, gaps: new Set() },
  )
  return outcome.ok ? 'fits' : outcome.message
}

describe('days of arrival', () => {
  test('with Saturday arrivals in a month, stays start and end on Saturdays', () => {
    expect(outcomeOf('2027-07-03', '2027-07-10')).toBe('fits')
    expect(outcomeOf('2027-07-04', '2027-07-11')).toBe('Check-in is only on Saturdays in July.')
    expect(outcomeOf('2027-07-03', '2027-07-11')).toBe('Check-out is only on Saturdays in July.')
    expect(outcomeOf('2027-07-10', '2027-07-14')).toBe('Check-out is only on Saturdays in July.')
  })

  test('at the edges of a month, departures follow the rules of the last night', () => {
    expect(outcomeOf('2027-06-27', '2027-07-01')).toBe('fits')
    expect(outcomeOf('2027-06-27', '2027-07-02')).toBe('Check-out is only on Saturdays in July.')
    expect(outcomeOf('2027-06-27', '2027-07-03')).toBe('fits')
    expect(outcomeOf('2027-07-31', '2027-08-09')).toBe('fits')
    expect(outcomeOf('2027-08-01', '2027-08-05')).toBe('fits')
  })

  test('arrival days of the year apply where a season has none, and messages name their dates', () => {
    const yearRound = { ...lakeKeowee, checkInDays: [5, 6] }
    expect(outcomeOf('2027-10-04', '2027-10-08', { pricing: yearRound })).toBe(
      'Check-in is only on Fridays and Saturdays.',
    )
    expect(outcomeOf('2027-07-04', '2027-07-09', { pricing: yearRound })).toBe(
      'Check-in is only on Fridays and Saturdays.',
    )
    const summer = { ...lakeKeowee, seasons: lakeKeowee.seasons.map((one) => ({ ...one, checkInDays: [0] })) }
    expect(outcomeOf('2027-07-03', '2027-07-11', { pricing: summer })).toBe(
      'Check-in is only on Sundays from May 22 to September 8.',
    )
    expect(outcomeOf('2027-10-04', '2027-10-08', { pricing: summer })).toBe('fits')
  })
})

test('arrival days name a whole month by its name and every other season by its days', () => {
  const words = (startsOn: string, endsOn: string) => {
    const season = { ...july, startsOn, endsOn }
    return outcomeOf('2028-02-06', '2028-02-13', {
      pricing: { ...lakeKeowee, seasons: [season] },
    })
  }
  expect([
    words('02-01', '02-29'),
    words('02-01', '03-31'),
    words('02-01', '02-28'),
    words('02-02', '02-29'),
    words('02-01', '01-31'),
    words('12-01', '02-29'),
  ]).toEqual([
    'Check-in is only on Saturdays in February.',
    'Check-in is only on Saturdays from February 1 to March 31.',
    'Check-in is only on Saturdays from February 1 to February 28.',
    'Check-in is only on Saturdays from February 2 to February 29.',
    'Check-in is only on Saturdays from February 1 to January 31.',
    'Check-in is only on Saturdays from December 1 to February 29.',
  ])
})

describe('the minimum stay', () => {
  const rules: PricingRules = {
    ...lakeKeowee,
    arrivalMinimums: [
      { seasonId: null, weekdays: [5], minimumStay: 3 },
      { seasonId: 'summer', weekdays: [5, 6], minimumStay: 5 },
      { seasonId: 'summer', weekdays: [6], minimumStay: 7 },
    ],
    overrides: { '2027-07-02': { price: null, minimumStay: 6, reason: null } },
  }

  test('the minimum of the date wins over the weekday in its season, and that over the season', () => {
    expect(minimumStayOn(rules, '2027-07-02')).toBe(6)
    expect(minimumStayOn(rules, '2027-07-09')).toBe(5)
    expect(minimumStayOn(rules, '2027-07-10')).toBe(7)
    expect(minimumStayOn(rules, '2027-07-11')).toBe(4)
    expect(minimumStayOn(rules, '2027-10-08')).toBe(3)
    expect(minimumStayOn(rules, '2027-10-09')).toBe(2)
  })

  test('a minimum stay on a date does not change the price', () => {
    expect(outcomeOf('2027-07-02', '2027-07-07', { pricing: rules })).toBe(
      'Stays that start Fri, Jul 2 have a 6-night minimum.',
    )
    expect(outcomeOf('2027-07-02', '2027-07-08', { pricing: rules })).toBe('fits')
  })
})

describe('notice and booking window', () => {
  const notice = (days: number, untilHour = 24) => ({ pricing: lakeKeowee, notice: { ...anyTime, days, untilHour } })
  const first = (date: string) => `This home needs a little notice. The earliest check-in is ${date}.`

  test('a property with two days of notice can be booked two days ahead', () => {
    expect(outcomeOf('2027-06-02', '2027-06-08', notice(2))).toBe(first('Thursday, June 3'))
    expect(outcomeOf('2027-06-03', '2027-06-08', notice(2))).toBe('fits')
  })

  test('after the cutoff hour in the property’s time zone, today no longer counts toward the notice', () => {
    const early = { ...now, hour: 14 }
    expect(outcomeOf('2027-06-01', '2027-06-08', notice(0, 15), early)).toBe('fits')
    expect(outcomeOf('2027-06-01', '2027-06-08', notice(0, 15))).toBe(first('Wednesday, June 2'))
    expect(outcomeOf('2027-06-02', '2027-06-08', notice(1, 15))).toBe(first('Thursday, June 3'))
  })

  test('the shorter booking window applies', () => {
    const window = (windowDays: number) => ({ pricing: lakeKeowee, notice: { ...anyTime, windowDays } })
    const [last, next] = [addDays(now.today, 30), addDays(now.today, 31)]
    expect(outcomeOf(last, addDays(last, 4), window(30))).toBe('fits')
    expect(outcomeOf(next, addDays(next, 4), window(30))).toContain('We’re booking through Thursday, July 1, 2027')
    const late = addDays(now.today, 541)
    expect(outcomeOf(late, addDays(late, 4), window(900))).toContain('We’re booking through')
  })
})
