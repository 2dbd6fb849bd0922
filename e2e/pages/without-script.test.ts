import type { Frame, Page } from '@playwright/test'
import { cancellationWords } from '#app/shared/cancellation-policy.ts'
import { formatAmount } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { cancellationPolicy } from '#content/properties/property.ts'
import { bookButton, frameTotal, GUEST, writeGuest, writtenGuest } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { bookByCall, countUnavailableNights, freeStay, pathOf, propertyOf, totalsOf } from '../stays.ts'

test('with JavaScript off a guest searches, chooses a property, and books', async ({ visit }) => {
  test.setTimeout(90_000)
  const property = propertyOf('lake-keowee')
  const stay = await freeStay('lake-keowee')
  const totals = await totalsOf(stay)
  const page = await visit('/', { javaScript: false, expected: [/^400 POST .*\/embed\/book\//] })
  const search = page.locator('stay-search')
  await search.getByLabel('Check-in').fill(stay.checkIn)
  await search.getByLabel('Check-out').fill(stay.checkOut)
  await search.getByLabel('Children').fill('1')
  await search.getByRole('button', { name: 'Search' }).click()

  await page.waitForURL('**/search?**')
  await expect(page.getByRole('link', { name: 'View this home' })).toHaveCount(Object.keys(totals).length)
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: property.name }) })
  const total = formatAmount(totals['lake-keowee'] ?? 0)
  await expect(row.locator('.stay-result-price strong')).toHaveText(total)
  await row.getByRole('link', { name: 'View this home' }).click()

  await page.waitForURL(`**${pathOf('lake-keowee', stay)}&from=**`)
  const frame = await (await page.locator('#book iframe').elementHandle())?.contentFrame()
  if (!frame) throw new Error('There is no booking frame.')
  await expect(frameTotal(frame)).toHaveText(total)
  await writeGuest(frame, { ...GUEST, name: 'A', phone: 'call me' })
  await bookButton(frame).click()

  await frame.getByText('Please check the highlighted fields.').waitFor()
  await frame.getByText('Please enter your name').waitFor()
  await frame.getByText('Please enter a valid phone number').waitFor()
  expect(await writtenGuest(frame)).toEqual({ ...GUEST, name: 'A', phone: 'call me' })
  await writeGuest(frame)
  await bookButton(frame).click()
  await frame.getByText(`Thanks, ${GUEST.name.split(' ')[0]}.`).waitFor()
  await expect(frame.locator('.booking-total')).toHaveText(/^[2-9B-Z]{3}-[2-9B-Z]{3}$/)
  expect(await countUnavailableNights('lake-keowee', stay)).toBe(4)
})

test('with JavaScript off the frame accepts dates in fields and returns the price', async ({ visit }) => {
  const stay = await freeStay('luxury-amenities', 5)
  const page = await visit(`/embed/book/${propertyOf('luxury-amenities').id}?place=mountain`, { javaScript: false })
  await askPrice(page, stay)
  await page.waitForURL(`**checkin=${stay.checkIn}**`)
  const totals = await totalsOf({ ...stay, children: 0 })
  await expect(frameTotal(page.mainFrame())).toHaveText(formatAmount(totals['luxury-amenities'] ?? 0))
})

test('the cancellation policy is shown under good to know, and beside the booking button', async ({ visit }) => {
  const page = await visit(pathOf('lake-keowee', await freeStay('lake-keowee')), { javaScript: false })
  const known = page.getByRole('region', { name: 'Good to know' }).getByRole('listitem')
  const cancellation = cancellationWords(cancellationPolicy)
  expect(await known.allTextContents()).toContain(cancellation)
  const frame = await (await page.locator('#book iframe').elementHandle())?.contentFrame()
  await frame?.getByText(cancellation).waitFor()
})

test('with JavaScript off a guest who is too late gets a message and keeps the input', async ({ visit }) => {
  const stay = await freeStay('large-luxury')
  const page = await visit(pathOf('large-luxury', stay), {
    javaScript: false,
    expected: [/^409 POST .*\/embed\/book\//],
  })
  const frame = await (await page.locator('#book iframe').elementHandle())?.contentFrame()
  if (!frame) throw new Error('There is no booking frame.')
  await writeGuest(frame)
  expect((await bookByCall('large-luxury', stay)).status).toBe(201)
  await bookButton(frame).click()
  await frame.getByText('Some of these nights are already booked. Please choose other dates.').first().waitFor()
  await expect(frame.locator(`[data-date="${stay.checkIn}"]`)).not.toHaveAttribute('data-state', 'free')

  const other = await freeStay('large-luxury', 4, { after: stay.checkOut })
  await askPrice(frame, other)
  await frame.waitForURL(`**checkin=${other.checkIn}**`)
  await writeGuest(frame)
  await bookButton(frame).click()
  await frame.getByText(`Thanks, ${GUEST.name.split(' ')[0]}.`).waitFor()
})

async function askPrice(frame: Page | Frame, { checkIn, checkOut }: Stay) {
  await frame.getByRole('textbox', { name: 'Check-in' }).fill(checkIn)
  await frame.getByRole('textbox', { name: 'Check-out' }).fill(checkOut)
  await frame.getByRole('button', { name: 'Show total' }).click()
}
