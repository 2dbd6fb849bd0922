import type { Page } from '@playwright/test'
import { expectAccessible, findBarriers } from '../axe.ts'
import { expect, test } from '../page.ts'
import { watchErrors } from '../page-errors.ts'
import { type Site, startSite } from '../site.ts'

const LIGHTS = 4
/** The design page repeats each landmark in four themes, which no other page does. */
const FOURFOLD = ['landmark-unique']
const NIGHT = 'rgb(22, 24, 48)'
const SNOW = 'rgb(246, 247, 252)'

let site: Site
let page: Page
let errors: () => string[]
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000)
  site = await startSite({}, undefined, 'server/dev.ts')
  page = await browser.newPage({ viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
  // During the first visit Vite prepares the dependencies. What it serves meanwhile may be out of date: then visit again.
  await expect(async () => {
    errors = watchErrors(page)
    await page.goto(`${site.url}/design`, { waitUntil: 'networkidle' })
    await page.locator('[data-shown]').first().waitFor({ timeout: 20_000 })
    expect(errors()).toEqual([])
  }).toPass()
  await waitUntilShown()
})
test.afterEach(() => expect(errors(), 'what went wrong in the browser').toEqual([]))
test.afterAll(async () => {
  await page.close()
  await site.kill()
})

async function waitUntilShown() {
  await page.locator('[data-exhibit]').last().waitFor()
  await page.locator('[data-shown]').first().waitFor()
  await page.locator('.toast').first().waitFor()
}

test('every part is shown in four themes and is accessible, nothing overflows a phone’s screen, and search engines do not index it', {
  tag: '@slow',
}, async () => {
  test.setTimeout(180_000)
  const empty = await page.locator('[data-exhibit]').evaluateAll((sections, lights) => {
    const shows = (state: Element) => state.children.length > 1
    return sections
      .filter((section) => section.querySelectorAll('[data-place]').length !== lights)
      .concat(sections.filter((section) => ![...section.querySelectorAll('.design-state')].every(shows)))
      .map((section) => section.getAttribute('data-exhibit'))
  }, LIGHTS)
  expect(empty).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findBarriers(page, { without: FOURFOLD })).toEqual([])
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
})

test('themes ignore the browser’s preference, states look as with a real pointer or key, and dialogs open in their section’s theme', {
  tag: '@slow',
}, async () => {
  test.setTimeout(180_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await findBarriers(page, { without: FOURFOLD })).toEqual([])
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    const grounds = await page
      .locator('[data-exhibit="Button"] [data-place=mountain]')
      .evaluateAll((lights) => lights.map((light) => getComputedStyle(light).backgroundColor))
    expect([colorScheme, ...grounds]).toEqual([colorScheme, SNOW, NIGHT])
  }

  const states = page.locator('[data-exhibit="Button"] [data-place=mountain]').first().locator('.design-state')
  const button = (name: string) => states.filter({ has: page.getByText(name, { exact: true }) }).locator('.button')
  const looks = (name: string) =>
    button(name).evaluate((shown) => {
      const { backgroundColor, outlineStyle, outlineColor } = getComputedStyle(shown)
      return { backgroundColor, outlineStyle, outlineColor }
    })
  const [atRest, hovered, focused] = [await looks('ember'), await looks('ember, hover'), await looks('ember, focus')]
  expect(hovered).not.toEqual(atRest)
  expect(focused).not.toEqual(atRest)
  await button('ember').hover()
  expect(await looks('ember')).toEqual(hovered)
  await page.mouse.move(0, 0)
  await page.keyboard.press('Tab')
  await button('ember').focus()
  expect(await looks('ember')).toEqual(focused)

  for (const [place, dusk] of [
    ['mountain', 'rgb(38, 42, 80)'],
    ['lake', 'rgb(27, 68, 80)'],
  ]) {
    await page.locator(`[data-exhibit="Dialog"] .on-night[data-place=${place}]`).getByRole('button').click()
    const dialog = page.getByRole('dialog', { name: 'Your message' })
    await dialog.waitFor()
    expect([place, await dialog.evaluate((shown) => getComputedStyle(shown).backgroundColor)]).toEqual([place, dusk])
    await expectAccessible(page, 'dialog[open]')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
})
