import { formatSpan } from '#app/shared/dates.ts'
import { bookButton, bookingFrame, frameTotal, openForm, untilHydrated } from '../booking-frame.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../page.ts'
import { layoutShift, untilPainted } from '../painting.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, pathOf, propertyOf } from '../stays.ts'

for (const width of process.env.TEST_ALL ? [390, 820, 1440] : [390, 1440])
  test(`at ${width} pixels nothing shifts when the booking frame comes late, with and without a stay`, async ({
    visit,
  }) => {
    const page = await visit('/contact', { width })
    const stay = await freeStay('lake-keowee')
    for (const path of [propertyOf('lake-keowee').path, pathOf('lake-keowee', stay)]) {
      const release = await holdRequests(page, '**/embed/book/**')
      await page.goto(siteUrl() + path, { waitUntil: 'domcontentloaded' })
      await untilHydrated(page)
      // The card's end and what follows are in the window, where a change of its height would be seen.
      await page.locator('#book').evaluate((card) => window.scrollBy(0, card.getBoundingClientRect().bottom - 500))
      await untilPainted(page)
      release()
      const frame = await bookingFrame(page)
      await expect(frame.locator('.booking-act')).toBeVisible()
      expect([path, await layoutShift(page), await layoutShift(frame)]).toEqual([path, 0, 0])
    }
  })

const isFullyVisible = (element: Element) => {
  const { top, bottom, height } = element.getBoundingClientRect()
  const frame = window.frameElement?.getBoundingClientRect().top ?? 0
  return height > 0 && frame + top >= -1 && frame + bottom <= window.parent.innerHeight + 1
}

for (const width of [390, 820, 1440])
  test(`at ${width} by 720 pixels the card or the bar shows total and button wherever the page is scrolled`, async ({
    visit,
  }) => {
    const page = await visit(pathOf('large-luxury', await freeStay('large-luxury')), { width })
    await page.setViewportSize({ width, height: 720 })
    const frame = await bookingFrame(page)
    const bar = page.locator('.booking-bar')
    const act = frame.locator('.booking-act')
    const end = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    let byCard = 0
    for (let top = 0; top <= end; top += 300) {
      await page.evaluate((to) => window.scrollTo(0, to), top)
      const isCard = () => act.evaluate(isFullyVisible)
      await expect
        .poll(async () => (await bar.isVisible()) !== (await isCard()), { message: `scrolled to ${top}` })
        .toBe(true)
      if (await isCard()) byCard += 1
    }
    // Beside the text the card is sticky: it stays for most of the page.
    expect(byCard).toBeGreaterThan(width === 1440 ? 5 : 0)
    expect(await frameTotal(frame).textContent()).toBe(await bar.locator('strong').textContent())
  })

test('on a phone a chosen stay is one line, and the button is within a screen of the card’s top', async ({ visit }) => {
  const stay = { ...(await freeStay('lake-keowee')), pets: 1 }
  const page = await visit(pathOf('lake-keowee', stay), { width: 390 })
  const frame = await bookingFrame(page)
  const line = frame.locator('.booking-line')
  await expect(line).toContainText(`${formatSpan(stay.checkIn, stay.checkOut)}, 3 guests, 1 pet`)
  const top = (await page.locator('#book').boundingBox())?.y ?? 0
  const button = await bookButton(frame).boundingBox()
  expect((button?.y ?? 0) + (button?.height ?? 0) - top).toBeLessThan(844)
  await expect(frame.locator('.booking-deadline')).toHaveText(/^(?:Full refund|50% refund) until \w{3}, \w{3} \d+$/)
  await expect(frame.locator('.booking-shares')).toHaveText(/^\$[\d,.]+\sper\sperson, \$[\d,.]+\sper\snight$/)
  await expect(frame.getByRole('list', { name: 'What happens next' }).getByRole('listitem')).toHaveCount(3)

  await line.getByRole('button').tap()
  await frame.getByRole('button', { name: /^Guests/ }).tap()
  await expect(frame.getByText('$150 per stay')).toBeVisible()
  const more = frame.getByRole('button', { name: 'Add an adult' })
  while ((await more.getAttribute('aria-disabled')) === null) await more.tap()
  // Playwright would wait until it is enabled.
  const atItsEnd = { force: true }
  await more.tap(atItsEnd)
  await frame.getByText(/^Up to \d+ adults\.$/).waitFor()
  await frame.getByRole('button', { name: 'Remove an infant' }).tap(atItsEnd)
  await frame.getByText('No infants so far.').waitFor()
  const fewer = frame.getByRole('button', { name: 'Remove an adult' })
  while ((await fewer.getAttribute('aria-disabled')) === null) await fewer.tap()
  await fewer.tap(atItsEnd)
  await frame.getByText('Your group needs at least one adult.').waitFor()
  while ((await more.getAttribute('aria-disabled')) === null) await more.tap()
  await frame
    .getByRole('status')
    .filter({ hasText: /^This home sleeps \d+\./ })
    .waitFor()
  await frame.getByRole('button', { name: 'Done' }).tap()
  await expect(line.getByRole('button')).toBeFocused()
})

test('an empty name is refused beside its field before anything is sent, and typing mends it', async ({ visit }) => {
  const page = await visit(pathOf('spacious-condo', await freeStay('spacious-condo')))
  const frame = await bookingFrame(page)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await openForm(frame)
  await bookButton(frame).click()
  await frame.getByText('Please check the highlighted fields.').waitFor()
  await frame.getByText('Please enter your name').waitFor()
  await expect(frame.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Ada')
  await expect(frame.getByText('Please enter your name')).toHaveCount(0)
  expect(posts).toEqual([])
})
