import { describe, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { providerOf } from '#app/shared/booking-providers.ts'
import { parentOrigin } from './embeds.server.ts'
import { bookingAddress } from './embeds.ts'
import { parseFrameMessage } from './frame-messages.ts'

const stay = { checkIn: '2027-01-15', checkOut: '2027-01-19', adults: 6, children: 4, infants: 0, pets: 0 }
const property = { site: 'site-1', propertyReference: 'home-1', theme: 'lake' }

describe('the booking address', () => {
  test('of an outside provider carries the stay in the order of the embed contract', () => {
    expect(bookingAddress(providerOf('hospitable').booking(property), stay)).toBe(
      'https://booking.hospitable.com/widget/site-1/home-1?checkin=2027-01-15&checkout=2027-01-19&adults=6&children=4&pets=0&infants=0',
    )
  })

  test('is unchanged without both dates', () => {
    expect(bookingAddress(providerOf('hospitable').booking(property), null)).toBe(
      'https://booking.hospitable.com/widget/site-1/home-1',
    )
  })

  test('of the built-in engine keeps its fragment when it is rebuilt', () => {
    const address = bookingAddress(providerOf('built-in').booking(property), stay)
    expect(address).toContain('/embed/book/home-1?place=lake&checkin=2027-01-15')
  })

  test('passes the promo code of the page’s address to our own frame only', () => {
    const own = providerOf('built-in').booking(property)
    expect(bookingAddress(own, null, { promo: 'COVE 10' })).toBe('/embed/book/home-1?place=lake&promo=COVE+10')
    expect(bookingAddress(own, stay, { promo: 'COVE10' })).toMatch(/&infants=0&promo=COVE10$/)
    expect(bookingAddress(own, null, { promo: null, quote: 'q-1' })).toBe('/embed/book/home-1?place=lake&quote=q-1')
    expect(bookingAddress(providerOf('hospitable').booking(property), null, { promo: 'COVE10' })).not.toContain(
      'COVE10',
    )
  })
})

describe('the booking of each provider', () => {
  const addressOf = (name: Parameters<typeof providerOf>[0], of: typeof stay | null = stay) =>
    bookingAddress(providerOf(name).booking(property), of)

  test('carries the parts of the stay that the provider accepts, under its own names', () => {
    expect([addressOf('lodgify'), addressOf('ownerrez'), addressOf('hostaway')]).toEqual([
      'https://checkout.lodgify.com/en/site-1/home-1/reservation?currency=USD&arrival=2027-01-15&departure=2027-01-19&adults=6',
      'https://app.ownerrez.com/widgets/site-1?view=form&propertyKey=home-1&or_arrival=2027-01-15&or_departure=2027-01-19',
      'https://site-1.holidayfuture.com/listings/home-1',
    ])
    expect([addressOf('smoobu'), addressOf('beds24')]).toEqual([
      'https://login.smoobu.com/en/booking-tool/iframe/site-1/home-1',
      'https://beds24.com/booking2.php?propid=home-1&referer=site-1&checkin=2027-01-15&checkout=2027-01-19&numadult=6&numchild=4',
    ])
    expect(addressOf('beds24', null)).toBe('https://beds24.com/booking2.php?propid=home-1&referer=site-1')
  })

  test('comes from an allowed host, in a sandbox, and nothing in a reference leads elsewhere', () => {
    for (const name of ['hospitable', 'ownerrez', 'smoobu', 'beds24'] as const) {
      const { hosts, booking } = providerOf(name)
      const embed = booking({ ...property, propertyReference: '../?@evil.example/#' })
      expect(embed).toMatchObject({
        kind: 'frame',
        origin: hosts.frame[0],
        sandbox: expect.stringContaining('allow-scripts'),
      })
      expect(new URL(embed.address).origin).toBe(hosts.frame[0])
      expect(new URL(embed.address).pathname).not.toContain('/../')
    }
    for (const name of ['lodgify', 'hostaway'] as const) expect(providerOf(name).hosts.frame).toEqual([])
  })
})

describe('a message of the frame', () => {
  const read = (data: unknown, ours = true) => parseFrameMessage(data, { ours })

  test('has its height clamped to 4000, and to 600 or, as our own card is lower, to 120', () => {
    expect(read({ iframeHeight: 10 }, false)).toEqual({ iframeHeight: 600 })
    expect(read({ iframeHeight: 10 })).toEqual({ iframeHeight: 120 })
    expect(read({ iframeHeight: 99_999 })).toEqual({ iframeHeight: 4000 })
    expect(read({ iframeHeight: 1234.4 })).toEqual({ iframeHeight: 1234 })
  })

  test('is ignored when it is invalid', () => {
    expect(read('hello')).toBeNull()
    expect(read({ iframeHeight: '900' })).toBeNull()
    expect(read({ iframeHeight: Number.NaN })).toBeNull()
    expect(read({})).toBeNull()
  })

  test('may carry the stay and the total for the bar, and whether the bar is needed', () => {
    expect(read({ total: '$3,482.60', stay: null })).toEqual({ total: '$3,482.60', stay: null })
    expect(read({ actionInView: true })).toEqual({ actionInView: true })
    expect(read({ actionInView: 1 })).toBeNull()
  })

  test('of a vendor’s frame only sets the height, whatever else it carries', () => {
    const sent = { actionInView: true, total: '$1', stay: 'checkin=2027-01-01&checkout=2027-01-03' }
    expect(read(sent, false)).toBeNull()
    expect(read({ ...sent, iframeHeight: 1234 }, false)).toEqual({ iframeHeight: 1234 })
    expect(read({ iframeHeight: 1000, total: 123 }, false)).toEqual({ iframeHeight: 1000 })
  })
})

describe('the parent origin of the frame', () => {
  const live = readConfig({ SITE_URL: 'https://stay.example', EMBED_ORIGINS: 'https://blog.example' })

  test('is this site when the address names none, whatever host name the site was opened with', () => {
    expect(parentOrigin(null, live)).toBe('/')
  })

  test('gets messages when it is this site or an allowed origin', () => {
    expect(parentOrigin('https://stay.example', live)).toBe('https://stay.example')
    expect(parentOrigin('https://blog.example/a/page', live)).toBe('https://blog.example')
  })

  test('gets no messages when it is any other origin', () => {
    for (const named of [
      'https://evil.example',
      'http://blog.example',
      'http://localhost:4000',
      'javascript:alert(1)',
      '*',
      '',
    ]) {
      expect(parentOrigin(named, live)).toBeNull()
    }
  })

  test('may be any page of this machine in demo mode', () => {
    expect(parentOrigin('http://localhost:4000', readConfig({}))).toBe('http://localhost:4000')
    expect(parentOrigin('https://evil.example', readConfig({}))).toBeNull()
  })
})
