import { expect, test } from 'vitest'
import { deferHydration } from './deferred-hydration.ts'

const script = `import "/assets/manifest.js";
import * as route0 from "/assets/root.js";
import * as route1_clientAction from "/assets/action.js";
import * as route1_main from "/assets/page.js";
const route1 = {...route1_clientAction,...route1_main};
  window.__reactRouterRouteModules = {"root":route0,"pages/home":route1};

import("/assets/entry.client.js");`
const page = `<link rel="modulepreload" href="/assets/root.js"/><script nonce="n">early()</script><script nonce="n" type="module" async="">${script}</script>`

/** Runs the script like a browser, and records its imports in order. */
async function run(html: string, { inFrame = false, touched = false } = {}) {
  const body = /<script[^>]*type="module"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? ''
  const asked: string[] = []
  const links = [{ rel: 'later' }]
  const self = {}
  const frames: (() => void)[] = []
  const nearby: ((seen: { isIntersecting: boolean }[]) => void)[] = []
  const world = {
    self,
    top: inFrame ? {} : self,
    window: {} as Record<string, unknown>,
    document: { querySelector: () => null, querySelectorAll: () => links },
    IntersectionObserver: class {
      constructor(seen: (typeof nearby)[number]) {
        nearby.push(seen)
      }
      observe() {}
    },
    addEventListener: (_: 'focusin', heard: () => void) => touched && frames.push(heard),
    PerformanceObserver: class {
      paint: () => void
      constructor(paint: () => void) {
        this.paint = paint
      }
      observe() {
        frames.push(this.paint)
      }
    },
    requestAnimationFrame: (next: () => void) => frames.push(next),
    fetched: async (address: string) => {
      asked.push(address)
      return { address }
    },
  }
  const code = body.replaceAll('import(', 'fetched(')
  const started = new Function(...Object.keys(world), `return (async () => {${code}})()`)(...Object.values(world))
  const before = [...asked]
  while (frames.length > 0) {
    frames.shift()?.()
    await new Promise((next) => setTimeout(next))
  }
  const afar = [...asked]
  for (const isIntersecting of [false, true]) for (const seen of nearby) seen([{ isIntersecting }])
  await started
  return { before, afar, asked, links, modules: world.window.__reactRouterRouteModules as Record<string, unknown> }
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
