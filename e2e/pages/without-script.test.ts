import type { Page } from '@playwright/test'
import { cancellationWords } from '#app/features/properties/cancellation-policy.ts'
import { formatAmount } from '#app/shared/money.ts'
import { cancellationPolicy } from '#content/properties/property.ts'
import { fieldOf, formOf, type ServedPage } from '#test/requests/served-page.ts'
import { bookButton, frameTotal, GUEST, writeGuest } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { elementOf, elementsOf, readHtml, tagsOf, textOf } from '../served-html.ts'
import { siteUrl } from '../site-url.ts'
import { bookByCall, countUnavailableNights, freeStay, pathOf, propertyOf, totalsOf } from '../stays.ts'

const BOOK = { button: 'Request to book' }
const SHOW = { button: 'Show total' }
const ANSWERS = { guestName: GUEST.name, guestEmail: GUEST.email, guestPhone: GUEST.phone }

/** The total that a frame shows. */
const totalOf = (frame: ServedPage) => elementsOf(frame.html, 'strong', 'booking-total').map(textOf)
const addressOfFrame = (page: ServedPage) =>
  tagsOf(page.html, 'iframe').find(({ src }) => src?.includes('/embed/book/'))

/** For what only a browser shows: the layout before any script, and what is hidden. */
test('with JavaScript off a guest searches, chooses a property, and books, on a phone too; no button is shown that does nothing', async ({
  visit,
}) => {
  const property = propertyOf('lake-keowee')
  const stay = await freeStay('lake-keowee')
  const total = formatAmount((await totalsOf(stay))['lake-keowee'] ?? 0)
  const page = await visit('/', { javaScript: false, width: 390 })
  await page.setViewportSize(DESK)
  const search = page.locator('stay-search')
  await search.getByLabel('Check-in').fill(stay.checkIn)
  await search.getByLabel('Check-out').fill(stay.checkOut)
  await search.getByLabel('Children').fill('1')
  await search.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**/search?**')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: property.name }) })
  await expect(row.locator('.stay-result-price strong')).toHaveText(total)
  await page.setViewportSize(PHONE)
  await expectFirstResultAtTop(page, stay.checkIn)
  await row.getByRole('link', { name: 'View this home' }).click()
  await page.waitForURL(`**${pathOf('lake-keowee', stay)}&from=**`)
  await expectNightsInBar(page, total)

  await page.setViewportSize(DESK)
  // The card reserves this height, and its frame scrolls.
  expect((await page.locator('#book iframe').boundingBox())?.height).toBe(900)
  const frame = await (await page.locator('#book iframe').elementHandle())?.contentFrame()
  if (!frame) throw new Error('There is no booking frame.')
  await expect(frameTotal(frame)).toHaveText(total)
  await writeGuest(frame)
  await bookButton(frame).click()
  await frame.getByText(`Thanks, ${GUEST.name.split(' ')[0]}.`).waitFor()
  await expect(frame.locator('.booking-total')).toHaveText(/^[2-9B-Z]{3}-[2-9B-Z]{3}$/)
  expect(await countUnavailableNights('lake-keowee', stay)).toBe(4)

  await page.setViewportSize(PHONE)
  await page.goto(`${siteUrl()}/contact?checkin=2027-01-10&checkout=2027-01-15`)
  await page.getByText('About your stay: Sunday, January 10, 2027').waitFor()
  await expect(page.getByText('Remove dates')).toBeHidden()
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('banner').getByRole('link', { name: 'Host with Us' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Partner with Powder & Cove' }).waitFor()
})

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

/** The first result and its price are at the top, and the form is folded. */
async function expectFirstResultAtTop(page: Page, checkIn: string) {
  const top = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => element.getBoundingClientRect().top + window.scrollY)
  expect(await top('.stay-result-image')).toBeLessThan(300)
  expect(await top('.stay-result-price strong')).toBeLessThan(600)
  await expect(page.getByLabel('Check-in')).toBeHidden()
  await page.getByText('Edit', { exact: true }).click()
  await expect(page.getByLabel('Check-in')).toHaveValue(checkIn)
}

/** The bar shows the nights beside the total. */
async function expectNightsInBar(page: Page, total: string) {
  await expect(page.locator('.booking-bar strong')).toHaveText(total)
  await expect(page.locator('.booking-bar p')).toHaveText(
    /^\$[\d,.]+\w{3} \d+–.*, taxes and fees included\$[\d,.]+\sper\sperson, \$[\d,.]+\sper\snight\. Pay by check or bank transfer$/,
  )
  await expect(page.locator('.booking-bar i', { hasText: 'night' }), 'per night, without room for it').toBeHidden()
  await page.setViewportSize({ width: 820, height: 900 })
  await expect(page.locator('.booking-bar i', { hasText: 'night' }), 'per night, with room for it').toBeVisible()
}

test('without a script wrong answers keep the input, and the frame accepts dates in fields and returns the price', async () => {
  const stay = await freeStay('luxury-amenities', 5)
  const guest = visitByRequests()
  const asked = await guest.open(`/embed/book/${propertyOf('luxury-amenities').id}?place=mountain`)
  const frame = await guest.send(asked, SHOW, { 'Check-in': stay.checkIn, 'Check-out': stay.checkOut })
  expect(frame.url.searchParams.get('checkin')).toBe(stay.checkIn)
  const totals = await totalsOf({ ...stay, children: 0 })
  expect(totalOf(frame)).toEqual([formatAmount(totals['luxury-amenities'] ?? 0)])

  const wrong = { ...ANSWERS, guestName: 'A', guestPhone: 'call me' }
  const refused = await guest.send(frame, BOOK, wrong)
  expect(refused.status).toBe(400)
  for (const words of ['check the highlighted fields.', 'enter your name', 'enter a valid phone number'])
    expect(refused.text).toContain(`Please ${words}`)
  for (const [name, value] of Object.entries(wrong)) expect(fieldOf(formOf(refused, BOOK), name).value).toBe(value)
})

test('the cancellation policy is shown under good to know, and beside the booking button', async () => {
  const [path, query] = pathOf('lake-keowee', await freeStay('lake-keowee')).split('?')
  const cancellation = cancellationWords(cancellationPolicy)
  const known = elementOf(await readHtml(`${path}?${query}`), 'section', 'id="rules"')
  expect(elementsOf(known, 'li').map(textOf)).toContain(cancellation)
  expect(textOf(await readHtml(`/embed/book/${propertyOf('lake-keowee').id}?${query}`))).toContain(cancellation)
})

test('without a script a guest who is too late gets a message and keeps the input', async () => {
  const stay = await freeStay('large-luxury')
  const guest = visitByRequests()
  const page = await guest.open(pathOf('large-luxury', stay))
  const frame = await guest.open(addressOfFrame(page)?.src ?? '')
  expect((await bookByCall('large-luxury', stay)).status).toBe(201)
  const late = await guest.send(frame, BOOK, ANSWERS)
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining('Some of these nights are already booked. Please choose other dates.'),
  ])
  const day = tagsOf(late.html, 'td').find((cell) => cell['data-date'] === stay.checkIn)
  expect(day).toBeDefined()
  expect(day?.['data-state']).not.toBe('free')

  const other = await freeStay('large-luxury', 4, { after: stay.checkOut })
  const dates = await guest.send(late, SHOW, { 'Check-in': other.checkIn, 'Check-out': other.checkOut })
  expect(dates.url.search).toContain(`checkin=${other.checkIn}`)
  const booked = await guest.send(dates, BOOK, ANSWERS)
  expect(booked.text).toContain(`Thanks, ${GUEST.name.split(' ')[0]}.`)
})
