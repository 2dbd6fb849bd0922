import sharp from 'sharp'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { propertyOf } from '../stays.ts'

const OWNERS = '/admin/money/owners'
const LAST_MONTH = /^Statement for \w+ \d{4}$/

test('an owner gets a statement with a cost and its receipt, reads it by a link, and is paid', {
  tag: '@slow',
}, async ({ visit }) => {
  test.setTimeout(120_000)
  const page = await visit(OWNERS, { expected: [/^400 POST .*owners/] })
  await untilHydrated(page)
  await page.getByText('Add an owner').click()
  await page.getByRole('button', { name: 'Add the owner' }).click()
  await page.getByText('Please enter a name of up to 80 characters').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Ann Bell')
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Commission, percent').fill('20')
  await page.getByLabel('The owner gets the cleaning fee').check()
  for (const property of await page.getByRole('group', { name: 'Homes' }).getByRole('checkbox').all())
    await property.check()
  await page.getByRole('button', { name: 'Add the owner' }).click()
  await page.getByRole('link', { name: 'Open Ann Bell' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ann Bell' }).waitFor()

  await page.getByText('Add a cost').click()
  await page.getByLabel('What for').fill('Hot tub pump')
  const month = await page.getByLabel('Month').inputValue()
  await page.getByLabel('Day', { exact: true }).fill(`${month}-03`)
  await page.getByLabel('Amount').fill('240.50')
  const image = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#eee' } })
    .jpeg()
    .toBuffer()
  const file = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: image }
  await page
    .getByLabel('Receipt')
    .locator('input[type=file]')
    .or(page.locator('input[type=file]'))
    .first()
    .setInputFiles(file)
  await page
    .getByRole('group', { name: /Receipt/ })
    .getByRole('img')
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Add the cost' }).click()
  await page.getByRole('rowheader', { name: 'Hot tub pump', exact: true }).waitFor()
  await expectAccessible(page)
  const receipt = await page.getByRole('link', { name: 'Receipt' }).first().getAttribute('href')

  await page.getByRole('button', { name: 'Send to ann@example.com' }).click()
  await page.getByText(/^Sent on /).waitFor()
  await expect(page.getByText('No costs for the next statement.')).toBeVisible()
  const payout = await page.locator('.report-facts div', { hasText: 'Payout' }).locator('dd').innerText()

  const link = await page.getByRole('link', { name: 'Open the owner’s page' }).getAttribute('href')
  const owner = await visit(new URL(new URL(link ?? '').pathname, page.url()).href, {
    width: 360,
  })
  await owner.getByRole('heading', { level: 1, name: LAST_MONTH }).waitFor()
  await expectAccessible(owner)
  await expect(owner.locator('.report-facts div', { hasText: 'Payout' }).locator('dd')).toHaveText(payout)
  await expect(owner.getByText('Hot tub pump')).toBeVisible()
  const { name } = propertyOf('large-luxury')
  const calendar = owner.getByRole('region', { name, exact: true })
  await expect(calendar.getByRole('table', { name: new RegExp(`^${name}, \\w+ \\d{4}$`) }).first()).toBeVisible()
  await expect(calendar.getByRole('cell', { name: /, \d+ guests$/ })).not.toHaveCount(0)
  await expect(calendar.getByRole('cell', { name: /, free$/ })).not.toHaveCount(0)
  expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  const statement = await owner.request.get(`${owner.url()}/statement.csv`)
  expect(await statement.text()).toContain('Hot tub pump')

  await page.locator('summary', { hasText: 'Record the payout' }).click()
  await page.getByRole('button', { name: 'Record the payout' }).click()
  await page.getByText(/^Sent on .*, paid on /).waitFor()
  expect(receipt).toMatch(/^\/objects\//)

  await page.getByRole('button', { name: 'Replace the link' }).click()
  await page.getByRole('status').getByText('Link of the owner Ann Bell replaced').waitFor()
  const ended = await visitByRequests().open(new URL(owner.url()).pathname)
  expect(ended.headings).toContain('This link doesn’t work')
})
