import { Hono } from 'hono'
import { Outlet, Scripts, type ServerBuild } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import { noRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { createLoadShedding } from '#server/middleware/load-shedding.ts'
import { requestLog } from '#server/middleware/request-log.ts'
import { createPages } from '#server/page-cache/pages.ts'
import { testClock, unchangedVersions } from '#test/factories.ts'
import * as entry from './entry.server.tsx'

function fails(): never {
  throw new Error('a bug')
}

function findsNoDatabase(): never {
  throw new Error('Failed query', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) })
}

const REVIEW = '</script><script>alert(1)</script> & “quoted”\u2028'

const pages: Record<string, { path?: string; module: object }> = {
  root: {
    path: '',
    module: {
      default: () => (
        <html lang="en">
          <body>
            <Outlet />
            <Scripts />
          </body>
        </html>
      ),
      ErrorBoundary: () => <p>Something went wrong on our end</p>,
    },
  },
  contact: { path: 'contact', module: { default: () => <p>Write to us</p> } },
  form: { path: 'form', module: { default: () => <p>Thank you</p>, action: () => null } },
  review: { path: 'review', module: { default: () => <p>A review</p>, loader: () => REVIEW } },
  stay: { path: 'stay/:token', module: { default: () => <p>Your stay</p>, loader: fails } },
  home: { path: 'home', module: { default: () => <p>A home</p>, loader: findsNoDatabase } },
  unrendered: { path: 'quotes/:token', module: { default: fails } },
  missing: {
    path: '*',
    module: { default: () => <p>Not here</p>, loader: () => Response.json(null, { status: 404 }) },
  },
}

/** A live site of the pages above, with the real router, entry and request log, and the log output. */
function site() {
  const routes = Object.entries(pages).map(([id, { path, module }]) => {
    const parentId = id === 'root' ? undefined : 'root'
    const has = { hasLoader: 'loader' in module, hasAction: 'action' in module, hasErrorBoundary: id === 'root' }
    return { id, path, parentId, module, assets: { id, path, parentId, module: `/${id}.js`, imports: [], ...has } }
  })
  const build = {
    entry: { module: entry },
    routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: Object.fromEntries(routes.map(({ id, assets }) => [id, assets])),
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild

  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  const config = readConfig({ SITE_URL: 'https://stay.example' })
  const services = {
    config,
    log,
    clock: testClock(),
    limits: noRateLimits,
    versions: unchangedVersions,
  } as unknown as Services
  const app = new Hono().use(requestLog(services))
  app.route('/', createPages(services, build, createLoadShedding(services)).routes)
  /** The log lines other than the one per request. */
  const problems = () => lines.filter((line) => line.msg !== 'request')
  return {
    ask: (path: string, init?: RequestInit) => app.request(`https://stay.example${path}`, init),
    lines,
    problems,
  }
}

test.for([
  ['/stay/s3cret', 'a page failed', '/stay/...'],
  ['/stay/s3cret.data', 'a page failed', '/stay/...'],
  ['/quotes/s3cret', 'a page could not be rendered', '/quotes/...'],
] as const)('%s, which fails, is logged with its request id and without its secret', async ([path, msg, said]) => {
  const { ask, lines, problems } = site()
  const response = await ask(path)
  expect(response.status).toBe(500)
  const id = lines.at(-1)?.id
  expect(id).toBeTruthy()
  expect(problems()[0]).toMatchObject({ level: 50, id, path: said, msg, err: { type: 'Error', message: 'a bug' } })
  expect(lines.at(-1)).toMatchObject({ id, msg: 'request' })
  expect(JSON.stringify(lines)).not.toContain('s3cret')
})

test('what the loaders returned reaches the browser as it was, and ends no script', async () => {
  const { ask } = site()
  const html = await (await ask('/review')).text()
  const enqueued = /streamController\.enqueue\((.*?)\);<\/script>/.exec(html)?.[1] ?? ''
  expect(enqueued).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(JSON.parse(enqueued))).toContain(REVIEW)
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/)
  expect(html).toMatch(/streamController\.close\(\);<\/script>(?:<!--\/\$-->)*<\/body><\/html>$/)
})

test.for(['/home', '/home.data'])(
  '%s, whose database is unavailable, is answered 503 and may be retried',
  async (path) => {
    const { ask, problems } = site()
    const response = await ask(path)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(problems()).toMatchObject([{ level: 50, path, msg: 'a page failed: the database is unavailable' }])
  },
)

const FOREIGN = { method: 'POST', headers: { origin: 'https://evil.example' } }
const OWN = { method: 'POST', headers: { origin: 'https://stay.example' } }

test.for<[string, number, string, RequestInit]>([
  ['a form sent to a page that takes none', 405, '/contact', OWN],
  ['the same, as the router in the browser asks', 405, '/contact.data', OWN],
  ['a form sent to no page', 405, '/nothing-here', OWN],
  ['another method', 405, '/contact', { method: 'PUT' }],
  ['a question for the methods', 405, '/contact', { method: 'OPTIONS' }],
])('%s is refused with %i and not logged as an error', async ([, status, path, init]) => {
  const { ask, problems } = site()
  expect((await ask(path, init)).status).toBe(status)
  expect(problems()).toEqual([])
})

test('a form from another site is refused with a warning, since the public address may be misconfigured', async () => {
  for (const path of ['/form', '/form.data']) {
    const { ask, lines, problems } = site()
    const response = await ask(path, FOREIGN)
    expect(response.status).toBe(400)
    expect(problems()).toEqual([
      expect.objectContaining({
        level: 40,
        path,
        id: lines.at(-1)?.id,
        origin: 'https://evil.example',
      }),
    ])
  }
  const { ask, problems } = site()
  await ask('/form', { ...FOREIGN, headers: { origin: 'nonsense' } })
  expect(problems()).toEqual([expect.objectContaining({ level: 40, origin: 'nonsense' })])
  expect((await ask('/form', OWN)).status).toBe(200)
})

test.for(['/%E0', '/contact/%', '/stay/%ZZ/more', '/%E0%A4.data'])(
  'the address %s, which cannot be decoded, leads to the missing page without a word on the console',
  async (path) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    onTestFinished(() => warned.mockRestore())
    const { ask, lines, problems } = site()
    expect((await ask(path)).status).toBe(404)
    expect([warned.mock.calls, problems()]).toEqual([[], []])
    expect(lines).toEqual([expect.objectContaining({ msg: 'request', status: 404 })])
  },
)
