import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { layOut } from '../served-html.ts'
import { siteUrl } from '../site-url.ts'
import { bookByCall, freeStay, pathOf } from '../stays.ts'
import { smallTargets } from './small-targets.ts'

/**
 * The focused element if its focus is not visible. It has no outline, one that is cut off, or completely covered or
 * outside the window.
 */
const lostFocus = (page: Page) =>
  page.evaluate(() => {
    let [focused, root, x, y]: [Element | null, Document | ShadowRoot, number, number] = [null, document, 0, 0]
    for (let one = document.activeElement; one; ) {
      focused = one
      const frame: Document | null = one instanceof HTMLIFrameElement ? one.contentDocument : null
      const inner: Document | ShadowRoot | null = one.shadowRoot ?? frame
      if (!inner?.activeElement || inner.activeElement === frame?.body) break
      if (frame) [x, y] = [x + one.getBoundingClientRect().x, y + one.getBoundingClientRect().y]
      root = inner
      one = inner.activeElement
    }
    if (!focused || focused === document.body) return null
    const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim() ?? ''
    const drawn = [focused, focused.closest('.property-card')].some(
      (one) => one && [null, '::before'].some((part) => getComputedStyle(one, part).outlineStyle !== 'none'),
    )
    const box = focused.getBoundingClientRect()
    // A clipping ancestor scrolls to the element itself. One that holds it whole may still cut off its ring.
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused)
    const reach = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    let isCut = false
    for (let outer = focused.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
      const { left, top } = outer.getBoundingClientRect()
      const [x, y] = [box.left - left, box.top - top]
      if (getComputedStyle(outer).overflow !== 'visible' && Math.min(x, y) >= 0 && Math.min(x, y) < reach - 1)
        isCut = true
    }
    const visible = [0.1, 0.3, 0.5, 0.7, 0.9].some((part) => {
      const [left, top] = [box.x + box.width / 2, box.y + box.height * part]
      const frame = root instanceof Document && root !== document ? root.defaultView?.frameElement : null
      const outer = document.elementFromPoint(left + x, top + y)
      const at = root.elementFromPoint(left, top)
      const around = at === focused || focused.contains(at) || Boolean(at?.contains(focused))
      return around && (frame ? outer === frame : outer !== null)
    })
    if (isCut) return `${name} (its ring is cut off)`
    return drawn && visible ? 'seen' : `${name} (${drawn ? 'hidden' : 'no ring'})`
  })

test('the keyboard focus is visible at each step through a page, forward and back', async ({ visit }) => {
  test.setTimeout(120_000)
  const page = await visit('/', { width: 390 })
  const stay = await freeStay('spacious-condo')
  const withFrame = pathOf('spacious-condo', stay)
  // With a bar that covers a part, a frame that grows, and the search, which is a shadow tree.
  for (const path of process.env.TEST_ALL ? [withFrame, '/', '/admin/bookings'] : [withFrame, '/']) {
    await page.goto(new URL(path, siteUrl()).href)
    await untilHydrated(page)
    // Back, too, where a bar covers a part and a frame grows.
    for (const key of path === withFrame || process.env.TEST_ALL ? ['Tab', 'Shift+Tab'] : ['Tab']) {
      let steps = 0
      for (let found: string | null = 'seen'; found && steps < 120; steps += 1) {
        await page.keyboard.press(key)
        // The page may still scroll to it. The booking frame may grow or the bar leave when the focus comes near.
        const lost = async () => {
          found = await lostFocus(page)
          return found ?? 'seen'
        }
        await expect.poll(lost, `${path}, step ${steps} with ${key}`).toBe('seen')
      }
      expect(steps).toBeGreaterThan(10)
    }
  }
})

/** A mouse is exact, so a target at a desk may be lower than on a phone. */
const LEAST = { phone: 44, desk: 28 }

const adminRoutes = (entries: readonly RouteConfigEntry[]): string[] =>
  entries
    .flatMap(({ path = '', children = [] }) => [path, ...adminRoutes(children)])
    .filter((path) => /^admin\b/.test(path))

/** A request, and a stay that an operator confirmed. */
async function bookings(): Promise<[request: string, stay: string]> {
  const references: string[] = []
  for (const property of ['lake-keowee', 'spacious-condo'] as const) {
    const booked = await bookByCall(property, await freeStay(property))
    references.push(((await booked.json()) as { reference: string }).reference)
  }
  const [request = '', stay = ''] = references
  const init = { method: 'POST', headers: { origin: siteUrl() }, body: new URLSearchParams({ intent: 'confirm' }) }
  await fetch(`${siteUrl()}/admin/bookings/${stay}`, { ...init, redirect: 'manual' })
  return [request, stay]
}

/** With a guest who has just written. */
async function conversation(): Promise<string> {
  const message = { name: 'Ada Guest', email: 'ada@example.com', propertyId: 'none', message: 'Is there a crib?' }
  const headers = { 'content-type': 'application/json' }
  await fetch(`${siteUrl()}/api/contact`, { method: 'POST', headers, body: JSON.stringify(message) })
  const inbox = await (await fetch(`${siteUrl()}/admin/inbox`)).text()
  const [path] = /\/admin\/inbox\/[0-9a-f-]{36}/.exec(inbox) ?? []
  if (!path) throw new Error('There is no conversation.')
  return path
}

/** Of every home: one with a statement. */
async function owner(): Promise<string> {
  const owners = `${siteUrl()}/admin/money/owners`
  const form = await (await fetch(owners)).text()
  const terms = { name: 'Ann Bell', email: '', commissionPercent: '20', commissionOn: 'rent', commissionPerStay: '' }
  const body = new URLSearchParams({ intent: 'add-owner', key: randomUUID(), ...terms })
  for (const [, id = ''] of form.matchAll(/name="properties"[^>]* value="([^"]+)"/g)) body.append('properties', id)
  await fetch(owners, { method: 'POST', headers: { origin: siteUrl() }, body, redirect: 'manual' })
  const [path] = /\/admin\/money\/owners\/[0-9a-f-]{36}/.exec(await (await fetch(owners)).text()) ?? []
  if (!path) throw new Error('There is no owner.')
  return path
}

/** Every page of the back office, and the states of some that have targets of their own. */
async function everyAdminPage(): Promise<string[]> {
  const [request, stay] = await bookings()
  // A file to import is there once one was sent, a newsletter or a post once one was written.
  const paths = adminRoutes(routes).filter((path) => !/(?:\*|:file|:issue|:post|:conversation|:owner)$/.test(path))
  return [
    ...paths.map(
      (path) => `/${path.replace(':reference', stay).replace(':slug', 'lake-keowee').replace(':page', 'home')}`,
    ),
    `/admin/bookings/${request}`,
    await conversation(),
    await owner(),
    '/admin/bookings?view=all',
    '/admin/search?q=cabin',
  ]
}

test('every target of the back office is big enough for a finger on a phone, and for a mouse at a desk', async ({
  visit,
}) => {
  test.setTimeout(300_000)
  const pages = await everyAdminPage()
  const small: string[] = []
  const screens = [['phone', 360] as const, ...(process.env.TEST_ALL ? [['desk', 1440] as const] : [])]
  // The targets are those of the served page, whose scripts would take longer than all else. `--all` runs them.
  const javaScript = Boolean(process.env.TEST_ALL)
  const page = await visit('/admin', { width: 360, javaScript })
  async function open(path: string) {
    if (!javaScript) return layOut(page, path)
    await page.goto(new URL(path, siteUrl()).href)
    await untilHydrated(page)
  }
  for (const [screen, width] of screens) {
    await page.setViewportSize({ width, height: 844 })
    for (const path of pages) {
      await open(path)
      await expect(page.locator('h1'), path).toBeVisible()
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      const found = await smallTargets(page, LEAST[screen])
      small.push(...[...new Set(found)].map((target) => `${screen} ${path} ${target}`))
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > width) small.push(`${screen} ${path} is ${wide} wide`)
    }
  }
  expect(small).toEqual([])
})
