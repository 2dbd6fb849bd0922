import { describe, expect, test } from 'vitest'
import type { PricingRules } from '#app/features/pricing/rates.ts'
import { eachNight } from '#app/shared/dates.ts'
import { anyTime, lakeKeowee } from '#test/pricing.ts'
import { findNearestOpen, findNextOpen, openDates } from './next-open.ts'
import { checkStay, type PropertyRules } from './stay-rules.ts'

const couple = { adults: 2, children: 0, infants: 0, pets: 0 }
const property: PropertyRules = { maxGuests: 14, maxInfants: 3, maxPets: 2, notice: anyTime, pricing: lakeKeowee }
const context = {
  gaps: new Set<string>(),
  answerHours: 0,
  today: '2027-09-20',
  hour: 9,
  limits: { maxStayNights: 30, bookingWindowDays: 120 },
}

const taken = (...spans: [from: string, to: string][]) => new Set(spans.flatMap(([from, to]) => eachNight(from, to)))

function nextOpen({
  of = {},
  pricing = {},
  wanted = {},
  nights = taken(),
}: {
  of?: Partial<PropertyRules>
  pricing?: Partial<PricingRules>
  wanted?: { from?: string; nights?: number }
  nights?: Set<string>
} = {}) {
  const rules = { ...property, ...of, pricing: { ...lakeKeowee, ...pricing } }
  const open = findNextOpen(
    rules,
    { party: couple, from: null, nights: null, ...wanted },
    { ...context, taken: nights },
  )
  return open && `${open.stay.checkIn} ${open.stay.checkOut}`
}

describe('the next open stay', () => {
  test('begins today, is as short as the rules allow, and costs what a booking of it costs', () => {
    expect(nextOpen()).toBe('2027-09-20 2027-09-22')
    const open = findNextOpen(property, { party: couple, from: null, nights: null }, { ...context, taken: taken() })
    const booked = open && checkStay(property, open.stay, context)
    expect(open?.total).toBe(booked?.ok && booked.price.total)
  })

  test('respects notice, taken nights and the minimum of the day', () => {
    expect(nextOpen({ of: { notice: { days: 3, untilHour: 9, windowDays: null } } })).toBe('2027-09-24 2027-09-26')
    expect(nextOpen({ nights: taken(['2027-09-21', '2027-09-23'], ['2027-09-24', '2027-10-01']) })).toBe(
      '2027-10-01 2027-10-03',
    )
    const overrides = { '2027-09-20': { price: null, minimumStay: 4, reason: null } }
    expect(nextOpen({ pricing: { overrides } })).toBe('2027-09-20 2027-09-24')
    expect(nextOpen({ pricing: { overrides }, nights: taken(['2027-09-23', '2027-09-24']) })).toBe(
      '2027-09-21 2027-09-23',
    )
  })

  test('begins and ends on days of arrival, even if that makes it longer', () => {
    expect(nextOpen({ pricing: { checkInDays: [6] } })).toBe('2027-09-25 2027-10-02')
  })

  test('is null without rates, beyond the booking window, and where everything is taken', () => {
    expect(nextOpen({ pricing: { baseNightly: null } })).toBeNull()
    expect(nextOpen({ nights: taken(['2027-09-20', '2028-03-01']) })).toBeNull()
    expect(
      nextOpen({ of: { notice: { ...anyTime, windowDays: 10 } }, nights: taken(['2027-09-20', '2027-10-01']) }),
    ).toBe(null)
  })

  test('can be asked for a length and a first day', () => {
    expect(nextOpen({ wanted: { from: '2027-10-01', nights: 5 }, nights: taken(['2027-10-03', '2027-10-06']) })).toBe(
      '2027-10-06 2027-10-11',
    )
    expect(nextOpen({ wanted: { from: '2027-09-01', nights: 1 } })).toBeNull()
  })
})

describe('what is offered is possible', () => {
  const offered = (answerHours: number, { hour = 7, nights = taken() } = {}) => {
    const wanted = { party: couple, from: null, nights: null }
    return findNextOpen(property, wanted, { ...context, hour, answerHours, taken: nights })?.stay.checkIn
  }

  test('a request is answered before the stay begins, also late in the day and by slow operators', () => {
    expect(offered(0)).toBe('2027-09-20')
    expect(offered(24)).toBe('2027-09-22')
    expect(offered(4)).toBe('2027-09-21')
    expect(offered(4, { hour: 21 })).toBe('2027-09-22')
    const wanted = { party: couple, from: '2027-09-20', nights: 3 }
    const slow = { ...context, answerHours: 72, taken: taken() }
    expect(findNextOpen(property, wanted, slow)?.stay.checkIn).toBe('2027-09-24')
  })
})

describe('the nearest stays to one that cannot be booked', () => {
  const nearest = (checkIn: string, checkOut: string, nights: Set<string>, pricing: Partial<PricingRules> = {}) =>
    findNearestOpen(
      { ...property, pricing: { ...lakeKeowee, ...pricing } },
      { ...couple, adults: 5, checkIn, checkOut },
      { ...context, taken: nights },
    ).map(({ stay }) => [stay.checkIn, stay.checkOut, stay.adults])

  test('have its length and party, earlier and later, the nearest first', () => {
    const booked = taken(['2027-10-10', '2027-10-13'])
    expect(nearest('2027-10-11', '2027-10-14', booked)).toEqual([
      ['2027-10-13', '2027-10-16', 5],
      ['2027-10-07', '2027-10-10', 5],
    ])
    expect(nearest('2027-09-10', '2027-09-13', booked)).toEqual([['2027-09-20', '2027-09-23', 5]])
    expect(nearest('2028-06-01', '2028-06-04', booked)).toEqual([['2028-01-18', '2028-01-21', 5]])
  })

  test('are longer only where no stay is that short', () => {
    expect(nearest('2027-10-11', '2027-10-12', taken())).toEqual([
      ['2027-10-11', '2027-10-13', 5],
      ['2027-10-10', '2027-10-12', 5],
    ])
    expect(nearest('2027-10-11', '2027-10-14', taken(['2027-09-20', '2028-06-01']))).toEqual([])
  })
})

test('its dates have a year only if they are far ahead', () => {
  expect(openDates({ checkIn: '2027-12-02', checkOut: '2027-12-04' }, '2027-11-22')).toBe('Dec 2–4')
  expect(openDates({ checkIn: '2028-12-30', checkOut: '2029-01-02' }, '2027-11-22')).toBe('Dec 30–Jan 2, 2029')
})
