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
    await expectAccessible(page)
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
    await page.locator('h1:focus', { hasText: 'This stay is canceled' }).waitFor()
  })

  // After somebody else booked, the nights are no longer the guest's.
  expect((await bookByCall('luxury-amenities', stay)).status).toBe(201)
  await page.goto(`${siteUrl()}/embed/book/${property.id}?${stayToQuery(stay)}`)
  await page.getByText(TAKEN).waitFor()
})

test('a guest corrects an empty name, loses the nights to another one, chooses others at their price, and keeps the input', async ({
  visit,
}) => {
  const stay = await freeStay('large-luxury')
  const other = await freeStay('large-luxury', 5, { after: stay.checkOut })
  const totalOf = async (of: typeof stay) => formatAmount((await totalsOf(of))['large-luxury'] ?? 0)
  const page = await visit(pathOf('large-luxury', stay), { expected: [/^409 POST .*\/embed\/book\//] })
  const frame = await bookingFrame(page)
  const bar = page.locator('.booking-bar strong')
  await expect(bar).toHaveText(await totalOf(stay))
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await openForm(frame)
  await bookButton(frame).click()
  await frame.getByText('Please check the highlighted fields.').waitFor()
  await frame.getByText('Please enter your name').waitFor()
  await expect(frame.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Bea')
  await expect(frame.getByText('Please enter your name')).toHaveCount(0)
  await expectAccessible(page, '#book')
  expect(posts).toEqual([])

  const guest = { name: 'Bea Slow', email: 'bea@example.com', phone: '+1 864 555 0101' }
  await writeGuest(frame, guest)
  await frame.getByText('Special requests (optional)').click()
  await frame.getByLabel('Special requests').fill('We bring a cello.')
  expect((await bookByCall('large-luxury', stay)).status).toBe(201)
  await bookButton(frame).click()
  const alert = frame.getByRole('alert')
  await alert.waitFor()
  await expect(alert).toHaveText('Some of these nights are already booked. Please choose other dates.')
  const night = await dayOf(frame, stay.checkIn)
  await expect(night).toHaveAttribute('data-state', /^(?:taken|checkout-only)$/)

  await pickStay(frame, other)
  const total = await totalOf(other)
  await expect(frameTotal(frame)).toHaveText(total)
  await expect(bar).toHaveText(total)
  expect(await writtenGuest(frame)).toEqual(guest)
  await expect(frame.getByLabel('Special requests')).toHaveValue('We bring a cello.')
  await addAdult(frame)
  await openForm(frame)
  await bookButton(frame).click()
  await referenceOf(frame)
  await expectAccessible(page, '#book')
  expect(await frame.getByRole('definition').allTextContents()).toContain('4 guests')
  expect(await countUnavailableNights('large-luxury', other)).toBe(5)
})
