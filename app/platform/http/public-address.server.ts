import { BlockList, isIP } from 'node:net'

/** What IANA's registries of special-purpose addresses keep from the public internet, and multicast. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Of the addresses in use on the internet (2000::/3): protocol assignments with Teredo, documentation, and 6to4. */
const NOT_PUBLIC_6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(family: 'ipv4' | 'ipv6', networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), family)
  }
  return list
}

const notPublic4 = listOf('ipv4', NOT_PUBLIC_4)
const notPublic6 = listOf('ipv6', NOT_PUBLIC_6)
const inUse6 = listOf('ipv6', ['2000::/3'])
const loopback4 = listOf('ipv4', ['127.0.0.0/8'])

/** The IPv4 address inside an IPv6 one: mapped (`::ffff:0:0/96`) or translated (`64:ff9b::/96`); null in any other. */
function embedded4(address: string): string | null {
  const { hostname } = new URL(`http://[${address}]`)
  const match = /^\[(?:::ffff|64:ff9b:):([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname)
  if (!match) return null
  const [high, low] = [Number.parseInt(match[1] ?? '', 16), Number.parseInt(match[2] ?? '', 16)]
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Whether an IP address is this machine's own loopback, written in any way. False for what is no address. */
export function isLoopbackAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) === 4) return loopback4.check(bare)
  if (isIP(bare) !== 6) return false
  const inside = embedded4(bare)
  return inside ? loopback4.check(inside) : new URL(`http://[${bare}]`).hostname === '[::1]'
}

/**
 * Whether an IP address belongs to the public internet: no private, loopback, link-local (where clouds keep their metadata),
 * carrier's, documentation or multicast network, and no IPv6 address that stands for such an IPv4 one. False for what is no
 * address.
 */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/%.*$/, '')
  if (isIP(bare) === 4) return !notPublic4.check(bare)
  if (isIP(bare) !== 6) return false
  const inside = embedded4(bare)
  if (inside) return !notPublic4.check(inside)
  return inUse6.check(bare, 'ipv6') && !notPublic6.check(bare, 'ipv6')
}
