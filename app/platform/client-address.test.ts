import { expect, test } from 'vitest'
import { clientAddress } from './client-address.server.ts'

const of = (remoteAddress?: string) => clientAddress({ incoming: { socket: { remoteAddress } } })

test('a request is counted by the other end of its connection', () => {
  expect(of('203.0.113.7')).toBe('203.0.113.7')
  expect(of('::ffff:203.0.113.7')).toBe('203.0.113.7')
})

test('addresses of one IPv6 network count as one', () => {
  expect(of('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(of('2001:DB8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(of('2001:db8::9')).toBe('2001:db8:0:0::/64')
  expect(of('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  expect(of('::1')).toBe('0:0:0:0::/64')
})

test('without a connection all count as one', () => {
  expect([of(undefined), clientAddress(undefined), clientAddress({})]).toEqual(['unknown', 'unknown', 'unknown'])
})
