import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { elementOf, elementsOf, readHtml, textOf } from '../served-html.ts'
import { siteDataDir, siteUrl } from '../site-url.ts'

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < window.innerHeight && bottom > 0
}

/** The page is still the same document: there was no page load. */
async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-seen', 'yes'))
  return () => page.evaluate(() => document.documentElement.getAttribute('data-seen') === 'yes')
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test('a keyboard skips to the content; the hero’s button, the header and the logo navigate without a page load, and Properties scrolls smoothly to the first home', async ({
  visit,
}) => {
  const page = await visit('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

  await untilHydrated(page)
  const same = await markDocument(page)
  const header = page.getByRole('banner')
  const properties = page.locator('#properties')
  await page.getByRole('link', { name: 'Explore Properties' }).click()
  await expect.poll(() => properties.evaluate(isInView)).toBe(true)
  await header.getByRole('link', { name: 'Host with Us' }).click()
  await page.getByRole('heading', { level: 1, name: 'Partner with Powder & Cove' }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await expect(header.locator('[aria-current=page]:visible')).toHaveText(['Host with Us'])
  await header.getByRole('link', { name: 'Properties' }).click()
  await page.waitForURL('**/#properties')
  await expect.poll(() => properties.evaluate(isInView)).toBe(true)
  // Playwright scrolls to what it clicks, which looked like the arrival of the page.
  await header.getByRole('link', { name: 'Powder & Cove' }).evaluate((logo: HTMLElement) => logo.click())
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  expect(await properties.evaluate(isInView)).toBe(false)
  await expectSmoothScroll(page)
  expect(await same()).toBe(true)
})

/** By the header's link, with the keyboard, whose next stops are in the first home. */
async function expectSmoothScroll(page: Page) {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(() => {
    const scroll = Element.prototype.scrollIntoView
    Element.prototype.scrollIntoView = function (options) {
      document.documentElement.setAttribute('data-scroll', (options as ScrollIntoViewOptions).behavior ?? '')
      scroll.call(this, options)
    }
    document.addEventListener('scrollend', () => document.documentElement.setAttribute('data-scrolled', ''))
  })
  await page.getByRole('banner').getByRole('link', { name: 'Properties' }).press('Enter')
  await expect.poll(() => page.locator('#properties').evaluate(isInView)).toBe(true)
  await expect(page.locator('html')).toHaveAttribute('data-scroll', 'smooth')
  // While it still scrolls, the next press can end it.
  await expect(page.locator('html')).toHaveAttribute('data-scrolled')
  expect(new URL(page.url()).hash).toBe('#properties')
  await page.keyboard.press('Tab')
  // The photos scroll by the arrow keys, so they are a stop of their own.
  await expect(page.getByRole('group', { name: 'Photos of Large Luxury' })).toBeFocused()
  // Then their arrow buttons, where the browser has them, and the heart.
  for (let stops = 0; stops < 6 && (await focused(page)) !== 'Large Luxury'; stops += 1)
    await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Large Luxury')
}

test('the phone menu works by touch and keyboard, is accessible, and closes on a choice, on Escape and outside', async ({
  visit,
}) => {
  const page = await visit('/', { width: 390 })
  await untilHydrated(page)
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  const links = page.getByRole('banner').getByRole('listitem')
  const contact = page.getByRole('banner').getByRole('link', { name: 'Contact' })
  await expect(links).toHaveCount(0)

  await menu.tap()
  await contact.waitFor()
  await expectAccessible(page, 'header')
  await contact.tap()
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor()
  await expect(links).toHaveCount(0)

  await menu.focus()
  await page.keyboard.press('Enter')
  await links.first().waitFor()
  for (const name of ['Properties', 'Contact', 'Host with Us']) {
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe(name)
  }
  await page.keyboard.press('Escape')
  await expect(links).toHaveCount(0)
  await expect(menu).toBeFocused()

  await menu.tap()
  await links.first().waitFor()
  await page.touchscreen.tap(200, 780)
  await expect(links).toHaveCount(0)

  await menu.tap()
  await page.getByRole('banner').getByRole('link', { name: 'Properties' }).tap()
  await page.waitForURL('**/#properties')
  await expect(links).toHaveCount(0)
  await expect.poll(() => page.locator('#properties').evaluate(isInView)).toBe(true)
})

test('the footer says whose site it is, where the properties are, whom to contact, and when to expect an answer', async () => {
  const footer = elementOf(await readHtml('/contact'), 'footer', 'class="footer')
  for (const expected of [
    `© ${new Date().getUTCFullYear()} Powder & Cove`,
    'Steamboat Springs, Colorado',
    'Lake Keowee, South Carolina',
    'typically within 24 hours',
  ])
    expect(textOf(footer)).toContain(expected)
  const links = ['Properties', 'Contact', 'Host with Us', 'Search by dates', 'Win a free stay']
  expect(elementsOf(footer, 'a').map(textOf)).toEqual(expect.arrayContaining([...links, 'hello@powderandcove.example']))
})

/** The kind of an address: of the pages of a home for each stay, and the like, some are enough. */
function kindOf(target: string): string {
  const { pathname, searchParams } = new URL(target, siteUrl())
  return `${pathname}?${[...new Set(searchParams.keys())].sort()}`
}

const ENOUGH = 2

/** An image is not converted, which takes longer than all else: guests may see it, and its original is stored. */
async function ask(path: string): Promise<{ status: number; type: string; html: string }> {
  if (!path.startsWith('/objects/')) {
    const answer = await fetch(siteUrl() + path)
    return { status: answer.status, type: answer.headers.get('content-type') ?? '', html: await answer.text() }
  }
  const { status } = await fetch(siteUrl() + path, { headers: { 'if-none-match': '*' } })
  const isStored = existsSync(join(siteDataDir(), path))
  return { status: status === 304 && isStored ? 200 : 404, type: '', html: '' }
}

test('no link of the site is broken', async () => {
  test.slow()
  const found = new Map<string, string>()
  const kinds = new Map<string, number>()
  const waiting = [{ path: '/', from: 'the address bar' }]
  const named = new Set(['/'])
  const broken: string[] = []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, from } = next
    const { status, type, html } = await ask(path)
    found.set(path, html)
    if (status !== 200) broken.push(`${status} ${path} on ${from}`)
    if (!type.startsWith('text/html')) continue
    for (const [, to = ''] of html.matchAll(/<(?:a|link|img|script|iframe)\b[^>]*?\s(?:href|src)="(\/[^"]*)"/g)) {
      const [address = ''] = to.replaceAll('&amp;', '&').split('#')
      const target = address.startsWith('/objects/') ? (address.split('?')[0] ?? '') : address
      if (named.has(target)) continue
      named.add(target)
      const kind = kindOf(target)
      const count = (kinds.get(kind) ?? 0) + 1
      kinds.set(kind, count)
      if (count <= ENOUGH) waiting.push({ path: target, from: path })
    }
  }
  expect(broken).toEqual([])
  expect([...found.keys()]).toEqual(expect.arrayContaining(['/', '/contact', '/host-with-us', '/property/lake-keowee']))
  for (const [path, html] of found) {
    for (const [, property, id] of html.matchAll(/<a\b[^>]*?\shref="(\/?)#([^"]+)"/g)) {
      expect(found.get(property ? '/' : path), `#${id} on ${path}`).toContain(`id="${id}"`)
    }
  }
})
