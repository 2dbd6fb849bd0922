import { expect, test } from 'vitest'
import { addDays } from '#app/shared/dates.ts'
import type { Stay, StayDraft } from '#app/shared/stay.ts'
import { anyTime, lakeKeowee } from '#test/pricing.ts'
import {
  checkArrival,
  checkDates,
  checkStay,
  LARGEST_TOTAL,
  listRefusals,
  notAvailable,
  type PropertyRules,
  totalIfAllowed,
} from './stay-rules.ts'

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
    const property = { ...lake, pricing: { ...lakeKeowee, maximumStay } }
    const outcome = checkStay(property, { ...july, checkOut: addDays('2027-07-01', count) }, { ...now, limits })
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

test('each refusal says in a sentence what to do', () => {
  const wordsOf = (change: Partial<StayDraft>, property = lake, taken?: ReadonlySet<string>) => {
    const outcome = checkStay(property, { ...july, ...change }, { ...now, limits, taken })
    return outcome.ok ? 'fits' : outcome.message
  }
  const small = { ...lake, maxInfants: 0, maxPets: 0 }
  const one = { ...lake, maxInfants: 1, maxPets: 1 }
  const soon = { ...lake, notice: { ...anyTime, days: 40 } }
  const words = [
    wordsOf({ checkIn: null }),
    wordsOf({ checkOut: july.checkIn }),
    wordsOf({ checkIn: '2027-05-31' }),
    wordsOf({ adults: 0 }),
    wordsOf({ adults: 15 }),
    ...[wordsOf({ infants: 1 }, small), wordsOf({ infants: 2 }, one), wordsOf({ infants: 4 })],
    ...[wordsOf({ pets: 1 }, small), wordsOf({ pets: 2 }, one), wordsOf({ pets: 3 })],
    wordsOf({}, soon),
    wordsOf({ checkOut: '2027-07-04' }),
    wordsOf({}, { ...lake, pricing: { ...lakeKeowee, baseNightly: null } }),
    wordsOf({}, lake, new Set(['2027-07-04'])),
  ]
  expect(words).toEqual([
    'Select your check-in and check-out dates.',
    'Check-out must be after check-in. Please choose a later date.',
    'That check-in date has passed. Please choose a later one.',
    'Your group needs at least one adult.',
    'This home sleeps 14. Infants under 2 don’t count toward the limit.',
    'This home isn’t set up for infants.',
    'This home allows up to 1 infant.',
    'This home allows up to 3 infants.',
    'This home doesn’t allow pets.',
    'This home allows up to 1 pet.',
    'This home allows up to 2 pets.',
    'This home needs a little notice. The earliest check-in is Sunday, July 11.',
    'Stays that start Thu, Jul 1 have a 4-night minimum.',
    'We don’t have prices for these dates yet. Contact us and we’ll help.',
    'Some of these nights are already booked. Please choose other dates.',
  ])
})

test('a date that is none is missing, also where the other one is missing too', () => {
  expect(outcomeOf({ checkIn: 'soon', checkOut: null })).toEqual(['dates-missing', ['checkIn', 'checkOut']])
  expect(outcomeOf({ checkIn: '', checkOut: july.checkOut })).toEqual(['dates-missing', ['checkIn']])
})

test('one adult alone is enough', () => {
  expect(outcomeOf({ adults: 1 })).toBe('fits')
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

const fridays: PropertyRules = { ...lake, pricing: { ...lakeKeowee, checkInDays: [5] } }
const soon: PropertyRules = { ...lake, notice: { ...anyTime, days: 40 } }

test('arrival and departure days and the notice name their field, and an arrival is checked without its end', () => {
  // July 1 is a Thursday, and July 2 a Friday.
  const context = { ...now, limits }
  const refusal = (property: PropertyRules, checkIn: string, checkOut: string) => {
    const outcome = checkStay(property, { ...july, checkIn, checkOut }, context)
    return outcome.ok ? 'fits' : [outcome.reason, Object.keys(outcome.fields)]
  }
  expect(refusal(fridays, '2027-07-01', '2027-07-09')).toEqual(['arrival-day', ['checkIn']])
  expect(refusal(fridays, '2027-07-02', '2027-07-08')).toEqual(['departure-day', ['checkOut']])
  expect(refusal(fridays, '2027-07-02', '2027-07-09')).toBe('fits')
  expect(refusal(soon, '2027-07-10', '2027-07-17')).toEqual(['too-soon', ['checkIn']])
  expect(checkArrival(fridays, '2027-07-01', now)).toMatchObject({ reason: 'arrival-day' })
  expect(checkArrival(fridays, '2027-07-02', now)).toBeNull()
  expect(checkArrival(soon, '2027-07-10', now)).toMatchObject({ reason: 'too-soon' })
  expect(checkArrival(soon, '2027-07-11', now)).toBeNull()
  expect(notAvailable()).toMatchObject({
    reason: 'not-available',
    message: 'This home isn’t taking bookings right now. Contact us about your dates.',
  })
})

test('an operator reads every refusal of a stay, and of dates that are none only that', () => {
  const reasons = (stay: Partial<StayDraft>) =>
    listRefusals(fridays, { ...july, ...stay }, { ...now, limits }).map(({ reason }) => reason)
  expect(reasons({ pets: 3, checkOut: '2027-07-03' })).toEqual([
    ...['too-many-pets', 'arrival-day', 'departure-day', 'below-minimum'],
  ])
  expect(reasons({ pets: 3, checkOut: null })).toEqual(['dates-missing'])
  expect(reasons({ checkIn: '2027-07-02', checkOut: '2027-07-09' })).toEqual([])
})

test('a search has the total of every stay that can be booked, and none of another', () => {
  const cleaningFee = LARGEST_TOTAL - 335_200
  const properties: PropertyRules[] = [
    ...[lake, fridays, soon, { ...lake, pricing: { ...lakeKeowee, baseNightly: null } }],
    ...[cleaningFee, cleaningFee + 1].map((fee) => ({
      ...lake,
      pricing: { ...lakeKeowee, cleaningFee: fee, taxes: [], rates: [], baseNightly: 83_800 },
    })),
  ]
  const stays: Stay[] = [
    ...['2027-05-31', '2027-06-01', '2027-07-01', '2027-07-02', '2027-07-11', '2029-07-01'].flatMap((checkIn) =>
      [3, 4, 7, 61].map((nights) => ({ ...july, checkIn, checkOut: addDays(checkIn, nights) })),
    ),
    { ...july, checkIn: '2027-07-01', checkOut: '2027-07-05', adults: 15 },
  ]
  const context = { ...now, limits }
  const totals = properties.map((property) => stays.map((stay) => totalIfAllowed(property, stay, context)))
  const booked = properties.map((property) =>
    stays.map((stay) => {
      const outcome = checkStay(property, stay, context)
      return outcome.ok ? outcome.price.total : null
    }),
  )
  expect(totals).toEqual(booked)
  expect(totals.map((ofProperty) => ofProperty.some((total) => total !== null))).toEqual([
    true,
    true,
    true,
    false,
    true,
    false,
  ])
  expect(Math.max(...(totals[4] ?? []).map(Number))).toBe(LARGEST_TOTAL)
})
