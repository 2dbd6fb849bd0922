import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'
import type { Config } from './config.server.ts'

/** What whoever cannot be told apart is called, as in development. */
export const UNKNOWN_ADDRESS = 'unknown'

/** What is read of a request: what the server gives Hono, and its headers. */
type Asked = { env: unknown; req: Pick<Context['req'], 'header'> }

/**
 * Reads the address that a request is counted by: the one at the other end of the connection. If that is one of
 * `trustedProxies`, the right-most address of `X-Forwarded-For` that is none of them, because whatever stands further left
 * was written by a stranger. For IPv6 its network of 64 bits, because one line has them all.
 */
export function clientAddressReader({ trustedProxies }: Pick<Config, 'trustedProxies'>): (asked: Asked) => string {
  const trusted = new BlockList()
  for (const network of trustedProxies) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isTrusted = (address: string) => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return ({ env, req }) => {
    const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
    let nearest = plainAddress(incoming?.socket?.remoteAddress ?? '')
    if (!nearest) return UNKNOWN_ADDRESS
    const hops = isTrusted(nearest) ? (req.header('x-forwarded-for')?.split(',') ?? []) : []
    for (const hop of hops.reverse()) {
      const address = plainAddress(hop)
      if (!address) break
      nearest = address
      if (!isTrusted(address)) break
    }
    return countedAs(nearest)
  }
}

/** `203.0.113.7:4711`, `[2001:db8::7]:80`, `fe80::1%eth0`, `::ffff:203.0.113.7`: the address alone; null for anything else. */
export function plainAddress(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  const version = isIP(bare)
  if (version !== 6) return version === 4 ? bare : null
  const groups = groupsOf(bare)
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return bare
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight groups of an IPv6 address, as the standard writes each. */
function groupsOf(address: string): string[] {
  const { hostname } = new URL(`http://[${address}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const groups = before.split(':').filter(Boolean)
  if (after === undefined) return groups
  const rest = after.split(':').filter(Boolean)
  return [...groups, ...Array.from({ length: 8 - groups.length - rest.length }, () => '0'), ...rest]
}

/** The network that a counted address lies in, as providers hand them out: IPv4's /24, IPv6's /48. */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  return address.endsWith('::/64') ? `${address.split(':').slice(0, 3).join(':')}::/48` : address
}

function countedAs(address: string): string {
  return isIP(address) === 6 ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}
