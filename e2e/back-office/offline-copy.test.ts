import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { expect, PASSWORD, test } from '../page.ts'
import { signIn } from '../sign-in.ts'

/** The browser's words for a page without connection. */
const OFFLINE = [/ERR_INTERNET_DISCONNECTED/, /^console: .*ERR_INTERNET_DISCONNECTED/]

test('the back office installs as an app; without connection it shows Today as last seen, and nothing after signing out', async ({
  visit,
  live,
}) => {
  const page = await visit(`${live.url}/sign-in?to=%2Fadmin`, {
    ...{ selfSigned: true, worker: true, width: 390, expected: OFFLINE },
  })
  expect(await page.locator('link[rel="manifest"]').getAttribute('href')).toBe('/site.webmanifest')
  await signIn(page, 'mia', PASSWORD)
  await page.getByRole('heading', { name: /^Today/ }).waitFor()
  await untilHydrated(page)
  expect(await page.locator('link[rel="manifest"]').getAttribute('href')).toBe('/back-office.webmanifest')
  const stored = () => page.evaluate(async () => (await caches.keys()).join())
  await expect.poll(stored).toBe('back-office')
  await page.evaluate(() => navigator.serviceWorker.ready)

  await page.context().setOffline(true)
  await page.goto(`${live.url}/admin`)
  await expect(page.getByRole('heading', { name: 'Today, as last seen' })).toBeVisible()
  await expect(page.getByText('You’re offline.')).toContainText(/This is from \w+, \w+ \d+, \d{4}/)
  await expectAccessible(page)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: /^Today/ }).waitFor()
  await untilHydrated(page)

  await page.goto(`${live.url}/sign-out`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You’re signed out.').waitFor()
  await expect.poll(stored).toBe('')
  await page.context().setOffline(true)
  await page.goto(`${live.url}/admin`).catch(() => {})
  await expect(page.getByText('as last seen')).toHaveCount(0)
  await page.context().setOffline(false)
})
