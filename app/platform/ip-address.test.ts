import { expect, test } from 'vitest'
import { isLoopbackAddress, isPublicAddress } from './ip-address.server.ts'

test('addresses of the internet are public, in both families', () => {
  for (const address of [
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.0.1',
    '100.128.0.1',
    '192.167.1.1',
    '223.255.255.255',
  ])
    expect(isPublicAddress(address), address).toBe(true)
  for (const address of ['2606:4700::1111', '2a00:1450:4001::200e', '::ffff:8.8.8.8', '64:ff9b::808:808'])
    expect(isPublicAddress(address), address).toBe(true)
})

test('private, loopback, link-local, carrier-grade NAT, documentation, multicast and unspecified addresses are not public', () => {
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ])
    expect(isPublicAddress(address), address).toBe(false)
  for (const address of [
    '::',
    '::1',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    'fc00::1',
    'ff02::1',
    '2001:db8::1',
    '2001:0:4136:e378::1',
    '2002:7f00:1::',
    '3fff::1',
    '::7f00:1',
  ])
    expect(isPublicAddress(address), address).toBe(false)
})

test('an IPv4 address is checked the same in every IPv6 notation', () => {
  for (const address of [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '0:0:0:0:0:FFFF:7F00:0001',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
  ])
    expect(isPublicAddress(address), address).toBe(false)
  expect(isPublicAddress('::ffff:169.254.169.254')).toBe(false)
})

test('an invalid address is neither public nor loopback', () => {
  for (const text of ['', 'localhost', '127.1', '8.8.8.8.8', '[::1]', 'fe80::/10']) {
    expect(isPublicAddress(text), text).toBe(false)
    expect(isLoopbackAddress(text), text).toBe(false)
  }
})

test('loopback is recognized in every spelling', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'])
    expect(isLoopbackAddress(address), address).toBe(true)
  for (const address of ['128.0.0.1', '::2', '10.0.0.1', '::ffff:8.8.8.8'])
    expect(isLoopbackAddress(address), address).toBe(false)
})
