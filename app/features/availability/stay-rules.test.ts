import { expect, test } from 'vitest'
import { addDays } from '#app/shared/dates.ts'
import type { StayDraft } from '#app/shared/stay.ts'
import { anyTime, lakeKeowee } from '#test/pricing.ts'
import { checkDates, checkStay } from './stay-rules.ts'

const today = '2027-06-01'
const now = { today, hour: 12, gaps: new Set<string>() }
const limits = { maxStayNights: 60, bookingWindowDays: 540 }
const lake = { maxGuests: 14, maxInfants: 3, maxPets: 2, notice: anyTime, pricing: lakeKeowee }
const july: StayDraft = { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 0 }

const outcomeOf = (change: Partial<StayDraft>, taken?: ReadonlySet<string>) => {
  const outcome = checkStay(lake, { ...july, ...change }, { ...now, limits, taken })
  return outcome.ok ? 'fits' : [outcome.reason, Object.keys(outcome.fields)]
}

test('a valid stay returns its price', () => {
  expect(checkStay(lake, july, { ...now, limits })).toMatchObject({ ok: true, price: { nights: 4, total: 365_200 } })
})

test('a stay without dates is refused and names the missing ones', () => {
  expect(outcomeOf({ checkIn: null, checkOut: null })).toEqual(['dates-missing', ['checkIn', 'checkOut']])
  expect(outcomeOf({ checkIn: null })).toEqual(['dates-missing', ['checkIn']])
  expect(outcomeOf({ checkOut: null })).toEqual(['dates-missing', ['checkOut']])
  expect(outcomeOf({ checkOut: '2027-02-30' })).toEqual(['dates-missing', ['checkOut']])
})

test('check-out must be after check-in', () => {
  expect(outcomeOf({ checkOut: '2027-06-30' })).toEqual(['checkout-before-checkin', ['checkOut']])
  expect(outcomeOf({ checkOut: july.checkIn })).toEqual(['checkout-before-checkin', ['checkOut']])
})

test('a stay can begin today but not yesterday', () => {
  expect(outcomeOf({ checkIn: today, checkOut: '2027-06-05' })).toBe('fits')
  expect(outcomeOf({ checkIn: '2027-05-31', checkOut: '2027-06-05' })).toEqual(['in-the-past', ['checkIn']])
})

test('a stay of 60 nights is allowed, 61 is too long', () => {
  expect(outcomeOf({ checkOut: addDays('2027-07-01', 60) })).toBe('fits')
  expect(outcomeOf({ checkOut: addDays('2027-07-01', 61) })).toEqual(['too-long', ['checkOut']])
})

test('a home has its own longest stay, which is never longer than that of the site', () => {
  const nights = (count: number, maximumStay: number | null) => {
    const home = { ...lake, pricing: { ...lakeKeowee, maximumStay } }
    const outcome = checkStay(home, { ...july, checkOut: addDays('2027-07-01', count) }, { ...now, limits })
    return outcome.ok ? 'fits' : [outcome.reason, outcome.message]
  }
  expect(nights(14, 14)).toBe('fits')
  expect(nights(15, 14)).toEqual(['too-long', 'Stays are limited to 14 nights. Contact us for a longer one.'])
  expect(nights(15, null)).toBe('fits')
  expect(nights(61, 90)).toEqual(['too-long', 'Stays are limited to 60 nights. Contact us for a longer one.'])
})

test('a stay must begin within the booking window', () => {
  const last = addDays(today, 540)
  expect(checkDates({ checkIn: last, checkOut: addDays(last, 7) }, today, limits)).toBeNull()
  const late = checkDates({ checkIn: addDays(last, 1), checkOut: addDays(last, 8) }, today, limits)
  expect(late).toMatchObject({ reason: 'too-far', message: expect.stringContaining('Wednesday, November 22, 2028') })
})

test('the season of the check-in date sets the minimum stay', () => {
  expect(outcomeOf({ checkOut: '2027-07-04' })).toEqual(['below-minimum', ['checkOut']])
  expect(outcomeOf({ checkIn: '2027-09-09', checkOut: '2027-09-11' })).toBe('fits')
})

test('adults and children together are limited by the property, and one adult is required', () => {
  expect(outcomeOf({ adults: 8, children: 6 })).toBe('fits')
  expect(outcomeOf({ adults: 8, children: 7 })).toEqual(['too-many-guests', ['children']])
  expect(outcomeOf({ adults: 999 })).toEqual(['too-many-guests', ['adults']])
  expect(outcomeOf({ adults: 0, children: 2 })).toEqual(['adult-needed', ['adults']])
})

test('infants and pets have their own limits', () => {
  expect(outcomeOf({ adults: 14, infants: 3, pets: 2 })).toBe('fits')
  expect(outcomeOf({ infants: 4 })).toEqual(['too-many-infants', ['infants']])
  expect(outcomeOf({ pets: 3 })).toEqual(['too-many-pets', ['pets']])
})

test('a property without rates, or a total too large to store, cannot be booked', () => {
  const unpriced = { ...lake, pricing: { ...lakeKeowee, baseNightly: null } }
  expect(checkStay(unpriced, july, { ...now, limits })).toMatchObject({ reason: 'no-rates' })
  const palace = { ...lake, pricing: { ...lakeKeowee, cleaningFee: 100_000_000 } }
  expect(checkStay(palace, july, { ...now, limits })).toMatchObject({ reason: 'no-rates' })
})

test('a taken night blocks a stay that includes it, but not one that ends that morning', () => {
  expect(outcomeOf({}, new Set(['2027-07-04']))).toEqual(['dates-taken', ['checkIn', 'checkOut']])
  expect(outcomeOf({}, new Set(['2027-07-05', '2027-06-30']))).toBe('fits')
})
