import { bookingFrame, frameTotal } from './booking-frame.ts'
import { expect, test } from './page.ts'
import { freeStay, homeOf, pathOf } from './stays.ts'

test('a frame that cannot be loaded says so in its place at once, and comes when it is tried again', async ({
  visit,
}) => {
  const page = await visit('/contact', { expected: [/embed\/book/, /console: Failed to load resource/] })
  await page.route('**/embed/book/**', (route) => route.abort())
  await page.goto(new URL(pathOf('lake-keowee', await freeStay('lake-keowee')), page.url()).href)
  const card = page.locator('#book')
  await card.scrollIntoViewIfNeeded()
  await card.getByText('The calendar could not be loaded.').waitFor()
  expect(await card.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toContain('/contact?property=')
  expect(await card.locator('iframe').isVisible()).toBe(false)
  await page.unroute('**/embed/book/**')
  await card.getByRole('button', { name: 'Try again' }).click()
  await card.getByText('The calendar could not be loaded.').waitFor({ state: 'detached' })
  const frame = await bookingFrame(page)
  await expect.poll(() => frameTotal(frame).textContent()).toMatch(/^\$/)
})

test('without JavaScript the frame asks for pets only where a home takes them', async ({ visit }) => {
  const without = await visit(`/embed/book/${homeOf('large-luxury').id}`, { javaScript: false })
  expect(await without.getByRole('spinbutton', { name: 'Infants' }).count()).toBeGreaterThan(0)
  expect(await without.getByRole('spinbutton', { name: 'Pets' }).count()).toBe(0)
  const lake = await visit(`/embed/book/${homeOf('lake-keowee').id}`, { javaScript: false })
  expect(await lake.getByRole('spinbutton', { name: 'Pets' }).count()).toBeGreaterThan(0)
})
