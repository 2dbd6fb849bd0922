import { stayToQuery } from '#app/shared/stay.ts'
import { bookButton, bookingFrame, GUEST, referenceOf, searchOf, untilHydrated, writeGuest } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { bookByCall, countUnavailableNights, freeStay, pathOf, propertyOf } from '../stays.ts'

test('pressing Book twice makes one booking', async ({ visit }) => {
  const stay = await freeStay('lake-keowee')
  const page = await visit(pathOf('lake-keowee', stay))
  const frame = await bookingFrame(page)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await writeGuest(frame)
  await bookButton(frame).dblclick()
  await referenceOf(frame)
  expect(posts).toHaveLength(1)
  expect(await countUnavailableNights('lake-keowee', stay)).toBe(4)
})

test('a form sent twice, as by a browser that retries, returns the same booking', async ({ visit }) => {
  const stay = await freeStay('lake-keowee')
  const path = `/embed/book/${propertyOf('lake-keowee').id}?${stayToQuery(stay)}`
  const page = await visit(path, { javaScript: false })
  const form = page.locator('form[method=post]')
  const sent = await form.evaluate((element, guest) => {
    const fields = Object.fromEntries(new FormData(element as HTMLFormElement)) as Record<string, string>
    return { ...fields, ...guest }
  }, guestFields())
  const send = async () => {
    const answer = await page.request.post(page.url(), { form: sent, headers: { origin: new URL(page.url()).origin } })
    expect(answer.status()).toBe(201)
    return />([2-9B-Z]{3}-[2-9B-Z]{3})</.exec(await answer.text())?.[1]
  }
  const [first, second] = await Promise.all([send(), send()])
  expect(first).toBeDefined()
  expect([second, await send()]).toEqual([first, first])
  expect(await countUnavailableNights('lake-keowee', stay)).toBe(4)
})

test('reloading the frame after a booking books nothing more, and says whose nights they are', async ({ visit }) => {
  const stay = await freeStay('spacious-condo')
  const page = await visit(`/embed/book/${propertyOf('spacious-condo').id}?${stayToQuery(stay)}`)
  await untilHydrated(page)
  const frame = page.mainFrame()
  await writeGuest(frame)
  await bookButton(frame).click()
  await referenceOf(frame)

  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.reload()
  await untilHydrated(page)
  await page.getByText('You’ve already booked or requested these nights.').waitFor()
  await expect(bookButton(frame)).toHaveCount(0)
  expect(posts).toEqual([])
  expect(await countUnavailableNights('spacious-condo', stay)).toBe(4)

  // After the guest canceled and somebody else booked, the nights are no longer the guest's.
  await page.getByRole('link', { name: 'View your stay' }).click()
  await page.locator('summary', { hasText: 'Withdraw request' }).click()
  await page.getByRole('button', { name: 'Yes, ' }).click()
  await page.getByRole('heading', { name: 'This stay is canceled' }).waitFor()
  expect((await bookByCall('spacious-condo', stay)).status).toBe(201)
  await page.goto(`${siteUrl()}/embed/book/${propertyOf('spacious-condo').id}?${stayToQuery(stay)}`)
  await page.getByText(/^Some of these nights are already booked/).waitFor()
})

test('a guest who goes back to the results and forward again after booking has one booking', async ({ visit }) => {
  const stay = { ...(await freeStay('luxury-amenities')), children: 0 }
  const page = await visit(`/search?${stayToQuery(stay)}`)
  const row = (await searchOf(page, 'stay-results'))
    .getByRole('listitem')
    .filter({ hasText: propertyOf('luxury-amenities').name })
  await row.getByRole('link', { name: 'View this home' }).click()
  const frame = await bookingFrame(page)
  await writeGuest(frame)
  await bookButton(frame).click()
  await referenceOf(frame)

  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.goBack()
  await page.waitForURL('**/search?**')
  // If no property is available on these nights, the list shows this one for other nights.
  await expect(page.locator(`a[href^="${pathOf('luxury-amenities', stay)}"]`)).toHaveCount(0)
  await page.goForward()
  const again = await bookingFrame(page)
  await again.getByText('You’ve already booked or requested these nights.').waitFor()
  expect(posts.filter((url) => url.includes('/embed/book/'))).toEqual([])
  expect(await countUnavailableNights('luxury-amenities', stay)).toBe(4)
})

function guestFields() {
  return { guestName: GUEST.name, guestEmail: GUEST.email, guestPhone: GUEST.phone }
}
