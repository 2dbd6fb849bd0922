import { untilHydrated } from '../booking-frame.ts'
import { look } from '../look.ts'
import { expect, test } from '../page.ts'

const WIDTHS = [390, 820, 1440]
/** Forms that come back with what is wrong. */
const REFUSED = [/^400 POST .*\/admin\//]

test('an operator changes what guests are told, sees how it reads, and decides about one stay', async ({ visit }) => {
  test.slow()
  const page = await visit('/admin/messages', { width: 390, expected: REFUSED })
  await untilHydrated(page)
  const section = page.getByRole('region', { name: 'The day before', exact: true })
  await section.locator('summary').click()
  const body = section.getByLabel('Text')
  await body.fill('Bring {boots}.')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('There’s no blank {boots}. Use one of those below.')).toBeVisible()
  await expect(body).toHaveValue('Bring {boots}.')
  await body.fill('Bring boots to ')
  // A blank is put where the cursor is, by the keyboard too.
  await section.getByRole('button', { name: '{home}' }).press('Enter')
  await expect(body).toHaveValue('Bring boots to {home}')
  await expect(section.locator('.message-preview-body')).toHaveText(/^Bring boots to \w/)
  await section.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Message to guests changed').first().waitFor()
  await look(page, 'messages', WIDTHS)
  await untilHydrated(page)
  await section.getByRole('button', { name: 'Send me a test: The day before', exact: true }).click()
  await expect(page.getByText(/A test is on its way to/)).toBeVisible()

  await page.goto(page.url().replace(/\/admin.*/, '/admin/bookings?view=arriving'))
  await page.locator('a[href^="/admin/bookings/"]:not([href*="new"])').first().click()
  await page.getByRole('heading', { name: 'Messages to the guest' }).waitFor()
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Skip: The day before', exact: true }).click()
  await page.getByRole('button', { name: 'Don’t skip: The day before', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send now: Thank you' }).click()
  await expect(page.getByRole('button', { name: 'Send now: Thank you' })).toHaveCount(0)
  await look(page, 'stay-messages', WIDTHS)
})
