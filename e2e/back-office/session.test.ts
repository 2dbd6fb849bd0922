import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { type LiveSite, startLiveSite } from '../live-site.ts'
import { expect, test } from '../page.ts'

const PASSWORD = 'ten lit windows'
const ENDED = [/^401 GET .*\/session/, /^40[01] POST /]

let site: LiveSite
test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startLiveSite({ mia: PASSWORD })
})
test.afterAll(() => site.stop())

async function typeForm(page: Page, name: string) {
  await page.getByRole('textbox', { name: 'Name' }).fill('mia')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${site.url}/admin/turnovers`)
  const form = page.locator('.cleaner-new')
  if (!(await form.evaluate((details: HTMLDetailsElement) => details.open))) await form.locator('summary').click()
  await form.getByLabel('Who is it for?').fill(name)
  await form.getByRole('checkbox').first().uncheck()
  await page.context().clearCookies()
  return form
}

test('a session that ends while an operator types: one signs in over the page, and nothing is lost', async ({
  visit,
}) => {
  for (const width of [360, 1440]) {
    const page = await visit(`${site.url}/sign-in?to=%2Fadmin%2Fturnovers`, {
      selfSigned: true,
      width,
      expected: ENDED,
    })
    const name = `Maria ${width}`
    const form = await typeForm(page, name)
    await untilHydrated(page)
    const posts: string[] = []
    page.on('request', (request) => request.url().includes('/admin/') && request.method() === 'POST' && posts.push(''))
    await form.getByRole('button', { name: 'Make the link' }).click()
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
    await dialog.getByLabel('Name').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(form.getByLabel('Who is it for?')).toHaveValue(name)
    await form.getByRole('button', { name: 'Make the link' }).click()
    await dialog.getByLabel('Name').fill('mia')
    await dialog.getByLabel('Password').fill('a guess')
    await page.keyboard.press('Enter')
    await dialog.getByText('That name or password isn’t right.').waitFor()
    await dialog.getByLabel('Password').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: `The link for ${name}` }).waitFor()
    expect(posts).toHaveLength(1)
  }
})

test('without JavaScript the sign-in keeps the form, and sends it', async ({ visit }) => {
  const options = { selfSigned: true, javaScript: false, expected: ENDED }
  const page = await visit(`${site.url}/sign-in?to=%2Fadmin%2Fturnovers`, options)
  const form = await typeForm(page, 'Ben')
  await form.getByRole('button', { name: 'Make the link' }).click()
  await page.getByRole('heading', { name: 'Please sign in again' }).waitFor()
  await page.getByLabel('Name').fill('mia')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in and save' }).click()
  await page.getByRole('textbox', { name: 'The link for Ben' }).waitFor()
})
