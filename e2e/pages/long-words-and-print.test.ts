import type { Page } from '@playwright/test'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'

const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren'
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('very long words do not overflow fields or the list, and errors keep their place', async ({ visit }) => {
  const page = await visit('/contact', { width: 320 })
  await untilHydrated(page)
  await page.getByLabel('Name').fill(LONG.repeat(5))
  await page.getByLabel('Email', { exact: true }).fill(`${LONG}@${LONG}`)
  await page.getByLabel('Message').fill(LONG.repeat(3))
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Please enter a shorter name').waitFor()
  expect(await widthOf(page)).toBe(320)

  const name = `Named ${LONG}`
  await page.goto(`${siteUrl()}/test`)
  await untilHydrated(page)
  await page.getByLabel('Property Name').fill(name)
  await page.getByLabel('Description').fill('A name without an end')
  await page.getByLabel('Location').fill(LONG)
  await page.getByRole('button', { name: 'Create Property' }).click()
  await page.getByRole('heading', { name: `Images of ${name}` }).waitFor()
  expect(await widthOf(page)).toBe(320)
})

test('a printed legal page, and the printed rules, are only black text', async ({ visit }) => {
  const page = await visit('/terms', { javaScript: false })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const path of ['/terms', '/staycation/rules']) {
    await page.goto(`${siteUrl()}${path}`)
    for (const part of ['banner', 'contentinfo', 'navigation'] as const)
      await expect(page.getByRole(part), part).toHaveCount(0)
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.evaluate((title) => getComputedStyle(title).color)).toBe('rgb(0, 0, 0)')
  }
})
