import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'

const LONG = 'The Extraordinarily Long Mountain and Lakeside Family Retreats Company of Steamboat Springs'

test('at every width each target in header and footer is at least 44 pixels, also with a long name', async ({
  visit,
}) => {
  const page = await visit('/contact', { width: 320 })
  await untilHydrated(page)
  const brand = page.locator('.brand span').first()
  const rename = (name: string) =>
    page.locator('.brand span').evaluateAll((all, text) => {
      for (const one of all) one.textContent = text
    }, name)
  const own = (await brand.textContent()) ?? ''
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 })
    const height = (await page.getByRole('banner').boundingBox())?.height
    await rename(LONG)
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
    if (await menu.isVisible()) await page.keyboard.press('Escape')
    await rename(own)
  }
})
