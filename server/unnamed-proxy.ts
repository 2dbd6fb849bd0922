import { BlockList, isIP } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { clientAddressReader } from '#app/platform/client-address.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const near = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  near.addSubnet(network, bits, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')

/**
 * Warns once when requests come from a proxy beside the site that `TRUSTED_PROXIES` does not name: all visitors then count
 * as one, and would be turned away together.
 */
export function unnamedProxyHint({ config, log }: Pick<Services, 'config' | 'log'>): MiddlewareHandler {
  const addressOf = clientAddressReader(config)
  let said = false
  return async (context, next) => {
    if (!said && !config.demo && context.req.header('x-forwarded-for') !== undefined) {
      const counted = addressOf(context)
      const address = counted === '0:0:0:0::/64' ? '::1' : counted.replace('/64', '')
      if (isIP(address) && near.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')) {
        said = true
        log.warn(
          { proxy: counted },
          'a proxy passes requests on that TRUSTED_PROXIES does not name: its visitors share one limit',
        )
      }
    }
    return next()
  }
}
