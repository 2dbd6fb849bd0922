import type { Page } from '@playwright/test'
import { untilHydrated } from './booking-frame.ts'
import { expect, test } from './page.ts'

const expected = [/ERR_INTERNET_DISCONNECTED/]
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()
/** Presses without a prefetch, as on touch screens, which have no hover. */
const press = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name }).dispatchEvent('click')
const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'We couldn’t reach the site' })

test('a link pressed offline shows a message, leaves the page open, and works once the connection is back', async ({
  visit,
}) => {
  const page = await visit('/contact', { isNew: true, expected })
  await untilHydrated(page)
  await page.getByLabel('Message').fill('We are twelve, with two toddlers.')
  await page.context().setOffline(true)
  for (const name of ['Terms', 'Host with Us']) {
    await press(page, name)
    await notice(page).getByText('This page stays as it is, with everything you typed.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/contact')
    await expect(page.getByLabel('Message')).toHaveValue('We are twelve, with two toddlers.')
  }
  await page.context().setOffline(false)
  await notice(page).waitFor({ state: 'detached' })
  await press(page, 'Terms')
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
})

test('going back offline shows a message and a retry button', async ({ visit }) => {
  const page = await visit('/contact', { isNew: true, expected })
  await untilHydrated(page)
  await press(page, 'Terms')
  await page.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
  await page.context().setOffline(true)
  await page.evaluate(() => history.back())
  await page.getByRole('heading', { level: 1, name: 'We couldn’t reach the site' }).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Get in Touch' }).waitFor()
})

test('a proxy error is shown as an unreachable site', async ({ visit }) => {
  const page = await visit('/contact', { isNew: true, expected: [/^502 GET/, /502 \(Bad Gateway\)/] })
  await untilHydrated(page)
  await page.getByLabel('Name').fill('Dana Whitlock')
  const gateway = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }
  await page.route(/\.data(?:\?|$)|\/healthz$/, (route) => route.fulfill(gateway))
  await press(page, 'Privacy')
  await notice(page).getByText('We couldn’t reach the site').waitFor()
  await expect(page.getByLabel('Name')).toHaveValue('Dana Whitlock')
})

test('a page whose file is missing after a new build is reloaded', async ({ visit }) => {
  const page = await visit('/contact', { isNew: true, expected: [/^404 GET .*\/assets\//, /404 \(Not Found\)/] })
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

test('the newsletter form keeps the address when the server does not answer', async ({ visit }) => {
  const page = await visit('/newsletter', { isNew: true, expected })
  await untilHydrated(page)
  const main = page.getByRole('main')
  await main.getByLabel('Email address').fill('wren@example.com')
  await page.context().setOffline(true)
  await main.getByRole('button', { name: 'Sign up' }).click()
  await main.getByText('We couldn’t reach the site. Nothing you typed is lost').waitFor()
  await expect(main.getByLabel('Email address')).toHaveValue('wren@example.com')
  await expect.poll(() => headingOf(page)).toBe('News from the homes')
})
