import { stayToQuery } from '#app/shared/stay.ts'
import { addAdult, bookButton, bookingFrame, referenceOf, writeGuest } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { countUnavailableNights, freeStay, pathOf, propertyOf } from '../stays.ts'

const SEND = 'Share this quote with your group'

test('a guest shares a quote page before giving a name: one page however often it is pressed, a new one for another party', async ({
  visit,
}) => {
  const stay = await freeStay('lake-keowee')
  const page = await visit(pathOf('lake-keowee', stay), { expected: [/^429 POST .*\/api\/quotes/] })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const frame = await bookingFrame(page)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  const send = frame.getByRole('button', { name: SEND })
  await send.dblclick()
  const receipt = frame.getByRole('link', { name: 'View quote' })
  const address = (await receipt.getAttribute('href')) ?? ''
  await frame.getByRole('button', { name: 'Copy link' }).press('Enter')
  await frame.getByRole('status').filter({ hasText: 'Link copied.' }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  expect(posts).toEqual(['/api/quotes'])
  expect(await countUnavailableNights('lake-keowee', stay)).toBe(0)

  await addAdult(frame)
  await send.waitFor()
  await expect(receipt).toHaveCount(0)
  const body = JSON.stringify({ code: 'too-many', message: 'Too many tries. Please wait a minute.' })
  await page.route('**/api/quotes', (route) => route.fulfill({ status: 429, contentType: 'application/json', body }))
  await send.click()
  await frame.getByText('Too many tries. Please wait a minute.').waitFor()
  await page.unrouteAll()
  await send.click()
  await expect(receipt).not.toHaveAttribute('href', address)
})

test('one of the group books by the link on the quote page, which then says so', async ({ visit }) => {
  const { id } = propertyOf('large-luxury')
  const stay = await freeStay('large-luxury')
  const { checkIn: checkInDate, checkOut: checkOutDate, ...party } = stay
  const response = await fetch(`${siteUrl()}/api/quotes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ propertyId: id, checkInDate, checkOutDate, ...party }),
  })
  const quote = (await response.json()) as { id: string; url: string }
  const page = await visit(`${pathOf('large-luxury', stay)}&quote=${quote.id}`)
  const frame = await bookingFrame(page)
  const quoteId = frame.locator('[name=quoteId]')
  await expect(quoteId).toHaveValue(quote.id)
  await frame.getByRole('button', { name: /^Guests/ }).click()
  await frame.getByRole('button', { name: 'Add an adult' }).click()
  await expect(quoteId).toHaveValue('')
  await frame.getByRole('button', { name: 'Remove an adult' }).click()
  await frame.getByRole('button', { name: 'Done' }).click()
  await writeGuest(frame)
  await bookButton(frame).click()
  await referenceOf(frame)
  await page.goto(quote.url)
  await page.getByText(/^(Booked|Requested) at this price/).waitFor()
  await expect(page.getByRole('link', { name: 'Book these nights' })).toHaveCount(0)

  await page.goto(`${siteUrl()}/embed/book/${id}?${stayToQuery(stay)}`)
  await page.getByText('You’ve already booked or requested these nights.').waitFor()
  await page.getByRole('link', { name: 'View your stay' }).click()
  await page.waitForURL('**/stay/**')
})
