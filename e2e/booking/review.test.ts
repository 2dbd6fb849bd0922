import { untilHydrated } from '../booking-frame.ts'
import { look } from '../look.ts'
import { expect, test } from '../page.ts'

const WIDTHS = [390, 820, 1440]
const WORDS = 'The creek outside the window, and a bunk for every cousin.'

test('a guest reviews a stay by the keyboard, the operator publishes it, and the home’s page shows it', async ({
  visit,
}) => {
  test.slow()
  const operator = await visit('/admin/bookings?view=past', { width: 390, expected: [/^400 POST/] })
  await operator.locator('a[href^="/admin/bookings/"]:not([href*="new"])').first().click()
  const page = await operator.getByRole('link', { name: 'Open what the guest sees' }).getAttribute('href')
  const guest = await visit(new URL(page?.replace('/stay/', '/review/') ?? '').pathname, {
    ...{ width: 390, expected: [/^400 POST .*\/review\//] },
  })
  await untilHydrated(guest)
  await guest.getByRole('button', { name: 'Send review' }).press('Enter')
  await expect(guest.getByText('Please choose from one to five stars')).toBeVisible()
  await guest.getByRole('radio', { name: '5 stars: Excellent' }).press('Space')
  await guest.getByLabel('What was it like?').fill(WORDS)
  await look(guest, 'review', WIDTHS)
  await guest.getByRole('button', { name: 'Send review' }).press('Enter')
  await guest.getByRole('heading', { name: 'Thank you for your review' }).waitFor()

  await operator.goto(new URL('/admin/reviews', operator.url()).href)
  await untilHydrated(operator)
  await look(operator, 'reviews', WIDTHS)
  await untilHydrated(operator)
  await operator.getByRole('button', { name: /^Publish the review/ }).click()
  await expect(operator.getByText(/^Shown since/)).toBeVisible()
  await guest.getByRole('link', { name: /^See / }).click()
  await expect(guest.getByText(WORDS)).toBeVisible()
  await expect(guest.getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
})
