import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  getStoredHold,
  getStoredHoldOf,
  getStoredPaying,
  isBookedAlready,
  isQuoteOf,
  renewHold,
  type StoredHold,
  storeHold,
  storePaying,
} from './session-storage.ts'

beforeEach(() => {
  const items = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  }
  vi.stubGlobal('window', { sessionStorage })
})
afterEach(() => vi.unstubAllGlobals())

describe('booking of this window', () => {
  const booking = { propertyId: 'home-1', stayPath: '/stay/x', checkIn: '2027-07-05', checkOut: '2027-07-09' }
  const already = (checkIn: string | null, checkOut: string | null) => isBookedAlready(booking, { checkIn, checkOut })

  test('a choice that shares a night with it is the guest’s own', () => {
    expect(already('2027-07-05', '2027-07-09')).toBe(true)
    expect(already('2027-07-01', '2027-07-06')).toBe(true)
    expect(already('2027-07-08', '2027-07-12')).toBe(true)
    expect(already('2027-07-06', '2027-07-07')).toBe(true)
  })

  test('adjacent nights, a choice without check-out, or a window without a booking do not match', () => {
    expect(already('2027-07-01', '2027-07-05')).toBe(false)
    expect(already('2027-07-09', '2027-07-12')).toBe(false)
    expect(already('2027-07-06', null)).toBe(false)
    expect(isBookedAlready(null, { checkIn: '2027-07-05', checkOut: '2027-07-09' })).toBe(false)
  })
})

test('a stored quote applies only to its own stay and code until it expires', () => {
  const stay = { checkIn: '2027-07-05', checkOut: '2027-07-09', adults: 2, children: 0, infants: 0, pets: 0 }
  const query = 'checkin=2027-07-05&checkout=2027-07-09&adults=2&children=0&pets=0&infants=0'
  const quote = { id: 'q', path: '/quotes/t', stay: query, promoCode: '', until: Date.now() + 60_000 }
  expect(isQuoteOf(quote, { stay, promoCode: '' })).toBe(true)
  expect(isQuoteOf(quote, { stay, promoCode: 'COVE10' })).toBe(false)
  expect(isQuoteOf(quote, { stay: { ...stay, adults: 3 }, promoCode: '' })).toBe(false)
  expect(isQuoteOf({ ...quote, until: Date.now() - 1 }, { stay, promoCode: '' })).toBe(false)
})

describe('hold of this window', () => {
  const quote = { id: 'q', path: '/quotes/t', stay: '', promoCode: '', until: 0 }
  const hold = (change: Partial<StoredHold> = {}): StoredHold => ({
    propertyId: 'lake',
    id: 'h1',
    quote,
    checkIn: '2027-07-05',
    checkOut: '2027-07-09',
    until: Date.now() + 60_000,
    ...change,
  })

  test('a window has one hold, and the next property finds it to release it', () => {
    storeHold(hold())
    expect(getStoredHoldOf('lake')).toMatchObject({ id: 'h1' })
    expect(getStoredHoldOf('mountain')).toBeNull()
    expect(getStoredHold()).toMatchObject({ id: 'h1', propertyId: 'lake' })
    storeHold(hold({ propertyId: 'mountain' }))
    expect(getStoredHoldOf('lake')).toBeNull()
  })

  test('an expired hold is ignored, and only the page of its own property renews it', () => {
    storeHold(hold({ until: Date.now() - 1 }))
    expect(getStoredHold()).toBeNull()
    renewHold('mountain', { id: 'h2', until: Date.now() + 60_000 })
    expect(getStoredHold()).toBeNull()
    renewHold('lake', { id: 'h3', until: Date.now() + 60_000 })
    expect(getStoredHoldOf('lake')).toMatchObject({ id: 'h3' })
  })
})

test('a window knows the guest page of a payment that it was led to, and of no other', () => {
  const paying = { payPath: '/embed/pay/x', stayPath: '/stay/y', guestEmail: null }
  storePaying(paying)
  expect(getStoredPaying('/embed/pay/x')).toEqual(paying)
  expect(getStoredPaying('/embed/pay/z')).toBeNull()
})
