import type { Page } from '@playwright/test'
import { formatAmount } from '#app/shared/money.ts'
import { sampleGuides } from '#content/sample-guides.ts'
import { expectAccessibleAtEachWidth } from '../axe.ts'
import { expect, test } from '../page.ts'
import { bookByCall, countUnavailableNights, freeStay, pathOf, quoteOf, totalsOf } from '../stays.ts'

test('with JavaScript off a guest opens the quote page, splits the price, and cancels a request', async ({ visit }) => {
  const stay = await freeStay('spacious-condo')
  const total = (await totalsOf(stay))['spacious-condo'] ?? 0
  const receipt = await visit(await quoteOf('spacious-condo', stay), { javaScript: false })
  await receipt.getByText('Still available.').waitFor()
  await expect(receipt.locator('.quote-total strong')).toHaveText(formatAmount(total))
  await receipt.getByLabel('People paying').fill('7')
  await receipt.getByRole('button', { name: 'Recalculate' }).click()
  await receipt.getByText('Per person (7)').waitFor()
  await expect(receipt.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')

  const booked = await bookByCall('spacious-condo', stay)
  const { stayUrl } = (await booked.json()) as { stayUrl: string }
  const page = await visit(stayUrl, { javaScript: false })
  await page.getByRole('heading', { name: 'We’ve got your request' }).waitFor()
  expect(await countUnavailableNights('spacious-condo', stay)).toBe(4)
  await page.locator('summary', { hasText: 'Withdraw request' }).click()
  await page.getByRole('button', { name: 'Yes, withdraw request' }).click()
  await page.getByRole('heading', { name: 'This stay is canceled' }).waitFor()
  expect(await countUnavailableNights('spacious-condo', stay)).toBe(0)
})

test('a group sees on the quote page that its nights are requested, changes the split, and prints the price', async ({
  visit,
}) => {
  const stay = await freeStay('spacious-condo')
  const address = await quoteOf('spacious-condo', stay)
  const page = await visit(address)
  const way = await page.getByRole('link', { name: 'Book these nights' }).getAttribute('href')
  const quoteId = new URL(way ?? '', address).searchParams.get('quote')
  const body = JSON.stringify({ quoteId, guestName: 'Otto Quick', guestEmail: 'otto@example.com' })
  const headers = { 'content-type': 'application/json' }
  await fetch(new URL('/api/bookings', address), { method: 'POST', headers, body })
  await page.reload()
  await page.getByText('Requested at this price. We haven’t confirmed yet.').waitFor()

  const people = page.getByLabel('People paying')
  await people.fill('5')
  await people.press('Enter')
  await page.getByText('Per person (5)').waitFor()
  await page.goBack()
  await page.getByText('Per person (3)').waitFor()
  await expect(people).toHaveValue('3')

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.getByText(`Powder & Cove, ${address}`).waitFor()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
})

test('of an arrival guide nothing is in any page, its data or a call but those of a confirmed guest', async () => {
  const guide = sampleGuides['spacious-condo']
  const secrets = [guide?.doorCode, guide?.wifiName, guide?.wifiPassword, guide?.nightPhone, guide?.parking]
  const stay = await freeStay('spacious-condo')
  const quote = await quoteOf('spacious-condo', stay)
  const { stayUrl } = (await (await bookByCall('spacious-condo', stay)).json()) as { stayUrl: string }
  const property = new URL(pathOf('spacious-condo', stay), stayUrl)
  const search = new URL(`/search${property.search}`, stayUrl)
  const withdrawn = async () => {
    const cancel = new URL(`/api${new URL(stayUrl).pathname.replace('/stay/', '/stays/')}/cancel`, stayUrl)
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(cancel, { method: 'POST', headers, body: '{"refund":0}' })).status).toBe(200)
  }
  const readAll = async () => {
    const pages = [property, search, new URL(quote), new URL(stayUrl)]
    const data = pages.map(({ origin, pathname, search: query }) => new URL(`${origin}${pathname}.data${query}`))
    for (const address of [...pages, ...data, new URL('/api/properties', stayUrl)]) {
      const answer = await fetch(address)
      expect(answer.status, address.href).toBe(200)
      const text = await answer.text()
      for (const secret of secrets) expect(text, address.href).not.toContain(secret)
    }
  }
  await readAll()
  await withdrawn()
  await readAll()
})

test('the quote page and the guest page are accessible at each width', async ({ visit }) => {
  const stay = await freeStay('lake-keowee')
  const { stayUrl } = (await (await bookByCall('lake-keowee', stay)).json()) as { stayUrl: string }
  const prepare = (page: Page) => page.locator('summary', { hasText: 'Withdraw request' }).click()
  await expectAccessibleAtEachWidth(visit, stayUrl, { prepare })
  const other = await freeStay('lake-keowee')
  await expectAccessibleAtEachWidth(visit, await quoteOf('lake-keowee', other))
  const page = await visit(stayUrl)
  await page.getByRole('link', { name: 'Contact us' }).click()
  await page.getByText(/^About booking /).waitFor()
})
