import { once } from 'node:events'
import { createServer } from 'node:https'
import type { Browser } from '@playwright/test'
import { chromium } from '@playwright/test'
import { selfSigned } from '#test/servers/certificate.ts'
import { findBrowser } from './browser.ts'

const ELEMENT = 'hospitable-direct-mps'
const CDN = 'hospitable.b-cdn.net'
const BOOKING = 'booking.hospitable.com'

/** The behavior of the provider's script: works, loads but defines nothing, is missing, or is still loading. */
type ScriptBehavior = 'works' | 'defines nothing' | 'missing' | Promise<void>

/** The behavior of the provider's hosts; can be changed at any time. */
type Behavior = { script: ScriptBehavior; frame: 'works' | 'refuses to be framed' }

const SCRIPT = `customElements.define('${ELEMENT}', class extends HTMLElement {
  connectedCallback() { this.textContent = 'Search by the provider: ' + this.getAttribute('identifier') }
})`

const FRAME = `<!doctype html><title>Book</title><main>Book with the provider</main>
<script>parent.postMessage({ iframeHeight: 1234 }, '*')</script>`

/**
 * Simulates a booking provider on the provider's real host names. It is a local TLS server, and a browser that resolves
 * the names to it. So the site's real policy and addresses are tested.
 */
export async function startProvider(): Promise<{ behavior: Behavior; browser: Browser; close(): Promise<void> }> {
  const behavior: Behavior = { script: 'works', frame: 'works' }
  const server = createServer(selfSigned(CDN), async (request, response) => {
    if (request.headers.host === BOOKING) {
      const refusal = behavior.frame === 'works' ? {} : { 'x-frame-options': 'DENY' }
      response.writeHead(200, { 'content-type': 'text/html', ...refusal }).end(FRAME)
      return
    }
    if (behavior.script === 'missing') {
      response.writeHead(404).end()
      return
    }
    await behavior.script
    const body = behavior.script === 'defines nothing' ? '"a script"' : SCRIPT
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The provider has no port.')
  const rules = [CDN, BOOKING].map((host) => `MAP ${host} 127.0.0.1:${address.port}`).join(',')
  const options = await findBrowser()
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--host-resolver-rules=${rules}`],
  })
  return {
    behavior,
    browser,
    async close() {
      await browser.close()
      server.close()
      server.closeAllConnections()
    },
  }
}
