import { formatAmount } from '#app/shared/money.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { bookButton, bookingFrame, frameTotal, pickStay, referenceOf, searchOf, writeGuest } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { countUnavailableNights, freeStay, pathOf, propertyOf, totalsOf } from '../stays.ts'

test('a guest on a phone books a stay from the home page, using the bar that shows the total', async ({ visit }) => {
  const property = propertyOf('lake-keowee')
  const stay = { ...(await freeStay('lake-keowee')), adults: 3, children: 0 }
  const page = await visit('/', { width: 390 })
  const search = await searchOf(page)
  await search.getByRole('button', { name: /^Guests/ }).tap()
  await search.getByRole('button', { name: 'Add an adult' }).tap()
  await search.getByRole('button', { name: /^Check-in/ }).tap()
  await pickStay(search, stay)
  await search.getByRole('button', { name: 'Done' }).tap()
  await search.getByRole('button', { name: 'Search' }).tap()
  await page.waitForURL(`**/search?${stayToQuery(stay)}`)
  const row = (await searchOf(page, 'stay-results'))
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: property.name }) })
  await row.getByRole('link', { name: 'View this home' }).tap()

  await page.waitForURL(`**${pathOf('lake-keowee', stay)}**`)
  const bar = page.locator('.booking-bar')
  const total = formatAmount((await totalsOf(stay))['lake-keowee'] ?? 0)
  await expect(bar.locator('strong')).toHaveText(total)
  await expect(bar.getByRole('link')).toHaveText('Book')
  await bar.getByRole('link').tap()
  const frame = await bookingFrame(page)
  await expect.poll(() => page.locator('#book').evaluate(isInView)).toBe(true)
  await expect(bar).toBeHidden()
  await expect(frameTotal(frame)).toHaveText(total)
  await writeGuest(frame)
  await bookButton(frame).tap()
  await referenceOf(frame)
  expect(await countUnavailableNights('lake-keowee', stay)).toBe(4)
})

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < window.innerHeight && bottom > 0
}
