import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../site.ts'

const HAPROXY = '/usr/sbin/haproxy'

/** HAProxy with `deploy/haproxy.cfg` in front of two webs. Returns its address, and a stop. */
export async function startHaproxy(webs: [string, string]): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const [WEB_1, WEB_2] = webs.map((url) => new URL(url).host)
  const file = path.resolve(import.meta.dirname, '../../deploy/haproxy.cfg')
  // Its visitors ask without TLS, as a proxy in front does.
  const env = { PROXY_BIND: `127.0.0.1:${port}`, FRONT_PROXY: '127.0.0.1', WEB_1, WEB_2 }
  const proxy = spawn(HAPROXY, ['-db', '-f', file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(proxy, 'exit')
  const stop = async () => {
    proxy.kill('SIGTERM')
    await ended
  }
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(url).catch(() => null)) break
    await wait(50)
  }
  return { url, stop }
}
