import { expect, test } from 'vitest'
import { addDays } from '#app/shared/dates.ts'
import type { StayDraft } from '#app/shared/stay.ts'
import { anyTime, lakeKeowee } from '#test/pricing.ts'
import { checkDates, checkStay } from './stay-rules.ts'

const today = '2027-06-01'
const now = { today, hour: 12 }
const limits = { maxStayNights: 60, bookingWindowDays: 540 }
const lake = { maxGuests: 14, maxInfants: 3, maxPets: 2, notice: anyTime, pricing: lakeKeowee }
const july: StayDraft = { checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 2, children: 0, infants: 0, pets: 0 }

const judged = (change: Partial<StayDraft>, taken?: ReadonlySet<string>) => {
  const outcome = checkStay(lake, { ...july, ...change }, { ...now, limits, taken })
  return outcome.ok ? 'fits' : [outcome.reason, Object.keys(outcome.fields)]
}

test('a stay that fits comes back with its price', () => {
  expect(checkStay(lake, july, { ...now, limits })).toMatchObject({ ok: true, price: { nights: 4, total: 365_200 } })
})

test('a stay without its dates asks for the one that is missing', () => {
  expect(judged({ checkIn: null, checkOut: null })).toEqual(['dates-missing', ['checkIn', 'checkOut']])
  expect(judged({ checkIn: null })).toEqual(['dates-missing', ['checkIn']])
  expect(judged({ checkOut: null })).toEqual(['dates-missing', ['checkOut']])
  expect(judged({ checkOut: '2027-02-30' })).toEqual(['dates-missing', ['checkOut']])
})

test('a guest leaves after arriving', () => {
  expect(judged({ checkOut: '2027-06-30' })).toEqual(['checkout-before-checkin', ['checkOut']])
  expect(judged({ checkOut: july.checkIn })).toEqual(['checkout-before-checkin', ['checkOut']])
})

test('today can be booked and yesterday cannot', () => {
  expect(judged({ checkIn: today, checkOut: '2027-06-05' })).toBe('fits')
  expect(judged({ checkIn: '2027-05-31', checkOut: '2027-06-05' })).toEqual(['in-the-past', ['checkIn']])
})

test('sixty nights fit and sixty-one do not', () => {
  expect(judged({ checkOut: addDays('2027-07-01', 60) })).toBe('fits')
  expect(judged({ checkOut: addDays('2027-07-01', 61) })).toEqual(['too-long', ['checkOut']])
})

test('a stay begins within the booking window', () => {
  const last = addDays(today, 540)
  expect(checkDates({ checkIn: last, checkOut: addDays(last, 7) }, today, limits)).toBeNull()
  const late = checkDates({ checkIn: addDays(last, 1), checkOut: addDays(last, 8) }, today, limits)
  expect(late).toMatchObject({ reason: 'too-far', message: expect.stringContaining('Wednesday, November 22, 2028') })
})

test('the season of the check-in date says how long a stay is at least', () => {
  expect(judged({ checkOut: '2027-07-04' })).toEqual(['below-minimum', ['checkOut']])
  expect(judged({ checkIn: '2027-09-09', checkOut: '2027-09-11' })).toBe('fits')
})

test('a party is adults and children up to the home’s guests, with an adult among them', () => {
  expect(judged({ adults: 8, children: 6 })).toBe('fits')
  expect(judged({ adults: 8, children: 7 })).toEqual(['too-many-guests', ['children']])
  expect(judged({ adults: 999 })).toEqual(['too-many-guests', ['adults']])
  expect(judged({ adults: 0, children: 2 })).toEqual(['adult-needed', ['adults']])
})

test('infants and pets have limits of their own', () => {
  expect(judged({ adults: 14, infants: 3, pets: 2 })).toBe('fits')
  expect(judged({ infants: 4 })).toEqual(['too-many-infants', ['infants']])
  expect(judged({ pets: 3 })).toEqual(['too-many-pets', ['pets']])
})

test('a home without rates cannot be booked, nor one whose total no booking can hold', () => {
  const unpriced = { ...lake, pricing: { ...lakeKeowee, baseNightly: null } }
  expect(checkStay(unpriced, july, { ...now, limits })).toMatchObject({ reason: 'no-rates' })
  const palace = { ...lake, pricing: { ...lakeKeowee, cleaningFee: 100_000_000 } }
  expect(checkStay(palace, july, { ...now, limits })).toMatchObject({ reason: 'no-rates' })
})

test('a taken night refuses the stay that needs it, and not the one that leaves that morning', () => {
  expect(judged({}, new Set(['2027-07-04']))).toEqual(['dates-taken', ['checkIn', 'checkOut']])
  expect(judged({}, new Set(['2027-07-05', '2027-06-30']))).toBe('fits')
})
