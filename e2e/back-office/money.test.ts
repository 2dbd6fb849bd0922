import { expectReadableInDark } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { look } from '../look.ts'
import { expect, test } from '../page.ts'

const STATE = 'South Carolina'
const REPORTS = {
  '': 'Payments due',
  [`/lodging-tax?${new URLSearchParams({ authority: STATE })}`]: 'Lodging tax',
  '/business': 'Business',
  '/owners': 'Owners',
  '/bookkeeping?month=2026-12': 'Bookkeeping',
}

test('every report is reached from More and readable at each width, light and dark', {
  tag: '@slow',
}, async ({ visit }) => {
  const page = await visit('/admin/more', { width: 390 })
  await page.getByRole('link', { name: 'Payments due' }).click()
  for (const [path, title] of Object.entries(REPORTS)) {
    await page.goto(new URL(`/admin/money${path}`, page.url()).href)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await untilHydrated(page)
    await expectReadableInDark(page)
    await look(page, `money-${title}`, [360, 820, 1440])
  }
})

test('lodging tax is counted as the authority wants it, filed and taken back by keyboard', { tag: '@slow' }, async ({
  visit,
}) => {
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
  await expect(page.locator('.figures')).toContainText(/\w 25, \d{4}/)
  await expect(page.getByLabel('Authority')).toHaveValue(STATE)
  await look(page, 'lodging-tax', [360, 820, 1440])

  await page.getByRole('button', { name: 'Mark as filed' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('These figures stay as they were then.').waitFor()
  await expect(page.getByRole('button', { name: 'Mark as filed' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Mark as filed' }).waitFor()
})

test('reports are reached from More; a figure opens the stays behind it, and a month is downloaded for the books', async () => {
  const operator = visitByRequests()
  const more = await operator.open('/admin/more')
  expect(more.links.map(({ href }) => href)).toContain('/admin/money')
  for (const [path, title] of Object.entries(REPORTS))
    expect((await operator.open(`/admin/money${path}`)).headings[0]).toBe(title)
  const business = await operator.open('/admin/money/business')
  const { href = '' } = business.links.find(({ label }) => label.includes('On the website')) ?? {}
  const behind = await operator.open(new URL(href, business.url).href)
  expect(behind.headings).toContainEqual(expect.stringMatching(/^\d+ stays?$/))
  for (const { links } of [behind, await operator.open('/admin/money/bookkeeping?month=2026-12')])
    expect(links.map(({ href }) => href)).toContainEqual(expect.stringMatching(/^\/admin\/bookings\/[A-Z]/))
  const journal = (program: string) => operator.open(`/admin/money/journal.csv?month=2026-12&for=${program}`)
  for (const program of ['quickbooks', 'xero'])
    expect((await journal(program)).headers.get('content-type')).toContain('text/csv')
  expect((await journal('other')).status).toBe(404)
  const payouts = await operator.open('/admin/money/payouts.csv?month=2026-12')
  expect(payouts.html).toContain('Payout,Arrives,Status')
})
