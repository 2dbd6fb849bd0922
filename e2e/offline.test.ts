import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { untilHydrated } from './booking-frame.ts'
import { expect, test } from './page.ts'
import { siteUrl } from './site-url.ts'

/** Presses without a prefetch, as on touch screens, which have no hover. */
const press = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name }).dispatchEvent('click')
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'We couldn’t reach the site' })

test('a link pressed offline shows a message, leaves the page open, and works once the connection is back; going back shows a retry button', async ({
  visit,
}) => {
  const page = await visit('/contact', { width: 390, expected: [/ERR_INTERNET_DISCONNECTED/] })
  await untilHydrated(page)
  await page.getByLabel('Message').fill('We are twelve, with two toddlers.')
  await page.context().setOffline(true)
  for (const name of ['Terms', 'Host with Us']) {
    await press(page, name)
    await notice(page).getByText('This page stays as it is, with everything you typed.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/contact')
    await expect(page.getByLabel('Message')).toHaveValue('We are twelve, with two toddlers.')
  }
  await expectAccessible(page)
  await page.context().setOffline(false)
  await notice(page).waitFor({ state: 'detached' })
  await press(page, 'Terms')
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()

  await page.context().setOffline(true)
  await page.evaluate(() => history.back())
  await page.getByRole('heading', { level: 1, name: 'We couldn’t reach the site' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor()

  // A form that is no call keeps what was typed, too.
  await page.goto(`${siteUrl()}/newsletter`)
  await untilHydrated(page)
  const main = page.getByRole('main')
  await main.getByLabel('Email address').fill('wren@example.com')
  await page.context().setOffline(true)
  await main.getByRole('button', { name: 'Sign up' }).click()
  await main.getByText('We couldn’t reach the site. Nothing you typed is lost').waitFor()
  await expect(main.getByLabel('Email address')).toHaveValue('wren@example.com')
  await page.getByRole('heading', { level: 1, name: 'News from the homes' }).waitFor()
  await page.context().setOffline(false)
})

test('a proxy error is shown as an unreachable site, and a page whose file is missing after a new build is reloaded', async ({
  visit,
}) => {
  const page = await visit('/contact', { expected: [/^(?:502|404) GET/, /502 \(Bad Gateway\)/, /404 \(Not Found\)/] })
  await untilHydrated(page)
  await page.getByLabel('Name').fill('Dana Whitlock')
  const gateway = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }
  await page.route(/\.data(?:\?|$)|\/healthz$/, (route) => route.fulfill(gateway))
  await press(page, 'Privacy')
  await notice(page).getByText('We couldn’t reach the site').waitFor()
  await expect(page.getByLabel('Name')).toHaveValue('Dana Whitlock')

  await page.unrouteAll({ behavior: 'wait' })
  await page.goto(`${siteUrl()}/contact`)
  await untilHydrated(page)
  let refused = 0
  await page.route('**/assets/legal-*.js', (route) => {
    refused += 1
    return refused > 1 ? route.continue() : route.fulfill({ status: 404, body: '' })
  })
  await Promise.all([page.waitForEvent('load'), press(page, 'Terms')])
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
  expect(refused).toBeGreaterThan(0)
})
