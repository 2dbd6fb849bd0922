import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import {
  contentSecurityPolicy,
  hashInlineScripts,
  paymentHosts,
  permissionsPolicy,
  type ThirdPartyHosts,
} from './content-security-policy.ts'

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

describe('inline scripts', () => {
  const nonce = 'c2VjcmV0IG5vbmNl'

  test('of the page itself are listed by hash, and the nonce is removed', () => {
    const { html, hashes } = hashInlineScripts(
      `<script nonce="${nonce}">start()</script><script type="module" nonce="${nonce}" async="">more()</script>`,
      nonce,
    )
    expect(html).toBe('<script>start()</script><script type="module" async="">more()</script>')
    expect(hashes).toEqual([hashOf('start()'), hashOf('more()')])
  })

  test('injected without the nonce, or with a guessed one, have no hash', () => {
    const injected = [
      '<script>steal()</script>',
      '<script nonce="guess">steal()</script>',
      '<script nonce="">steal()</script>',
      `<script data-x="nonce=${nonce}">steal()</script>`,
      '<SCRIPT>steal()</SCRIPT>',
      '<img src="x" onerror="steal()">',
    ]
    const own = `<script nonce="${nonce}">start()</script>`
    expect(hashInlineScripts(`${injected.join('')}${own}`, nonce).hashes).toEqual([hashOf('start()')])
  })

  test('before the page’s own script do not get its nonce', () => {
    const page = `<script>steal()<!-- </script><script nonce="${nonce}">start()</script>`
    expect(hashInlineScripts(page, nonce).hashes).toEqual([hashOf('start()')])
  })

  test('are hashed byte by byte with line breaks and all characters, and once each', () => {
    const script = 'say("été 🏔")\n  // twice\n'
    const marked = Buffer.from(`<script nonce="${nonce}">${script}</script>`).toString('latin1')
    expect(hashInlineScripts(marked + marked, nonce).hashes).toEqual([hashOf(script)])
  })

  test('from a file need no hash', () => {
    const { html, hashes } = hashInlineScripts(`<script nonce="${nonce}" src="/assets/a.js"></script>`, nonce)
    expect([html, hashes]).toEqual(['<script src="/assets/a.js"></script>', []])
  })
})

describe('the policy', () => {
  const FRAME = { frame: true } as const
  const none: ThirdPartyHosts = { script: [], frame: [], connect: [] }
  const live = readConfig({
    SITE_URL: 'https://stay.example',
    EMBED_ORIGINS: 'https://blog.example, https://b.example',
  })
  const policy = (config = live, page: PageHandle = {}, hosts = none, hashes: string[] = []) =>
    Object.fromEntries(
      contentSecurityPolicy(config, hosts, { ...page, hashes })
        .split('; ')
        .map((line) => [line.split(' ')[0], line.split(' ').slice(1)]),
    )

  test('runs no inline script except the listed ones, no eval, and no plug-in', () => {
    const named = policy(live, {}, none, [hashOf('start()')])
    expect(named['script-src']).toEqual(["'self'", hashOf('start()')])
    expect(named['default-src']).toEqual(["'self'"])
    expect(named['object-src']).toEqual(["'none'"])
    expect(named['base-uri']).toEqual(["'none'"])
    expect(named['style-src']).toEqual(["'self'"])
    expect(JSON.stringify(named['script-src'])).not.toContain('unsafe')
  })

  test('lets nobody frame a page of the site', () => {
    expect(policy()['frame-ancestors']).toEqual(["'none'"])
    expect(policy(readConfig({}))['frame-ancestors']).toEqual(["'none'"])
    expect(policy(live, { embeddable: true })['frame-ancestors']).toEqual(["'none'"])
  })

  test('lets this site and those of EMBED_ORIGINS frame a booking page', () => {
    expect(policy(live, FRAME)['frame-ancestors']).toEqual(["'self'", 'https://blog.example', 'https://b.example'])
    expect(policy(readConfig({ SITE_URL: 'https://stay.example' }), FRAME)['frame-ancestors']).toEqual(["'self'"])
  })

  test('lets any page of this machine frame a booking page in demo mode', () => {
    const framers = ["'self'", 'http://localhost:*', 'http://127.0.0.1:*']
    expect(policy(readConfig({}), FRAME)['frame-ancestors']).toEqual(framers)
  })

  test('lists an external provider’s hosts where they are used', () => {
    const hosts = { script: ['https://s.example'], frame: ['https://f.example'], connect: ['https://*.c.example'] }
    const named = policy(live, {}, hosts)
    expect(named['script-src']).toEqual(["'self'", 'https://s.example'])
    expect(named['frame-src']).toEqual(["'self'", 'https://f.example'])
    expect(named['connect-src']).toEqual(["'self'", 'https://*.c.example'])
  })

  test('allows blob images only where images are uploaded', () => {
    const none = { hashes: [] }
    const hosts = { script: [], frame: [], connect: [] }
    expect(contentSecurityPolicy(live, hosts, none)).not.toContain('blob:')
    const uploads = contentSecurityPolicy(live, hosts, { ...none, camera: true })
    expect(uploads.match(/[\w-]+ 'self'[^;]* blob:/g)).toEqual(["img-src 'self' data: blob:", "media-src 'self' blob:"])
  })
})

test('the camera is allowed on pages that use it, the microphone on none', () => {
  expect(permissionsPolicy()).toContain('camera=(), microphone=()')
  expect(permissionsPolicy({ camera: true })).toContain('camera=(self), microphone=()')
})

test('the payment page allows the payment service, or nobody if there is none', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  const hosts = paymentHosts(readConfig(keys))
  expect(hosts).toEqual({
    script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connect: ['https://api.stripe.com', 'https://js.stripe.com', 'https://*.js.stripe.com'],
  })
  expect(permissionsPolicy({ payment: hosts.frame })).toContain(
    'payment=(self "https://js.stripe.com" "https://*.js.stripe.com" "https://hooks.stripe.com")',
  )
  expect(paymentHosts(readConfig({}))).toEqual({ script: [], frame: [], connect: [] })
})
