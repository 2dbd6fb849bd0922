import { stayToQuery } from '#app/shared/stay.ts'
import { expectAccessible } from './axe.ts'
import { bookButton, GUEST, referenceOf, untilHydrated, writeGuest } from './booking-frame.ts'
import { test } from './page.ts'
import { freeStay, propertyOf } from './stays.ts'

// `pages/every-page.test.ts` checks each page as it opens.
test('the booking frame is accessible after a refusal, and after booking', async ({ visit }) => {
  const query = stayToQuery(await freeStay('large-luxury'))
  const path = `/embed/book/${propertyOf('large-luxury').id}?${query}`
  const page = await visit(path, { width: 390, expected: [/^400 POST .*\/embed\/book\//] })
  await untilHydrated(page)
  await writeGuest(page.mainFrame(), { ...GUEST, phone: 'call me' })
  await bookButton(page.mainFrame()).click()
  await page.getByText('Please enter a valid phone number').waitFor()
  await page.locator('input[name=guestPhone]:focus').waitFor()
  await expectAccessible(page)
  await writeGuest(page.mainFrame())
  await bookButton(page.mainFrame()).click()
  await referenceOf(page.mainFrame())
  await expectAccessible(page)
})
