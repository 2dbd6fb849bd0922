import { isIPv6 } from 'node:net'

/** What whoever cannot be told apart is called, as in development. */
const UNKNOWN = 'unknown'

/**
 * The address that a request is counted by: the one at the other end of the connection, for IPv6 its network of 64 bits,
 * because one line has them all. `env` is what the server gives Hono (`context.env`).
 */
export function clientAddress(env: unknown): string {
  const { incoming } = (env ?? {}) as { incoming?: { socket?: { remoteAddress?: string } } }
  return countedAs(incoming?.socket?.remoteAddress ?? UNKNOWN)
}

function countedAs(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return address
  const [before = '', after] = plain.toLowerCase().split('::')
  const groups = before.split(':').filter(Boolean)
  if (after !== undefined) {
    const rest = after.split(':').filter(Boolean)
    groups.push(...Array.from({ length: 8 - groups.length - rest.length }, () => '0'), ...rest)
  }
  return `${groups.slice(0, 4).join(':')}::/64`
}
