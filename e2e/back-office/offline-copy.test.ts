import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { expect, PASSWORD, test } from '../page.ts'
import { signIn } from '../sign-in.ts'
import { siteUrl } from '../site-url.ts'

const manifestOf = (page: { evaluate: <Value>(read: () => Value) => Promise<Value> }) =>
  page.evaluate(() => document.querySelector('link[rel="manifest"]')?.getAttribute('href'))

test('the back office installs as an app, and without connection it shows Today as last seen', async ({ visit }) => {
  const page = await visit('/contact', { worker: true, width: 390, expected: [/ERR_INTERNET_DISCONNECTED/] })
  expect(await manifestOf(page)).toBe('/site.webmanifest')
  await page.goto(`${siteUrl()}/admin`)
  await untilHydrated(page)
  expect(await manifestOf(page)).toBe('/back-office.webmanifest')
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).join())).toBe('back-office')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))

  await page.context().setOffline(true)
  await page.goto(`${siteUrl()}/admin`)
  await expect(page.getByRole('heading', { name: 'Today, as last seen' })).toBeVisible()
  await expect(page.getByText('You’re offline.')).toContainText(/This is from \w+, \w+ \d+, \d{4}/)
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await untilHydrated(page)
  await expect(page.getByRole('heading', { name: 'Next seven days' })).toBeVisible()
})

test('nothing of Today stays on a device after signing out, or in over the page', async ({ visit, live }) => {
  const page = await visit(`${live.url}/sign-in?to=%2Fadmin`, { selfSigned: true })
  const stored = () => page.evaluate(async () => (await caches.keys()).join())
  await signIn(page, 'mia', PASSWORD)
  await page.waitForURL('**/admin')
  await expect.poll(stored).toBe('back-office')

  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Calendar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.getByLabel('Name').fill('mia')
  await dialog.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/calendar')
  await expect.poll(stored, 'another operator may have signed in over the page').toBe('')
  await page.goto(`${live.url}/admin`)
  await expect.poll(stored).toBe('back-office')

  await page.goto(`${live.url}/sign-out`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You’re signed out.').waitFor()
  await expect.poll(stored).toBe('')
})

test('signing out in one tab asks the others to sign in again', async ({ visit, live }) => {
  const page = await visit(`${live.url}/sign-in?to=%2Fadmin`, {
    selfSigned: true,
    expected: [/^401 GET .*\/admin\/(?:events|rail\.json)/],
  })
  await signIn(page, 'mia', PASSWORD)
  await page.waitForURL('**/admin')
  await untilHydrated(page)
  const other = await page.context().newPage()
  await other.goto(`${live.url}/sign-out`)
  await other.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await other.getByText('You’re signed out.').waitFor()
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.waitFor({ timeout: 30_000 })
  await dialog.getByLabel('Name').fill('mia')
  await dialog.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/admin')
})
