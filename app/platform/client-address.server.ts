import type { Context } from 'hono'
import type { Config } from './config.server.ts'
import { type IpAddress, networkMatcher, parseAddress } from './ip-address.server.ts'

/** The address used for requests that cannot be told apart, as in development. */
export const UNKNOWN_ADDRESS = 'unknown'

/** The parts of a request that identify its sender: the connection info from the server, and the headers. */
type Sender = { env: unknown; req: Pick<Context['req'], 'header'> }

/**
 * Reads the address used for rate limits. IPv6 addresses are grouped by /64, because one subscriber line owns a whole
 * /64.
 */
export function clientAddressReader(config: Pick<Config, 'trustedProxies'>): (sender: Sender) => string {
  const readAddress = clientIpReader(config)
  return (sender) => {
    const address = readAddress(sender)
    if (!address) return UNKNOWN_ADDRESS
    return address.kind() === 'ipv4' ? address.toString() : `${groupsOf(address).slice(0, 4).join(':')}::/64`
  }
}

/**
 * Reads the address of a request: the peer of the connection. If the peer is one of `trustedProxies`, the right-most
 * address of `X-Forwarded-For` that is not a trusted proxy. Entries further left can be forged by the visitor.
 */
export function clientIpReader({
  trustedProxies,
}: Pick<Config, 'trustedProxies'>): (sender: Sender) => IpAddress | null {
  const isTrusted = networkMatcher(trustedProxies)
  return ({ env, req }) => {
    let nearest = peerAddress(env)
    if (!nearest) return null
    const hops = isTrusted(nearest) ? (req.header('x-forwarded-for')?.split(',') ?? []) : []
    for (const hop of hops.reverse()) {
      const address = parseAddress(hop)
      if (!address) break
      nearest = address
      if (!isTrusted(address)) break
    }
    return nearest
  }
}

/** The peer address of the connection; null in tests without a socket. */
export function peerAddress(env: unknown): IpAddress | null {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  return parseAddress(incoming?.socket?.remoteAddress ?? '')
}

/** The network of a counted address as providers assign it: /24 for IPv4, /48 for IPv6. */
export function networkOf(address: string): string {
  if (address.endsWith('::/64')) return `${address.split(':').slice(0, 3).join(':')}::/48`
  return parseAddress(address) ? `${address.split('.').slice(0, 3).join('.')}.0/24` : address
}

const groupsOf = (address: IpAddress) => address.toNormalizedString().split(':')
