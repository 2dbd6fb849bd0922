import { expect, test } from 'vitest'
import { clientAddressReader, networkOf } from './client-address.server.ts'
import { readConfig } from './config.server.ts'

const reader = (proxies = '') =>
  clientAddressReader(readConfig({ SITE_URL: 'https://stay.example', TRUSTED_PROXIES: proxies }))
const asked = (remoteAddress?: string, forwarded?: string) => ({
  env: { incoming: { socket: { remoteAddress } } },
  req: { header: (name?: string) => (name === 'x-forwarded-for' ? forwarded : undefined) as never },
})
const of = (remoteAddress?: string) => reader()(asked(remoteAddress))

test('a request counts for the peer of its connection', () => {
  expect(of('203.0.113.7')).toBe('203.0.113.7')
  expect(of('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(of('::ffff:cb00:7107')).toBe('203.0.113.7')
})

test('addresses of one IPv6 network count as one', () => {
  expect(of('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(of('2001:DB8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(of('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(of('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(of('::1')).toBe('0:0:0:0::/64')
})

test('without a connection all requests count as one address', () => {
  const nobody = asked().req
  expect([of(undefined), reader()({ env: undefined, req: nobody }), reader()({ env: {}, req: nobody })]).toEqual([
    'unknown',
    'unknown',
    'unknown',
  ])
})

test('a forwarding header from an untrusted peer is ignored', () => {
  expect(reader()(asked('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7')
  expect(reader('10.0.0.0/8')(asked('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7')
})

test('behind trusted proxies the last untrusted address counts, whatever comes before it', () => {
  const read = reader('10.0.0.0/8, 192.0.2.9, 2001:db8:ffff::/48')
  expect(read(asked('10.0.0.7', '198.51.100.1'))).toBe('198.51.100.1')
  expect(read(asked('::ffff:10.0.0.7', '1.1.1.1, 2.2.2.2,198.51.100.1'))).toBe('198.51.100.1')
  expect(read(asked('10.0.0.7', '1.1.1.1, 198.51.100.1, 192.0.2.9, 10.1.2.3'))).toBe('198.51.100.1')
  expect(read(asked('2001:db8:ffff::1', '2001:db8:1:2:3::4'))).toBe('2001:db8:1:2::/64')
  expect(read(asked('10.0.0.7', '198.51.100.1:4711'))).toBe('198.51.100.1')
  expect(read(asked('10.0.0.7', '[2001:db8:1:2::4]:443'))).toBe('2001:db8:1:2::/64')
})

test('a proxy that sends no valid address is counted itself', () => {
  const read = reader('10.0.0.0/8')
  expect(read(asked('10.0.0.7'))).toBe('10.0.0.7')
  expect(read(asked('10.0.0.7', ''))).toBe('10.0.0.7')
  expect(read(asked('10.0.0.7', '198.51.100.1, unknown'))).toBe('10.0.0.7')
  expect(read(asked('10.0.0.7', '198.51.100.1, 10.0.0.8, <script>'))).toBe('10.0.0.7')
  expect(read(asked('10.0.0.7', '10.0.0.9, 10.0.0.8'))).toBe('10.0.0.9')
})

test('a network is what a provider assigns: a /24 for IPv4, a /48 for IPv6', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.0/24')
  expect(networkOf('2001:db8:7:1::/64')).toBe('2001:db8:7::/48')
  expect(networkOf('2001:db8:7:ffff::/64')).toBe('2001:db8:7::/48')
  expect(networkOf('unknown')).toBe('unknown')
})
