import type { Page } from '@playwright/test'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'

const LONG = 'The Extraordinarily Long Mountain and Lakeside Family Retreats Company of Steamboat Springs'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test('the menu works by keyboard, and a press outside closes it', async ({ visit }) => {
  const page = await visit('/contact', { width: 390 })
  await untilHydrated(page)
  const menu = page.getByRole('button', { name: 'Menu' })
  const links = page.getByRole('banner').getByRole('listitem')
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
})

test('the Properties link moves the focus to the first property', async ({ visit }) => {
  const page = await visit('/')
  await untilHydrated(page)
  await page.getByRole('banner').getByRole('link', { name: 'Properties' }).press('Enter')
  await page.keyboard.press('Tab')
  // The photos scroll by the arrow keys, so they are a stop of their own.
  await expect(page.getByRole('group', { name: 'Photos of Large Luxury' })).toBeFocused()
  // Then their arrow buttons, where the browser has them, and the heart.
  for (let stops = 0; stops < 6 && (await focused(page)) !== 'Large Luxury'; stops += 1)
    await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Large Luxury')
})

test('the footer says where the properties are, whom to contact, and when to expect an answer', async ({ visit }) => {
  const page = await visit('/contact')
  const footer = page.getByRole('contentinfo')
  const text = await footer.innerText()
  for (const expected of ['Steamboat Springs, Colorado', 'Lake Keowee, South Carolina', 'typically within 24 hours']) {
    expect(text).toContain(expected)
  }
  const links = await footer.getByRole('link').allTextContents()
  expect(links).toEqual(expect.arrayContaining(['Search by dates', 'Win a free stay', 'hello@powderandcove.example']))
})

for (const widths of [
  [320, 390],
  [820, 1440],
] as const)
  test(`at ${widths.join(' and ')} pixels every target in header and footer is at least 44 pixels, also with a long name`, async ({
    visit,
  }) => {
    const page = await visit('/', { width: widths[0] })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      await page.reload()
      await untilHydrated(page)
      const height = (await page.getByRole('banner').boundingBox())?.height
      await page.evaluate((name) => {
        for (const brand of document.querySelectorAll('.brand span')) brand.textContent = name
      }, LONG)
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
      const small = await page.evaluate(() =>
        [...document.querySelectorAll(':is(header, footer) :is(a, button, input)')]
          .filter((target) => target.checkVisibility())
          .map((target) => ({ name: target.textContent, box: target.getBoundingClientRect() }))
          .filter(({ box }) => box.height < 44 || box.width < 24),
      )
      expect([width, ...small]).toEqual([width])
      expect((await page.getByRole('banner').boundingBox())?.height).toBe(height)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })
