import { formatAmount } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import {
  addAdult,
  bookButton,
  bookingFrame,
  dayOf,
  frameTotal,
  GUEST,
  openForm,
  pickStay,
  referenceOf,
  searchOf,
  writeGuest,
  writtenGuest,
} from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { countUnavailableNights, freeStay, pathOf, propertyOf, totalsOf } from '../stays.ts'

test('a guest goes from the home page to a booked stay at the price shown in the search', async ({ visit }) => {
  const property = propertyOf('luxury-amenities')
  const stay = { ...(await freeStay('luxury-amenities')), children: 0 }
  const totals = await totalsOf(stay)

  const page = await visit('/')
  const search = await searchOf(page)
  await search.getByRole('button', { name: /^Check-in/ }).click()
  await pickStay(search, stay)
  await search.getByRole('button', { name: 'Search' }).click()

  await page.waitForURL(`**/search?${stayToQuery(stay)}`)
  const results = page.locator('stay-results')
  const row = results.getByRole('listitem').filter({ has: page.getByRole('heading', { name: property.name }) })
  const total = formatAmount(totals['luxury-amenities'] ?? 0)
  await expect(row.locator('.stay-result-price strong')).toHaveText(total)
  await expect(row.locator('.stay-result-price')).toContainText('4 nights, taxes and fees included')
  await expect(results.getByRole('link', { name: 'View this home' })).toHaveCount(Object.keys(totals).length)
  await row.getByRole('link', { name: 'View this home' }).click()

  await page.waitForURL(`**${pathOf('luxury-amenities', stay)}&from=**`)
  const frame = await bookingFrame(page)
  await expect(frameTotal(frame)).toHaveText(total)
  await writeGuest(frame)
  await bookButton(frame).click()
  expect(await referenceOf(frame)).not.toBe('')
  await frame.getByText(`Thanks, ${GUEST.name.split(' ')[0]}. We’re holding your dates.`).waitFor()
  expect(await frame.getByRole('definition').allTextContents()).toContain(total)

  expect(await countUnavailableNights('luxury-amenities', stay)).toBe(4)
  const later = await visit(property.path)
  const calendar = await bookingFrame(later)
  const state = async (date: string) => (await dayOf(calendar, date)).getAttribute('data-state')
  expect(await state(stay.checkIn)).toMatch(/^(?:taken|checkout-only)$/)
  expect(await state(stay.checkOut)).toBe('free')
  const again = await visit(`/search?${stayToQuery(stay)}`)
  const offered = again.locator('stay-results').getByRole('link', { name: 'View this home' })
  await expect(offered).toHaveCount(Object.keys(totals).length - 1)
  await expect(offered.filter({ hasText: property.name })).toHaveCount(0)
})

test('of two guests who want the same nights, one gets them; the other gets a message and keeps the input', async ({
  visit,
}) => {
  const stay = await freeStay('large-luxury')
  const late = await visit(pathOf('large-luxury', stay), { expected: [/^409 POST .*\/embed\/book\//] })
  const lateFrame = await bookingFrame(late)
  const guest = { name: 'Bea Slow', email: 'bea@example.com', phone: '+1 864 555 0101' }
  await writeGuest(lateFrame, guest)
  await lateFrame.getByText('Special requests (optional)').click()
  await lateFrame.getByLabel('Special requests').fill('We bring a cello.')

  const quick = await visit(pathOf('large-luxury', stay))
  const quickFrame = await bookingFrame(quick)
  await writeGuest(quickFrame)
  await bookButton(quickFrame).click()
  await referenceOf(quickFrame)

  await bookButton(lateFrame).click()
  const alert = lateFrame.getByRole('alert')
  await alert.waitFor()
  await expect(alert).toHaveText('Some of these nights are already booked. Please choose other dates.')
  const night = await dayOf(lateFrame, stay.checkIn)
  await expect(night).toHaveAttribute('data-state', /^(?:taken|checkout-only)$/)

  const other = await freeStay('large-luxury', 4, { after: stay.checkOut })
  await pickStay(lateFrame, other)
  expect(await writtenGuest(lateFrame)).toEqual(guest)
  await expect(lateFrame.getByLabel('Special requests')).toHaveValue('We bring a cello.')
  await openForm(lateFrame)
  await bookButton(lateFrame).click()
  await referenceOf(lateFrame)
  expect(await countUnavailableNights('large-luxury', other)).toBe(4)
})

test('a guest who changes the dates in the frame sees the new price and keeps the input', async ({ visit }) => {
  const first = await freeStay('spacious-condo')
  const second = await freeStay('spacious-condo', 5, { after: first.checkOut })
  const page = await visit(pathOf('spacious-condo', first))
  const frame = await bookingFrame(page)
  const bar = page.locator('.booking-bar strong')
  const totalOf = async (stay: typeof first) => formatAmount((await totalsOf(stay))['spacious-condo'] ?? 0)
  await expect(bar).toHaveText(await totalOf(first))

  await writeGuest(frame)
  await pickStay(frame, second)
  const total = await totalOf(second)
  await expect(frameTotal(frame)).toHaveText(total)
  await expect(bar).toHaveText(total)
  expect(await writtenGuest(frame)).toEqual(GUEST)

  await addAdult(frame)
  await openForm(frame)
  await bookButton(frame).click()
  await referenceOf(frame)
  expect(await frame.getByRole('definition').allTextContents()).toContain('4 guests')
  expect(await countUnavailableNights('spacious-condo', second)).toBe(5)
  expect(await countUnavailableNights('spacious-condo', first)).toBe(0)
})
