import { type StripeServer, startStripeServer } from '#test/servers/stripe-server.ts'
import { expectReadableInDark } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { look } from '../look.ts'
import { expect, test } from '../page.ts'
import { type Site, startSite } from '../site.ts'
import { bookByCall, freeStay } from '../stays.ts'
import { sendStripeEvent, stripeSettings } from '../stripe-settings.ts'

let stripe: StripeServer
let site: Site
let payout: string
test.beforeAll(async () => {
  test.setTimeout(120_000)
  stripe = await startStripeServer()
  site = await startSite(stripeSettings(stripe))
  const stay = await freeStay('spacious-condo', 4, { site: site.url })
  const booked = await bookByCall('spacious-condo', stay, site.url)
  const { clientSecret } = (await booked.json()) as { clientSecret: string }
  const intent = clientSecret.replace(/_secret_.*/, '')
  stripe.pay(intent)
  await sendStripeEvent(stripe, site.url, 'payment_intent.amount_capturable_updated', intent)
  stripe.payouts.move(5000, { type: 'charge', fee: 175, description: 'Firewood' })
  payout = stripe.payouts.payOut().id
  await sendStripeEvent(stripe, site.url, 'payout.paid', payout)
})
test.afterAll(async () => {
  await site?.stop()
  await stripe?.close()
})

test('a payout opens its lines, each leads to its booking, and the month is downloaded', {
  tag: '@slow',
}, async ({ visit }) => {
  const page = await visit(`${site.url}/admin/money`)
  await page.getByRole('link', { name: 'Bookkeeping' }).first().click()
  await page.getByRole('link', { name: 'Payouts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor()
  await untilHydrated(page)
  const table = page.getByRole('table', { name: /^Payouts that arrive in/ })
  await table.locator('tbody a').click()
  const lines = page.getByRole('region', { name: '2 lines' })
  await expect(lines.locator('tbody a')).toHaveAttribute('href', /^\/admin\/bookings\//)
  await expect(lines.getByText('Firewood')).toBeVisible()
  const file = await page.request.get(`${site.url}${await page.getByText('Download as CSV').getAttribute('href')}`)
  expect(await file.text()).toContain('Firewood')
})

test('what matches no booking is resolved and taken back by keyboard', {
  tag: '@slow',
}, async ({ visit }) => {
  const today = await visit(`${site.url}/admin`)
  const task = today.getByRole('listitem').filter({ hasText: 'A line of a payout belongs to no booking' })
  await task.getByRole('link', { name: 'Review' }).click()
  await today.getByRole('heading', { name: 'To resolve' }).waitFor()
  const page = await visit(`${site.url}/admin/money/payouts`, { expected: [/^400 POST .*payouts/] })
  await untilHydrated(page)
  const problem = page.getByRole('listitem').filter({ hasText: 'A charge of $50.00 belongs to no booking' })
  await problem.getByText('Resolve', { exact: true }).focus()
  await page.keyboard.press('Enter')
  await problem.getByRole('button', { name: 'Mark as resolved' }).focus()
  await page.keyboard.press('Enter')
  await problem.getByText('Please say how it was resolved').waitFor()
  // It is not being sent any more.
  await problem.getByRole('button', { name: 'Mark as resolved' }).waitFor()
  await problem.getByLabel('How it was resolved').fill('Sold at the door')
  await page.keyboard.press('Enter')
  await page.getByText('Sold at the door').waitFor()
  await expect(page.getByRole('heading', { name: 'To resolve' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('heading', { name: 'To resolve' }).waitFor()
})

test('the page of the payouts is readable at each width, light and dark', {
  tag: '@slow',
}, async ({ visit }) => {
  const page = await visit(`${site.url}/admin/money/payouts?payout=${payout}`, { width: 390 })
  await untilHydrated(page)
  await page.getByText('Resolve', { exact: true }).click()
  await page.getByRole('button', { name: 'Mark as resolved' }).waitFor()
  await expectReadableInDark(page)
  await look(page, 'payouts', [360, 820, 1440])
})
