import { describe, expect, test } from 'vitest'
import { bookingAddress, providerOf } from './embeds.ts'
import { readFrameMessage } from './frame-messages.ts'

const stay = { checkIn: '2027-01-15', checkOut: '2027-01-19', adults: 6, children: 4, infants: 0, pets: 0 }
const home = { site: 'site-1', propertyReference: 'home-1', siteUrl: 'https://stay.example', place: 'lake' }

describe('the booking address', () => {
  test('of an outside provider carries the stay in the order that the specification gives', () => {
    expect(bookingAddress(providerOf('hospitable').booking(home), stay)).toBe(
      'https://booking.hospitable.com/widget/site-1/home-1?checkin=2027-01-15&checkout=2027-01-19&adults=6&children=4&pets=0&infants=0',
    )
  })

  test('stays as it was without both dates', () => {
    expect(bookingAddress(providerOf('hospitable').booking(home), null)).toBe(
      'https://booking.hospitable.com/widget/site-1/home-1',
    )
  })

  test('of the built-in engine keeps place and origin when it is rebuilt', () => {
    const address = bookingAddress(providerOf('built-in').booking(home), stay)
    expect(address).toContain('/embed/book/home-1?place=lake&origin=https%3A%2F%2Fstay.example&checkin=2027-01-15')
  })
})

describe('a message of the frame', () => {
  test('has its height clamped to 600 and 4000', () => {
    expect(readFrameMessage({ iframeHeight: 10 })).toEqual({ iframeHeight: 600 })
    expect(readFrameMessage({ iframeHeight: 99_999 })).toEqual({ iframeHeight: 4000 })
    expect(readFrameMessage({ iframeHeight: 1234.4 })).toEqual({ iframeHeight: 1234 })
  })

  test('is ignored when it is not one', () => {
    expect(readFrameMessage('hello')).toBeNull()
    expect(readFrameMessage({ iframeHeight: '900' })).toBeNull()
    expect(readFrameMessage({ iframeHeight: Number.NaN })).toBeNull()
    expect(readFrameMessage({})).toBeNull()
  })

  test('may carry the stay and the total for the bar', () => {
    expect(readFrameMessage({ total: '$3,482.60', stay: null })).toEqual({ total: '$3,482.60', stay: null })
  })
})
