import { expectAccessible } from '../axe.ts'
import { addAdult, bookButton, bookingFrame, referenceOf, writeGuest } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { countUnavailableNights, freeStay, pathOf } from '../stays.ts'

const SEND = 'Share this quote with your group'

test('a guest shares a quote before giving a name, once for each party; the group splits and prints it, and one of them books by it', async ({
  visit,
}) => {
  const stay = await freeStay('lake-keowee')
  const page = await visit(pathOf('lake-keowee', stay), { expected: [/^429 POST .*\/api\/quotes/] })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const frame = await bookingFrame(page)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  const send = frame.getByRole('button', { name: SEND })
  const receipt = frame.getByRole('link', { name: 'View quote' })

  await test.step('one quote, however often it is pressed', async () => {
    await send.dblclick()
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

  const address = (await receipt.getAttribute('href')) ?? ''
  const people = page.getByLabel('People paying')
  await test.step('the group splits and prints it', async () => {
    await page.goto(address)
    await page.getByText('Still available.').waitFor()
    await expectAccessible(page)
    await people.fill('5')
    await people.press('Enter')
    await page.getByText('Per person (5)').waitFor()
    await page.goBack()
    await page.getByText('Per person (4)').waitFor()
    await expect(people).toHaveValue('4')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.getByText(`Powder & Cove, ${address}`).waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })

  await test.step('one of them books by it, after changing the party and back', async () => {
    await page.getByRole('link', { name: 'Book these nights' }).click()
    const form = await bookingFrame(page)
    const quoteId = form.locator('[name=quoteId]')
    await expect(quoteId).toHaveValue(/^[\w-]{36}$/)
    const id = await quoteId.inputValue()
    await form.getByRole('button', { name: /^Guests/ }).click()
    await form.getByRole('button', { name: 'Add an adult' }).click()
    await expect(quoteId).toHaveValue('')
    await form.getByRole('button', { name: 'Remove an adult' }).click()
    await form.getByRole('button', { name: 'Done' }).click()
    await expect(quoteId).toHaveValue(id)
    await writeGuest(form)
    await bookButton(form).click()
    await referenceOf(form)
  })

  await test.step('the quote says so, and leads nobody to the form', async () => {
    const quote = await visitByRequests().open(new URL(address).pathname)
    expect(quote.text).toContain('Requested at this price. We haven’t confirmed yet.')
    expect(quote.links.map(({ label }) => label)).not.toContain('Book these nights')
  })
})
