import { describe, expect, test } from 'vitest'
import { calendarNights } from '#app/features/bookings/widget/use-chosen-stay.ts'
import { addDays, eachNight } from '#app/shared/dates.ts'
import { anyTime, lakeKeowee, largeLuxury, luxuryAmenities } from '#test/pricing.ts'
import { checkInHint } from './check-in-hint.ts'
import { choiceWords, dayWords } from './day-labels.ts'
import { canChoose, chooseDay, dayPosition, dayState, firstCheckIn, type StayChoice } from './stay-choice.ts'

const today = '2027-01-03'
const none: StayChoice = { checkIn: null, checkOut: null }
const from = (checkIn: string): StayChoice => ({ checkIn, checkOut: null })

const OPTIONS = {
  propertyId: '946bb8f8-898a-4072-b708-04c20db6a97f',
  bookable: true,
  rules: { maxGuests: 8, maxInfants: 2, maxPets: 0, notice: anyTime, pricing: luxuryAmenities },
  answerHours: 0,
  limits: { maxStayNights: 60, bookingWindowDays: 540 },
  today,
  hour: 12,
  lastDay: '2028-06-27',
  gaps: [],
  taken: [],
}
/** Four nights minimum in winter, ten maximum, last arrival on February 27. */
const calendar = calendarNights({
  ...OPTIONS,
  rules: { maxGuests: 23, maxInfants: 4, maxPets: 0, notice: anyTime, pricing: largeLuxury },
  limits: { maxStayNights: 10, bookingWindowDays: 55 },
  lastDay: '2027-02-28',
  taken: ['2027-01-08', '2027-01-09', '2027-01-12', '2027-01-20'],
})

describe('calendar day', () => {
  test('nights that are held for the guest are free to them', () => {
    const own = { checkIn: '2027-01-20', checkOut: '2027-01-21' }
    const held = calendarNights({ ...OPTIONS, taken: ['2027-01-19', '2027-01-20', '2027-01-21'] }, [null, own])
    expect([...held.taken]).toEqual(['2027-01-19', '2027-01-21'])
  })

  test('a day before today at the property is past', () => {
    expect(dayState('2027-01-02', none, calendar)).toBe('past')
    expect(dayState('2027-01-03', none, calendar)).toBe('free')
  })

  test('a taken day after a free night can be a check-out', () => {
    expect(dayState('2027-01-08', none, calendar)).toBe('checkout-only')
    expect(dayState('2027-01-09', none, calendar)).toBe('taken')
  })

  test('a taken day after too few free nights cannot be a check-out', () => {
    expect(dayState('2027-01-12', none, calendar)).toBe('taken')
  })

  test('a taken day cannot be a check-out before the check-in, or beyond other guests', () => {
    expect(dayState('2027-01-20', from('2027-01-15'), calendar)).toBe('checkout-only')
    expect(dayState('2027-01-08', from('2027-01-15'), calendar)).toBe('taken')
    expect(dayState('2027-01-20', from('2027-01-03'), calendar)).toBe('taken')
  })

  test('a day beyond the booking window can end a stay but not start one', () => {
    expect(canChoose('2027-02-27', none, calendar)).toBe(true)
    expect(canChoose('2027-02-28', none, calendar)).toBe(false)
    expect(dayState('2027-03-09', none, calendar)).toBe('checkout-only')
    expect(dayState('2027-03-10', none, calendar)).toBe('closed')
    expect(chooseDay(from('2027-02-27'), '2027-03-03', calendar)).toEqual({
      checkIn: '2027-02-27',
      checkOut: '2027-03-03',
    })
    expect(chooseDay(none, '2027-03-03', calendar)).toEqual(none)
  })
})

describe('choosing dates', () => {
  test('the first click chooses the check-in, the second the check-out', () => {
    const first = chooseDay(none, '2027-01-13', calendar)
    expect(first).toEqual(from('2027-01-13'))
    expect(chooseDay(first, '2027-01-18', calendar)).toEqual({ checkIn: '2027-01-13', checkOut: '2027-01-18' })
  })

  test('a guest can leave on the day another arrives', () => {
    expect(chooseDay(from('2027-01-04'), '2027-01-08', calendar).checkOut).toBe('2027-01-08')
  })

  test('a stay cannot span a taken night, and clicks on days after it change nothing', () => {
    const start = from('2027-01-04')
    expect(chooseDay(start, '2027-01-13', calendar)).toBe(start)
    expect(dayWords('2027-01-13', start, calendar)).toBe('after a booked night')
    expect(dayWords('2027-01-09', start, calendar)).toBe('booked')
  })

  test('a check-out must lie between the minimum and the maximum stay', () => {
    const start = from('2027-01-24')
    const days = eachNight(addDays('2027-01-24', 1), addDays('2027-01-24', 15))
    expect(days.filter((day) => canChoose(day, start, calendar))).toEqual(eachNight('2027-01-28', '2027-02-04'))
    expect(chooseDay(start, '2027-01-27', calendar)).toBe(start)
    expect(chooseDay(start, '2027-02-04', calendar)).toBe(start)
  })

  test('a day followed by fewer free nights than the minimum cannot be a check-in', () => {
    expect(canChoose('2027-01-16', none, calendar)).toBe(true)
    expect(canChoose('2027-01-17', none, calendar)).toBe(false)
    expect(dayState('2027-01-17', none, calendar)).toBe('free')
    expect(chooseDay(none, '2027-01-10', calendar)).toEqual(none)
  })

  test('a third click or an earlier day starts over, and a click on the check-in clears it', () => {
    const stay = { checkIn: '2027-01-22', checkOut: '2027-01-26' }
    expect(chooseDay(stay, '2027-01-24', calendar)).toEqual(from('2027-01-24'))
    expect(chooseDay(from('2027-01-24'), '2027-01-22', calendar)).toEqual(from('2027-01-22'))
    expect(chooseDay(from('2027-01-24'), '2027-01-24', calendar)).toEqual(none)
  })

  test('the nights between check-in and check-out are marked', () => {
    const stay = { checkIn: '2027-01-10', checkOut: '2027-01-12' }
    expect(eachNight('2027-01-10', '2027-01-14').map((date) => dayPosition(date, stay))).toEqual([
      'start',
      'between',
      'end',
      undefined,
    ])
  })
})

describe('day labels', () => {
  const label = (date: string, choice = none) => dayWords(date, choice, calendar)

  test('before a choice, a label gives the state of the day and its minimum stay', () => {
    expect(label('2027-01-02')).toBe('past')
    expect(label('2027-01-03')).toBe('available, 4-night minimum')
    expect(label('2027-01-08')).toBe('check-out only')
    expect(label('2027-01-09')).toBe('booked')
    expect(label('2027-01-10')).toBe('4-night minimum, but fewer nights are open')
    expect(label('2027-02-28')).toMatch(/^We’re booking through Saturday, February 27, 2027\./)
    expect(label('2027-03-10')).toBe('not open yet')
  })

  test('after a check-in, a label gives the number of nights or why the day cannot be chosen', () => {
    const start = from('2027-01-24')
    expect(label('2027-01-24', start)).toBe('your check-in')
    expect(label('2027-01-27', start)).toBe('4-night minimum')
    expect(label('2027-01-28', start)).toBe('4 nights')
    expect(label('2027-02-04', start)).toBe('Stays are limited to 10 nights. Contact us for a longer one')
    expect(label('2027-01-20', from('2027-01-15'))).toBe('5 nights')
  })

  test('a minimum of one night is not mentioned', () => {
    const oneNight = { ...luxuryAmenities, minimumStay: 1, seasons: [] }
    const free = calendarNights({ ...OPTIONS, rules: { ...OPTIONS.rules, pricing: oneNight } })
    expect(dayWords('2027-01-03', none, free)).toBe('available')
    expect(choiceWords(from('2027-01-15'), free)).toBe('Check-in Friday, January 15. Now select check-out.')
  })
})

test('beside two stays, each day says whether a stay of two nights begins or ends there', () => {
  const taken = [...eachNight('2027-05-06', '2027-05-10'), ...eachNight('2027-05-12', '2027-05-14')]
  const spring = calendarNights({ ...OPTIONS, taken })
  const fewer = '2-night minimum, but fewer nights are open'
  const free = 'available, 2-night minimum'
  for (const [day, words] of [
    ['2027-05-04', free],
    ['2027-05-05', fewer],
    ['2027-05-06', 'check-out only'],
    ['2027-05-07', 'booked'],
    ['2027-05-10', free],
    ['2027-05-11', fewer],
    ['2027-05-12', 'check-out only'],
    ['2027-05-13', 'booked'],
    ['2027-05-14', free],
  ] as const) {
    expect([dayWords(day, none, spring), canChoose(day, none, spring)], day).toEqual([words, words === free])
  }
})

test('with Saturday arrivals in a month, other days are not available, and their labels say why', () => {
  const july = {
    id: 'july',
    name: 'July',
    startsOn: '07-01',
    endsOn: '07-31',
    year: null,
    minimumStay: 7,
    checkInDays: [6],
  }
  const summer = calendarNights({
    ...OPTIONS,
    rules: {
      maxGuests: 14,
      maxInfants: 3,
      maxPets: 2,
      notice: { days: 2, untilHour: 18, windowDays: null },
      pricing: { ...lakeKeowee, seasons: [...lakeKeowee.seasons, july] },
    },
    today: '2027-06-24',
    hour: 19,
    lastDay: '2028-12-15',
  })
  const label = (date: string, choice = none) => [canChoose(date, choice, summer), dayWords(date, choice, summer)]
  expect(label('2027-06-26')).toEqual([
    false,
    'This home needs a little notice. The earliest check-in is Sunday, June 27',
  ])
  expect(label('2027-06-27')).toEqual([true, 'available, 4-night minimum'])
  expect(label('2027-07-02')).toEqual([false, 'Check-in is only on Saturdays in July'])
  expect(label('2027-07-03')).toEqual([true, 'available, 7-night minimum'])
  expect(label('2027-07-09', from('2027-07-03'))).toEqual([false, '7-night minimum'])
  expect(label('2027-07-10', from('2027-07-03'))).toEqual([true, '7 nights'])
  expect(label('2027-07-11', from('2027-07-03'))).toEqual([false, 'Check-out is only on Saturdays in July'])
})

test('the hint gives the chosen dates and the next step', () => {
  expect(choiceWords(none, calendar)).toBe('Select your check-in date.')
  expect(choiceWords(from('2027-01-15'), calendar)).toBe(
    'Check-in Friday, January 15. Now select check-out (4-night minimum).',
  )
  expect(choiceWords({ checkIn: '2027-01-15', checkOut: '2027-01-19' }, calendar)).toBe(
    'Friday, January 15 to Tuesday, January 19: 4 nights.',
  )
})

describe('before a check-in is chosen', () => {
  const hint = (month: string, nights = calendar) => checkInHint(largeLuxury, nights, month)

  test('the hint names the minimum stay of the shown months, and the day from which it changes', () => {
    expect(hint('2027-01-01')).toBe('Select your check-in date (4-night minimum).')
    expect(hint('2027-03-01')).toBe('Select your check-in date (4-night minimum, 3 nights from Sun, Apr 11).')
    expect(hint('2027-05-01')).toBe('Select your check-in date (3-night minimum).')
  })

  test('a minimum that changes often is a range, and one of a single night is not mentioned', () => {
    const weekends = { ...largeLuxury, arrivalMinimums: [{ seasonId: null, weekdays: [5, 6], minimumStay: 2 }] }
    expect(checkInHint(weekends, calendar, '2027-06-01')).toBe('Select your check-in date (2- to 3-night minimum).')
    const anyNight = { ...largeLuxury, minimumStay: 1, seasons: [] }
    expect(checkInHint(anyNight, calendar, '2027-01-01')).toBe('Select your check-in date.')
  })

  test('the calendar opens where the first stay fits, and says so when none does', () => {
    expect(firstCheckIn(calendar)).toBe('2027-01-03')
    const taken = new Set(eachNight('2027-01-03', '2027-02-05'))
    expect(firstCheckIn({ ...calendar, taken })).toBe('2027-02-05')
    const full = { ...calendar, taken: new Set(eachNight('2027-01-03', '2027-04-01')) }
    expect(firstCheckIn(full)).toBeNull()
    expect(hint('2027-01-01', full)).toBe('No dates are open right now.')
  })
})
