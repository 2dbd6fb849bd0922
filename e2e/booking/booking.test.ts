import { formatAmount } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { expectAccessible } from '../axe.ts'
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
  untilHydrated,
  writeGuest,
  writtenGuest,
} from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { bookByCall, countUnavailableNights, freeStay, pathOf, propertyOf, totalsOf } from '../stays.ts'

const TAKEN = /^Some of these nights are already booked/
const OWN = 'You’ve already booked or requested these nights.'

test('a guest goes from the home page to a requested stay at the price shown in the search, once, and withdraws it', async ({
  visit,
}) => {
  const property = propertyOf('luxury-amenities')
  const stay = { ...(await freeStay('luxury-amenities')), children: 0 }
  const totals = await totalsOf(stay)
  const page = await visit('/')
  const posts: string[] = []
  const sent = () => posts.filter((url) => url.includes('/embed/book/'))
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))

  await test.step('from the search to the reference', async () => {
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
    await bookButton(frame).dblclick()
    expect(await referenceOf(frame)).not.toBe('')
    await frame.getByText(`Thanks, ${GUEST.name.split(' ')[0]}. We’re holding your dates.`).waitFor()
    expect(await frame.getByRole('definition').allTextContents()).toContain(total)
    expect(sent()).toHaveLength(1)
    expect(await countUnavailableNights('luxury-amenities', stay)).toBe(4)
    const { links } = await visitByRequests().open(`/search?${stayToQuery(stay)}`)
    const offered = links.filter(({ label }) => label.startsWith('View this home'))
    expect(offered).toHaveLength(Object.keys(totals).length - 1)
    expect(offered.filter(({ label }) => label.includes(property.name))).toEqual([])
  })

  await test.step('back and forward again, and another visit, book nothing more', async () => {
    await page.goBack()
    await page.waitForURL('**/search?**')
    // If no property is available on these nights, the list shows this one for other nights.
    await expect(page.locator(`a[href^="${pathOf('luxury-amenities', stay)}"]`)).toHaveCount(0)
    await page.goForward()
    await (await bookingFrame(page)).getByText(OWN).waitFor()
    await page.reload()
    const frame = await bookingFrame(page)
    await frame.getByText(OWN).waitFor()
    await expect(bookButton(frame)).toHaveCount(0)
    expect(sent()).toHaveLength(1)
    expect(await countUnavailableNights('luxury-amenities', stay)).toBe(4)
    const stayPage = await frame.getByRole('link', { name: 'View your stay' }).getAttribute('href')
    await page.goto(new URL(stayPage ?? '', siteUrl()).href)
  })

  await test.step('the stay’s page is printed, and the request withdrawn by keyboard', async () => {
    await page.getByRole('heading', { name: 'We’ve got your request' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByText(/^Powder & Cove, \S+@\S+$/).waitFor()
    await page.getByRole('heading', { name: 'Before you arrive' }).waitFor({ state: 'hidden' })
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('heading', { name: 'Before you arrive' }).waitFor()
    await untilHydrated(page)
    await page.locator('summary', { hasText: 'Withdraw request' }).focus()
    await page.keyboard.press('Enter')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectAccessible(page)
    }
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
    await page.locator('h1:focus', { hasText: 'This stay is canceled' }).waitFor()
  })

  // After somebody else booked, the nights are no longer the guest's.
  expect((await bookByCall('luxury-amenities', stay)).status).toBe(201)
  await page.goto(`${siteUrl()}/embed/book/${property.id}?${stayToQuery(stay)}`)
  await page.getByText(TAKEN).waitFor()
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
