import { expect, test } from 'vitest'
import { deferHydration, replayEarlyPresses } from './react-router-rewrites.ts'

const script = `import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1_clientAction from "/assets/action.js";
import * as route1_main from "/assets/page.js";
const route1 = {...route1_clientAction,...route1_main};
  window.__reactRouterRouteModules = {"root":route0,"pages/home":route1};

import("/assets/entry.client.js");`
const page = `<link rel="modulepreload" href="/assets/root.js"/><script nonce="n">early()</script><script nonce="n" type="module" async="">${script}</script>`

/** Runs the script like a browser, and records its imports in order. */
async function run(html: string, { inFrame = false, touched = false, hidden = false, missing = '' } = {}) {
  const body = /<script[^>]*type="module"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? ''
  const asked: string[] = []
  const links = [{ rel: 'later' }]
  const dispatched: string[] = []
  const self = {}
  const frames: (() => void)[] = []
  const nearby: ((seen: { isIntersecting: boolean }[]) => void)[] = []
  const world = {
    self,
    top: inFrame ? {} : self,
    window: {} as Record<string, unknown>,
    document: { hidden, querySelectorAll: () => links },
    IntersectionObserver: class {
      constructor(seen: (typeof nearby)[number]) {
        nearby.push(seen)
      }
      observe() {}
    },
    addEventListener: (_: 'focusin' | 'visibilitychange', heard: () => void) => touched && frames.push(heard),
    dispatchEvent: ({ type }: Event) => dispatched.push(type),
    PerformanceObserver: class {
      paint: () => void
      constructor(paint: () => void) {
        this.paint = paint
      }
      observe() {
        if (!hidden) frames.push(this.paint)
      }
    },
    fetched: async (address: string) => {
      asked.push(address)
      if (address === missing) throw new TypeError('no such module')
      return { address }
    },
  }
  const code = body.replaceAll('import(', 'fetched(')
  const ended = new Function(...Object.keys(world), `return (async () => {${code}})()`)(...Object.values(world)).then(
    () => ({ failed: false }),
    () => ({ failed: true }),
  )
  const before = [...asked]
  while (frames.length > 0) {
    frames.shift()?.()
    await new Promise((next) => setTimeout(next))
  }
  const afar = [...asked]
  for (const isIntersecting of [false, true]) for (const seen of nearby) seen([{ isIntersecting }])
  return {
    before,
    afar,
    asked,
    links,
    dispatched,
    ...(await ended),
    modules: world.window.__reactRouterRouteModules as Record<string, unknown>,
  }
}

test('the page’s script loads nothing before the first paint, and everything after it', async () => {
  const { before, asked, links, modules } = await run(deferHydration(page))
  expect(before).toEqual([])
  expect(asked).toEqual([
    '/assets/manifest.js',
    '/assets/root.js',
    '/assets/action.js',
    '/assets/page.js',
    '/assets/entry.client.js',
  ])
  expect(links).toEqual([{ rel: 'modulepreload' }])
  expect(modules).toEqual({ root: { address: '/assets/root.js' }, 'pages/home': { address: '/assets/page.js' } })
})

test('in a background tab, which is not painted, it loads at once', async () => {
  expect((await run(deferHydration(page), { hidden: true })).asked).toContain('/assets/entry.client.js')
})

test('a script that cannot be loaded releases the presses that wait for it', async () => {
  for (const missing of ['/assets/page.js', '/assets/entry.client.js']) {
    expect(await run(deferHydration(page), { missing })).toMatchObject({ failed: true, dispatched: ['interactive'] })
  }
  expect(await run(deferHydration(page))).toMatchObject({ failed: false, dispatched: [] })
})

test('presses are kept from the very start of the page, by a script that its policy allows', () => {
  const kept = replayEarlyPresses('<html><head><title>Home</title></head></html>', 'abc')
  expect(kept).toMatch(/^<html><head><script nonce="abc">[^<]+<\/script><title>/)
})

test('in a frame it starts when the guest comes near or moves the focus into it', async () => {
  const { afar, asked } = await run(deferHydration(page), { inFrame: true })
  expect(afar).toEqual([])
  expect(asked).toContain('/assets/entry.client.js')
  const stepped = await run(deferHydration(page), { inFrame: true, touched: true })
  expect(stepped.afar).toContain('/assets/entry.client.js')
})

test('nothing is preloaded before the paint, and other scripts stay in place', () => {
  const html = deferHydration(page)
  expect(html).not.toContain('rel="modulepreload"')
  expect(html).toContain('<link rel="later" href="/assets/root.js"/>')
  expect(html).toContain('<script nonce="n">early()</script>')
})

test('a page without such a script is unchanged', () => {
  expect(deferHydration('<link rel="modulepreload" href="/a.js"/><script>a()</script>')).toBe(
    '<link rel="modulepreload" href="/a.js"/><script>a()</script>',
  )
})

test('a first visit does not wait for session storage, a return does', () => {
  const restore = 'if (!key) { window.history.replaceState({ key }, ""); } read()'
  expect(deferHydration(`<script>${restore}</script>`)).toBe(
    '<script>if (!key) { return window.history.replaceState({ key }, ""); } read()</script>',
  )
})
