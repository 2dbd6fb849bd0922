import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6

/**
 * The address in `203.0.113.7:4711`, `[2001:db8::7]:80`, `fe80::1%eth0` or `::ffff:203.0.113.7` (which is an IPv4 address);
 * null for anything else.
 */
export function parseAddress(text: string): IpAddress | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  // The library reads `127.1` and octal numbers too.
  return isIP(bare) ? ipaddr.process(bare) : null
}

/** `10.0.0.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  return isIP(text) !== 0 || (isIP(text.split('/')[0] ?? '') !== 0 && ipaddr.isValidCIDR(text))
}

/** Whether an address lies in one of the networks, each as `isNetwork` has it. */
export function networkMatcher(networks: readonly string[]): (address: IpAddress) => boolean {
  const ranges = networks.map((network): [IpAddress, number] => {
    if (network.includes('/')) return ipaddr.parseCIDR(network)
    const address = ipaddr.process(network)
    return [address, address.kind() === 'ipv4' ? 32 : 128]
  })
  return (address) => ranges.some((range) => address.kind() === range[0].kind() && address.match(range))
}

/** IPv6 addresses in use on the internet, and of those the documentation network that the library does not know. */
const isGlobalUnicast = networkMatcher(['2000::/3'])
const isDocumentation = networkMatcher(['3fff::/20'])

/** The IPv4 address that a translated IPv6 one (`64:ff9b::/96`) stands for; any other address as it is. */
function unwrapped(address: IpAddress): IpAddress {
  if (address.range() !== 'rfc6052') return address
  return ipaddr.fromByteArray(address.toByteArray().slice(12))
}

/** Whether an IP address, in any spelling, is this machine's own loopback. False for what is no address. */
export function isLoopbackAddress(text: string): boolean {
  const address = parseBare(text)
  return address?.range() === 'loopback'
}

/**
 * Whether an IP address belongs to the public internet: no private, loopback, link-local (cloud metadata), carrier's,
 * documentation or multicast network, and no IPv6 address that stands for such an IPv4 one. False for what is no address.
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
