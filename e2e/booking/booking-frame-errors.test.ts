import { bookingFrame, frameTotal } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { freeStay, pathOf } from '../stays.ts'

test('a frame that cannot be loaded says so at once, and loads on retry', async ({ visit }) => {
  const page = await visit('/contact', { expected: [/embed\/book/, /console: Failed to load resource/] })
  await page.route('**/embed/book/**', (route) => route.abort())
  await page.goto(new URL(pathOf('lake-keowee', await freeStay('lake-keowee')), page.url()).href)
  const card = page.locator('#book')
  await card.scrollIntoViewIfNeeded()
  await card.getByText('We couldn’t load the calendar.').waitFor()
  expect(await card.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toContain('/contact?property=')
  await expect(card.locator('iframe')).toBeHidden()
  await page.unroute('**/embed/book/**')
  await card.getByRole('button', { name: 'Try again' }).click()
  await card.getByText('We couldn’t load the calendar.').waitFor({ state: 'detached' })
  const frame = await bookingFrame(page)
  await expect(frameTotal(frame)).toHaveText(/^\$/)
})
