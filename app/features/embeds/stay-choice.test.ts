import { describe, expect, test } from 'vitest'
import { choiceFromQuery, chooseDay, dayPlace, dayState } from './stay-choice.ts'

const facts = {
  today: '2027-01-03',
  lastDay: '2027-02-28',
  maxNights: 10,
  taken: new Set(['2027-01-08', '2027-01-09', '2027-01-20']),
}
const none = { checkIn: null, checkOut: null }

describe('a day of the calendar', () => {
  test('is past before the home’s today', () => {
    expect(dayState('2027-01-02', facts)).toBe('past')
    expect(dayState('2027-01-03', facts)).toBe('free')
  })

  test('that is taken after a free night can still be a check-out', () => {
    expect(dayState('2027-01-08', facts)).toBe('checkout-only')
    expect(dayState('2027-01-09', facts)).toBe('taken')
  })

  test('beyond the booking window ends the longest of the last stays and starts none', () => {
    expect(dayState('2027-02-27', facts)).toBe('free')
    expect(dayState('2027-02-28', facts)).toBe('checkout-only')
    expect(dayState('2027-03-09', facts)).toBe('checkout-only')
    expect(dayState('2027-03-10', facts)).toBe('taken')
    const last = { checkIn: '2027-02-27', checkOut: null }
    expect(chooseDay(last, '2027-03-03', facts)).toEqual({ checkIn: '2027-02-27', checkOut: '2027-03-03' })
    expect(chooseDay(none, '2027-03-03', facts)).toEqual(none)
  })
})

describe('choosing dates', () => {
  test('takes the first press as check-in and the second as check-out', () => {
    const first = chooseDay(none, '2027-01-04', facts)
    expect(first).toEqual({ checkIn: '2027-01-04', checkOut: null })
    expect(chooseDay(first, '2027-01-07', facts)).toEqual({ checkIn: '2027-01-04', checkOut: '2027-01-07' })
  })

  test('lets a guest leave on the day another arrives', () => {
    const stay = chooseDay({ checkIn: '2027-01-05', checkOut: null }, '2027-01-08', facts)
    expect(stay.checkOut).toBe('2027-01-08')
  })

  test('never spans a taken night, but starts again after it', () => {
    const start = { checkIn: '2027-01-05', checkOut: null }
    expect(chooseDay(start, '2027-01-12', facts)).toEqual({ checkIn: '2027-01-12', checkOut: null })
    expect(chooseDay(start, '2027-01-09', facts)).toEqual(start)
  })

  test('starts again with a third press, and undoes a press on the check-in', () => {
    const stay = { checkIn: '2027-01-10', checkOut: '2027-01-14' }
    expect(chooseDay(stay, '2027-01-12', facts)).toEqual({ checkIn: '2027-01-12', checkOut: null })
    expect(chooseDay({ checkIn: '2027-01-12', checkOut: null }, '2027-01-12', facts)).toEqual(none)
  })

  test('marks the nights between', () => {
    const stay = { checkIn: '2027-01-10', checkOut: '2027-01-12' }
    expect(['2027-01-10', '2027-01-11', '2027-01-12', '2027-01-13'].map((date) => dayPlace(date, stay))).toEqual([
      'start',
      'between',
      'end',
      undefined,
    ])
  })
})

test('dates that were typed are kept, one alone too, and what makes no sense is none', () => {
  const from = (query: string) => choiceFromQuery(new URLSearchParams(query))
  expect(from('checkin=2027-03-08&checkout=2027-03-12')).toEqual({ checkIn: '2027-03-08', checkOut: '2027-03-12' })
  expect(from('checkin=2027-03-08&checkout=')).toEqual({ checkIn: '2027-03-08', checkOut: null })
  expect(from('checkin=2027-03-08&checkout=2027-03-08')).toEqual({ checkIn: '2027-03-08', checkOut: null })
  expect(from('checkin=&checkout=2027-03-12')).toEqual({ checkIn: null, checkOut: null })
})
