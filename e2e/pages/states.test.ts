import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleAtEachWidth } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'

const PAGES = [
  '/contact',
  '/host-with-us',
  '/staycation',
  '/staycation/rules',
  '/newsletter',
  '/newsletter?sent',
  '/privacy',
  '/terms',
  '/accessibility',
  '/sign-in',
  '/test',
]
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)
const LONG = 'Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren'

test('no page is wider than a screen of 320 pixels, or of 640 pixels with text at twice the size', async ({
  visit,
}) => {
  test.setTimeout(120_000)
  const page = await visit('/nowhere', { width: 320, status: 404 })
  for (const path of ['/nowhere', ...PAGES]) {
    await page.setViewportSize({ width: 320, height: 844 })
    await page.goto(`${siteUrl()}${path}`)
    expect(await widthOf(page), path).toBe(320)
    await page.setViewportSize({ width: 640, height: 900 })
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await widthOf(page), `${path} with large text`).toBe(640)
  }
})

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
  const operator = await visit('/test', { width: 320 })
  await untilHydrated(operator)
  await operator.getByLabel('Property Name').fill(name)
  await operator.getByLabel('Description').fill('A name without an end')
  await operator.getByLabel('Location').fill(LONG)
  await operator.getByRole('button', { name: 'Create Property' }).click()
  await operator.getByRole('heading', { name: `Images of ${name}` }).waitFor()
  expect(await widthOf(operator)).toBe(320)
})

test('the error summary of a form links to its fields in their order', async ({ visit }) => {
  const page = await visit('/staycation')
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Enter the giveaway' }).click()
  const summary = page.getByRole('alert').getByRole('link')
  await expect(summary).toHaveText(['Full name', 'Email', 'Phone', 'State', 'Zip code'])
  await summary.getByText('Zip code').click()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('zipCode')
})

test('a printed legal page, and the printed rules, are only black text', async ({ visit }) => {
  const page = await visit('/terms')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const path of ['/terms', '/staycation/rules']) {
    await page.goto(`${siteUrl()}${path}`)
    for (const part of ['banner', 'contentinfo', 'navigation'] as const)
      await expect(page.getByRole(part), part).toHaveCount(0)
    const heading = page.getByRole('heading', { level: 1 })
    expect(await heading.evaluate((title) => getComputedStyle(title).color)).toBe('rgb(0, 0, 0)')
  }
})

test('a missing page shows the properties, and the standalone error page is accessible', async ({ visit }) => {
  const page = await visit('/nowhere', { status: 404 })
  await page.getByRole('link', { name: 'See the homes' }).click()
  expect(await page.getByRole('region', { name: 'The homes' }).getByRole('listitem').count()).toBeGreaterThan(3)
  await expectAccessibleAtEachWidth(visit, '/embed/book/nothing', { status: 404 })
})

test('the offline notice is accessible', async ({ visit }) => {
  const page = await visit('/contact', { width: 390, expected: [/ERR_INTERNET_DISCONNECTED/] })
  await untilHydrated(page)
  await page.context().setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).dispatchEvent('click')
  await page.getByText('We couldn’t reach the site').waitFor()
  await expectAccessible(page)
})
