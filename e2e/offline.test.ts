import type { Page } from '@playwright/test'
import { untilHydrated } from './booking-frame.ts'
import { expect, test } from './page.ts'

const expected = [/ERR_INTERNET_DISCONNECTED/]
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
/** Presses without a prefetch, as on touch screens, which have no hover. */
const press = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name }).dispatchEvent('click')
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'We couldn’t reach the site' })

test('a link pressed offline, and a proxy’s error, leave the page open with what was typed, and it works once the site is back', async ({
  visit,
}) => {
  const page = await visit('/contact', {
    isNew: true,
    expected: [...expected, /^502 GET/, /502 \(Bad Gateway\)/],
  })
  await untilHydrated(page)
  const message = page.getByLabel('Message')
  const isKept = async () => {
    await notice(page).getByText('This page stays as it is, with everything you typed.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/contact')
    await expect(message).toHaveValue('We are twelve, with two toddlers.')
  }
  await message.fill('We are twelve, with two toddlers.')
  await page.context().setOffline(true)
  for (const name of ['Terms', 'Host with Us']) {
    await press(page, name)
    await isKept()
  }
  await page.context().setOffline(false)
  await notice(page).waitFor({ state: 'detached' })

  await test.step('a proxy that cannot reach the site', async () => {
    const gateway = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }
    await page.route(/\.data(?:\?|$)|\/healthz$/, (route) => route.fulfill(gateway))
    await press(page, 'Privacy')
    await isKept()
    await page.unrouteAll({ behavior: 'wait' })
  })

  await press(page, 'Terms')
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
})

test('the newsletter form keeps its address when the server does not answer; a page whose file is missing after a new build is reloaded; going back offline has a retry button', async ({
  visit,
}) => {
  const missing = [/^404 GET .*\/assets\//, /404 \(Not Found\)/]
  const page = await visit('/newsletter', { isNew: true, expected: [...expected, ...missing] })
  await untilHydrated(page)
  const main = page.getByRole('main')
  await main.getByLabel('Email address').fill('wren@example.com')
  await page.context().setOffline(true)
  await main.getByRole('button', { name: 'Sign up' }).click()
  await main.getByText('We couldn’t reach the site. Nothing you typed is lost').waitFor()
  await expect(main.getByLabel('Email address')).toHaveValue('wren@example.com')
  await expect.poll(() => headingOf(page)).toBe('News from the homes')
  await page.context().setOffline(false)

  let refused = 0
  await page.route('**/assets/legal-*.js', (route) => {
    refused += 1
    return refused > 1 ? route.continue() : route.fulfill({ status: 404, body: '' })
  })
  await Promise.all([page.waitForEvent('load'), press(page, 'Terms')])
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
  expect(refused).toBeGreaterThan(0)

  await untilHydrated(page)
  await press(page, 'Host with Us')
  await page.getByRole('heading', { level: 1, name: 'Partner with Powder & Cove' }).waitFor()
  await page.context().setOffline(true)
  await page.evaluate(() => history.back())
  await page.getByRole('heading', { level: 1, name: 'We couldn’t reach the site' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
})
