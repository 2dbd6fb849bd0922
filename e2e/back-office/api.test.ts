import { untilHydrated } from '../booking-frame.ts'
import { look } from '../look.ts'
import { expect, PASSWORD, test } from '../page.ts'
import { signIn } from '../sign-in.ts'

test('an owner makes a token by the keyboard, a program uses it, and it ends when it is removed', async ({
  visit,
  live,
}) => {
  const page = await visit(`${live.url}/sign-in?to=%2Fadmin%2Fapi`, {
    selfSigned: true,
    width: 390,
    expected: [/^400 POST/, /^403 GET .*history/, /^401 GET .*\/api\/bookings/],
  })
  await signIn(page, 'mia', PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'API and webhooks' }).waitFor()
  await untilHydrated(page)
  await page.getByText('Add a token', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Add the token' }).press('Enter')
  await expect(page.getByText('Please enter a name')).toBeVisible()
  await expect(page.getByText('Please choose what it may do')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Door locks')
  await page.getByRole('checkbox', { name: /See bookings/ }).press('Space')
  await page.getByRole('button', { name: 'Add the token' }).press('Enter')
  const token = (await page.getByRole('status').locator('code').textContent()) ?? ''
  expect(token).toMatch(/^tok_[\w-]{43}$/)

  /** The answer to a program, without the cookie of the browser. */
  const ask = (path: string) =>
    page.evaluate(
      async ([address, bearer]) => {
        const headers = { authorization: `Bearer ${bearer}` }
        const answer = await fetch(address, { headers, credentials: 'omit' })
        return { status: answer.status, body: await answer.text() }
      },
      [path, token] as const,
    )
  expect(await ask('/api/bookings')).toEqual({ status: 200, body: '{"bookings":[],"total":0}' })
  expect(await ask('/admin/history.csv'), 'a file of a page').toMatchObject({ status: 403 })

  await page.getByText('Add a webhook', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Address' }).fill('http://insecure.example')
  await page.getByRole('checkbox', { name: /Messages/ }).check()
  await page.getByRole('button', { name: 'Add the webhook' }).click()
  await expect(page.getByText('Please enter an address that begins with https://')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /Messages/ })).toBeChecked()
  await page.getByRole('textbox', { name: 'Address' }).fill('https://hooks.example/stays')
  await page.getByRole('button', { name: 'Add the webhook' }).click()
  await expect(page.getByRole('status').locator('code')).toHaveText(/^whsec_/)
  await look(page, 'api', [390, 820, 1440])

  await page.reload()
  await untilHydrated(page)
  await expect(page.getByText(token)).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove Door locks' }).click()
  await expect(page.getByRole('button', { name: 'Remove Door locks' })).toHaveCount(0)
  expect(await ask('/api/bookings')).toMatchObject({ status: 401 })
})
