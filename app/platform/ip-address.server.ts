import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A parsed address, of either version. */
export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/**
 * Parses `203.0.113.7:4711`, `[2001:db8::7]:80`, `fe80::1%eth0` or `::ffff:203.0.113.7` (an IPv4 address); null for
 * anything else.
 */
export function parseAddress(text: string): IpAddress | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  // Needed because the library also accepts `127.1` and octal numbers.
  return isIP(bare) ? ipaddr.process(bare) : null
}

/** Whether the text is an address or a network: `10.0.0.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  return isIP(text) !== 0 || (isIP(text.split('/')[0] ?? '') !== 0 && ipaddr.isValidCIDR(text))
}

/** Whether an address is in one of the networks, each valid for `isNetwork`. */
export function networkMatcher(networks: readonly string[]): (address: IpAddress) => boolean {
  const ranges = networks.map((network): [IpAddress, number] => {
    if (network.includes('/')) return ipaddr.parseCIDR(network)
    const address = ipaddr.process(network)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  })
  return (address) => ranges.some((range) => address.kind() === range[0].kind() && address.match(range))
}

/** The IPv6 range in use on the internet, and the documentation network in it that the library does not know. */
const isGlobalUnicast = networkMatcher(['2000::/3'])
const isDocumentation = networkMatcher(['3fff::/20'])

/** The IPv4 address inside a translated IPv6 one (`64:ff9b::/96`); any other address unchanged. */
function unwrapped(address: IpAddress): IpAddress {
  if (address.range() !== 'rfc6052') return address
  return ipaddr.fromByteArray(address.toByteArray().slice(12))
}

/** Whether an IP address, in any spelling, is loopback. False for invalid addresses. */
export function isLoopbackAddress(text: string): boolean {
  const address = parseBare(text)
  return address?.range() === 'loopback'
}

/**
 * Whether an IP address is on the public internet. It is not private, loopback, link-local (cloud metadata),
 * carrier-grade NAT, documentation or multicast. Nor is it an IPv6 address that maps to such an IPv4 one. False for
 * invalid addresses.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseBare(text)
  if (!address) return false
  if (address.kind() === 'ipv4') return address.range() === 'unicast'
  return address.range() === 'unicast' && isGlobalUnicast(address) && !isDocumentation(address)
}

function parseBare(text: string): IpAddress | null {
  const address = isIP(text.replace(/%.*$/, '')) ? parseAddress(text) : null
  return address && unwrapped(address)
}
