import { describe, expect, test } from 'vitest'
import { calendarNights } from '#app/features/bookings/widget/calendar-nights.ts'
import { addDays, eachNight } from '#app/shared/dates.ts'
import { anyTime, lakeKeowee, largeLuxury, luxuryAmenities } from '#test/pricing.ts'
import { choiceWords, dayWords } from './day-labels.ts'
import { canChoose, chooseDay, dayPosition, dayState, type StayChoice } from './stay-choice.ts'

const today = '2027-01-03'
const none: StayChoice = { checkIn: null, checkOut: null }
const from = (checkIn: string): StayChoice => ({ checkIn, checkOut: null })

/** A home that asks for four nights in winter and lets nobody stay longer than ten, or arrive after February 27. */
const facts = calendarNights({
  propertyId: '946bb8f8-898a-4072-b708-04c20db6a97f',
  bookable: true,
  rules: { maxGuests: 23, maxInfants: 4, maxPets: 0, notice: anyTime, pricing: largeLuxury },
  limits: { maxStayNights: 10, bookingWindowDays: 55 },
  today,
  hour: 12,
  lastDay: '2027-02-28',
  taken: ['2027-01-08', '2027-01-09', '2027-01-12', '2027-01-20'],
})

describe('a day of the calendar', () => {
  test('is past before the home’s today', () => {
    expect(dayState('2027-01-02', none, facts)).toBe('past')
    expect(dayState('2027-01-03', none, facts)).toBe('free')
  })

  test('that is taken after a free night can still be a check-out', () => {
    expect(dayState('2027-01-08', none, facts)).toBe('checkout-only')
    expect(dayState('2027-01-09', none, facts)).toBe('taken')
  })

  test('that is taken after too few free nights is no check-out either', () => {
    expect(dayState('2027-01-12', none, facts)).toBe('taken')
  })

  test('is no check-out for an arrival that lies after it, or after other guests', () => {
    expect(dayState('2027-01-20', from('2027-01-15'), facts)).toBe('checkout-only')
    expect(dayState('2027-01-08', from('2027-01-15'), facts)).toBe('taken')
    expect(dayState('2027-01-20', from('2027-01-03'), facts)).toBe('taken')
  })

  test('beyond the booking window ends the longest of the last stays and starts none', () => {
    expect(canChoose('2027-02-27', none, facts)).toBe(true)
    expect(canChoose('2027-02-28', none, facts)).toBe(false)
    expect(dayState('2027-03-09', none, facts)).toBe('checkout-only')
    expect(dayState('2027-03-10', none, facts)).toBe('closed')
    expect(chooseDay(from('2027-02-27'), '2027-03-03', facts)).toEqual({
      checkIn: '2027-02-27',
      checkOut: '2027-03-03',
    })
    expect(chooseDay(none, '2027-03-03', facts)).toEqual(none)
  })
})

describe('choosing dates', () => {
  test('takes the first press as check-in and the second as check-out', () => {
    const first = chooseDay(none, '2027-01-13', facts)
    expect(first).toEqual(from('2027-01-13'))
    expect(chooseDay(first, '2027-01-18', facts)).toEqual({ checkIn: '2027-01-13', checkOut: '2027-01-18' })
  })

  test('lets a guest leave on the day another arrives', () => {
    expect(chooseDay(from('2027-01-04'), '2027-01-08', facts).checkOut).toBe('2027-01-08')
  })

  test('never spans a taken night: days after it cannot be chosen, and change nothing', () => {
    const start = from('2027-01-04')
    expect(chooseDay(start, '2027-01-13', facts)).toBe(start)
    expect(dayWords('2027-01-13', start, facts)).toBe('after a taken night')
    expect(dayWords('2027-01-09', start, facts)).toBe('taken')
  })

  test('offers no day of leaving before the minimum stay, nor after the longest', () => {
    const start = from('2027-01-24')
    const days = eachNight(addDays('2027-01-24', 1), addDays('2027-01-24', 15))
    expect(days.filter((day) => canChoose(day, start, facts))).toEqual(eachNight('2027-01-28', '2027-02-04'))
    expect(chooseDay(start, '2027-01-27', facts)).toBe(start)
    expect(chooseDay(start, '2027-02-04', facts)).toBe(start)
  })

  test('offers no arrival with fewer free nights after it than the minimum stay', () => {
    expect(canChoose('2027-01-16', none, facts)).toBe(true)
    expect(canChoose('2027-01-17', none, facts)).toBe(false)
    expect(dayState('2027-01-17', none, facts)).toBe('free')
    expect(chooseDay(none, '2027-01-10', facts)).toEqual(none)
  })

  test('starts again with a third press or with one before the check-in, and undoes a press on the check-in', () => {
    const stay = { checkIn: '2027-01-22', checkOut: '2027-01-26' }
    expect(chooseDay(stay, '2027-01-24', facts)).toEqual(from('2027-01-24'))
    expect(chooseDay(from('2027-01-24'), '2027-01-22', facts)).toEqual(from('2027-01-22'))
    expect(chooseDay(from('2027-01-24'), '2027-01-24', facts)).toEqual(none)
  })

  test('marks the nights between', () => {
    const stay = { checkIn: '2027-01-10', checkOut: '2027-01-12' }
    expect(eachNight('2027-01-10', '2027-01-14').map((date) => dayPosition(date, stay))).toEqual([
      'start',
      'between',
      'end',
      undefined,
    ])
  })
})

describe('the words of a day', () => {
  const said = (date: string, choice = none) => dayWords(date, choice, facts)

  test('say what it is before anything is chosen, and the minimum stay with it', () => {
    expect(said('2027-01-02')).toBe('past')
    expect(said('2027-01-03')).toBe('free, 4 nights at least')
    expect(said('2027-01-08')).toBe('check-out only')
    expect(said('2027-01-09')).toBe('taken')
    expect(said('2027-01-10')).toBe('4 nights at least, and fewer are free')
    expect(said('2027-02-28')).toMatch(/^Stays can begin up to Saturday, February 27, 2027 for now/)
    expect(said('2027-03-10')).toBe('not open yet')
  })

  test('say after the arrival how many nights each day makes, or why it cannot be', () => {
    const start = from('2027-01-24')
    expect(said('2027-01-24', start)).toBe('your check-in')
    expect(said('2027-01-27', start)).toBe('4 nights at least')
    expect(said('2027-01-28', start)).toBe('4 nights')
    expect(said('2027-02-04', start)).toBe('A stay is 10 nights at most. For a longer one, write to us')
    expect(said('2027-01-20', from('2027-01-15'))).toBe('5 nights')
  })

  test('name no minimum where one night will do', () => {
    const oneNight = { ...luxuryAmenities, minimumStay: 1, seasons: [] }
    const free = calendarNights({
      propertyId: '62a439fd-2eed-4814-a30b-4c0e8d45e610',
      bookable: true,
      rules: { maxGuests: 8, maxInfants: 2, maxPets: 0, notice: anyTime, pricing: oneNight },
      limits: { maxStayNights: 60, bookingWindowDays: 540 },
      today,
      hour: 12,
      lastDay: '2028-06-27',
      taken: [],
    })
    expect(dayWords('2027-01-03', none, free)).toBe('free')
    expect(choiceWords(from('2027-01-15'), free)).toBe('Check-in Friday, January 15. Now choose the day you leave.')
  })
})

test('a month of Saturdays lights no other arrival and no other departure, and says so', () => {
  const july = { id: 'july', name: 'July', startsOn: '07-01', endsOn: '07-31', minimumStay: 7, checkInDays: [6] }
  const summer = calendarNights({
    propertyId: '9d7c0c0b-6c47-4a2f-9a39-0d0a1f1c5b11',
    bookable: true,
    rules: {
      maxGuests: 14,
      maxInfants: 3,
      maxPets: 2,
      notice: { days: 2, untilHour: 18, windowDays: null },
      pricing: { ...lakeKeowee, seasons: [...lakeKeowee.seasons, july] },
    },
    limits: { maxStayNights: 60, bookingWindowDays: 540 },
    today: '2027-06-24',
    hour: 19,
    lastDay: '2028-12-15',
    taken: [],
  })
  const said = (date: string, choice = none) => [canChoose(date, choice, summer), dayWords(date, choice, summer)]
  expect(said('2027-06-26')).toEqual([false, 'This home needs some notice: the first day to arrive is Sunday, June 27'])
  expect(said('2027-06-27')).toEqual([true, 'free, 4 nights at least'])
  expect(said('2027-07-02')).toEqual([false, 'Arrivals are on Saturdays in July'])
  expect(said('2027-07-03')).toEqual([true, 'free, 7 nights at least'])
  expect(said('2027-07-09', from('2027-07-03'))).toEqual([false, '7 nights at least'])
  expect(said('2027-07-10', from('2027-07-03'))).toEqual([true, '7 nights'])
  expect(said('2027-07-11', from('2027-07-03'))).toEqual([false, 'Departures are on Saturdays in July'])
})

test('after each choice it is said what is chosen and what comes next', () => {
  expect(choiceWords(none, facts)).toBe('Choose the night you arrive.')
  expect(choiceWords(from('2027-01-15'), facts)).toBe(
    'Check-in Friday, January 15. Now choose the day you leave, 4 nights at least.',
  )
  expect(choiceWords({ checkIn: '2027-01-15', checkOut: '2027-01-19' }, facts)).toBe(
    'Friday, January 15 to Tuesday, January 19: 4 nights.',
  )
})
