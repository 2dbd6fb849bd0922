import type { Page } from '@playwright/test'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < window.innerHeight && bottom > 0
}

/** The page is still the same document: there was no page load. */
async function markDocument(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => document.documentElement.setAttribute('data-seen', 'yes'))
  return () => page.evaluate(() => document.documentElement.getAttribute('data-seen') === 'yes')
}

test('the first Tab leads to a link that skips to the content', async ({ visit }) => {
  const page = await visit('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('Properties scrolls smoothly to the properties on the home page', async ({ visit }) => {
  const page = await visit('/')
  await untilHydrated(page)
  const same = await markDocument(page)
  const properties = page.locator('#properties')
  expect(await properties.evaluate(isInView)).toBe(false)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.evaluate(() => {
    const scroll = Element.prototype.scrollIntoView
    Element.prototype.scrollIntoView = function (options) {
      document.documentElement.setAttribute('data-scroll', (options as ScrollIntoViewOptions).behavior ?? '')
      scroll.call(this, options)
    }
  })
  await page.getByRole('banner').getByRole('link', { name: 'Properties' }).click()
  await expect.poll(() => properties.evaluate(isInView)).toBe(true)
  await expect(page.locator('html')).toHaveAttribute('data-scroll', 'smooth')
  expect(new URL(page.url()).hash).toBe('#properties')
  expect(await same()).toBe(true)
})

test('Properties leads to the list on the home page from other pages', async ({ visit }) => {
  const page = await visit('/contact')
  await untilHydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Properties' }).click()
  await page.waitForURL('**/#properties')
  await expect.poll(() => page.locator('#properties').evaluate(isInView)).toBe(true)
})

test('the hero’s button and the logo navigate without a page load', async ({ visit }) => {
  const page = await visit('/')
  await untilHydrated(page)
  const same = await markDocument(page)
  await page.getByRole('link', { name: 'Explore Properties' }).click()
  await expect.poll(() => page.locator('#properties').evaluate(isInView)).toBe(true)
  await page.getByRole('banner').getByRole('link', { name: 'Host with Us' }).click()
  await page.getByRole('heading', { level: 1, name: 'Partner with Powder & Cove' }).waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  const current = page.getByRole('banner').locator('[aria-current=page]:visible')
  await expect(current).toHaveText(['Host with Us'])
  await page.getByRole('banner').getByRole('link', { name: 'Powder & Cove' }).click()
  await page.getByRole('heading', { level: 1, name: 'Luxury Vacation Retreats' }).waitFor()
  expect(await same()).toBe(true)
})

test('on a phone the menu opens, closes on a choice, and closes on Escape', async ({ visit }) => {
  const page = await visit('/', { width: 390 })
  await untilHydrated(page)
  const menu = page.getByRole('banner').getByRole('button', { name: 'Menu' })
  const contact = page.getByRole('banner').getByRole('link', { name: 'Contact' })
  await expect(contact).toHaveCount(0)

  await menu.tap()
  await contact.tap()
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor()
  await expect(contact).toHaveCount(0)

  await menu.tap()
  await contact.waitFor()
  await contact.focus()
  await page.keyboard.press('Escape')
  await expect(contact).toHaveCount(0)
  await expect(menu).toBeFocused()

  await menu.tap()
  await page.getByRole('banner').getByRole('link', { name: 'Properties' }).tap()
  await page.waitForURL('**/#properties')
  await expect(contact).toHaveCount(0)
  await expect.poll(() => page.locator('#properties').evaluate(isInView)).toBe(true)
})

test('the phone menu also opens without JavaScript', async ({ visit }) => {
  const page = await visit('/contact', { width: 390, javaScript: false })
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('banner').getByRole('link', { name: 'Host with Us' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Partner with Powder & Cove' }).waitFor()
})

test('the footer shows the year and the brand', async ({ visit }) => {
  const page = await visit('/contact')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(`© ${new Date().getUTCFullYear()} Powder & Cove`)
  const links = await footer.getByRole('link').allTextContents()
  expect(links).toEqual(expect.arrayContaining(['Properties', 'Contact', 'Host with Us']))
})

test('no link of the site is broken', async () => {
  // Every page, file and image once.
  test.slow()
  const site = siteUrl()
  const found = new Map<string, string>()
  const waiting = [{ path: '/', from: 'the address bar' }]
  const broken: string[] = []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, from } = next
    const answer = await fetch(`${site}${path}`)
    const html = await answer.text()
    found.set(path, html)
    if (answer.status !== 200) broken.push(`${answer.status} ${path} on ${from}`)
    if (!answer.headers.get('content-type')?.startsWith('text/html')) continue
    for (const [, to = ''] of html.matchAll(/<(?:a|link|img|script|iframe)\b[^>]*?\s(?:href|src)="(\/[^"]*)"/g)) {
      // The stored image itself: making all its variants would take longer than everything else here.
      const [target = ''] = to.replaceAll('&amp;', '&').split(to.startsWith('/objects/') ? '?' : '#')
      if (found.has(target) || waiting.some((one) => one.path === target)) continue
      waiting.push({ path: target, from: path })
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
