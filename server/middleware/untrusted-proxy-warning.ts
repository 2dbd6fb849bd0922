import type { Context } from 'hono'
import { clientIpReader } from '#app/platform/client-address.server.ts'
import { networkMatcher } from '#app/platform/ip-address.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const isNearby = networkMatcher(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7'])

/** Warns once about a local proxy missing from `TRUSTED_PROXIES`: all its visitors share one rate limit. */
export function untrustedProxyWarning({ config, log }: Pick<Services, 'config' | 'log'>): (context: Context) => null {
  const addressOf = clientIpReader(config)
  let warned = false
  return (context) => {
    const isForwarded = !config.demo && context.req.header('x-forwarded-for') !== undefined
    const sender = isForwarded && !warned ? addressOf(context) : null
    if (sender && isNearby(sender)) {
      warned = true
      log.warn(
        { event: 'proxy.untrusted', proxy: sender.toString() },
        'a proxy is not named by TRUSTED_PROXIES: its visitors share one rate limit',
      )
    }
    return null
  }
}
