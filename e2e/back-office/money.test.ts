import { expectReadableInDark } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { look } from '../look.ts'
import { expect, test } from '../page.ts'

const STATE = 'South Carolina'
const REPORTS = {
  '': 'What is owed',
  [`/lodging-tax?${new URLSearchParams({ authority: STATE })}`]: 'Lodging tax',
  '/business': 'Business',
  '/owners': 'Owners',
  '/bookkeeping?month=2026-12': 'Bookkeeping',
}

test('every report is reached from More and readable at each width, light and dark', async ({ visit }) => {
  const page = await visit('/admin/more', { width: 390 })
  await page.getByRole('link', { name: 'Money' }).click()
  for (const [path, title] of Object.entries(REPORTS)) {
    await page.goto(new URL(`/admin/money${path}`, page.url()).href)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await untilHydrated(page)
    await expectReadableInDark(page)
    await look(page, `money-${title}`, [360, 820, 1440])
  }
})

test('lodging tax is counted as the authority wants it, filed and taken back by keyboard', async ({ visit }) => {
  const path = `/admin/money/lodging-tax?${new URLSearchParams({ authority: STATE })}`
  const page = await visit(path, { expected: [/^400 POST .*lodging-tax/] })
  await untilHydrated(page)
  await page.getByText(`Change how ${STATE} wants it`).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Due on this day').fill('40')
  await page.keyboard.press('Enter')
  await page.getByText('Please enter a whole number from 1 to 28').waitFor()
  await page.getByLabel('Due on this day').fill('25')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('How an authority wants its tax changed').waitFor()
  await expect(page.locator('.report-facts')).toContainText(/\w 25, \d{4}/)
  await expect(page.getByLabel('Authority')).toHaveValue(STATE)

  await page.getByRole('button', { name: 'Mark as filed' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('These figures stay as they were then.').waitFor()
  await expect(page.getByRole('button', { name: 'Mark as filed' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Mark as filed' }).waitFor()
})

test('a figure opens the stays behind it, and a month is downloaded for the books', async ({ visit }) => {
  const page = await visit('/admin/money/business')
  await untilHydrated(page)
  await page.getByRole('link', { name: 'On the website' }).click()
  await page
    .locator('#stays')
    .getByRole('heading', { name: /^\d+ stays?$/ })
    .waitFor()
  await expect(page.locator('#stays tbody a').first()).toHaveAttribute('href', /^\/admin\/bookings\//)
  await page.goto(new URL('/admin/money/bookkeeping?month=2026-12', page.url()).href)
  const posted = page.getByRole('table', { name: 'By day' }).getByRole('link').first()
  await expect(posted).toHaveAttribute('href', /^\/admin\/bookings\//)
  const journal = (program: string) => new URL(`/admin/money/journal.csv?month=2026-12&for=${program}`, page.url()).href
  for (const program of ['quickbooks', 'xero']) {
    const file = await page.request.get(journal(program))
    expect(file.headers()['content-type']).toContain('text/csv')
  }
  expect((await page.request.get(journal('other'))).status()).toBe(404)
})
