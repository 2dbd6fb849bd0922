import { rm } from 'node:fs/promises'
import { untilHydrated } from '../booking-frame.ts'
import { changeRows } from '../change-rows.ts'
import { visitByRequests } from '../form-requests.ts'
import { LEFT_STAY } from '../left-stay.ts'
import { look } from '../look.ts'
import { expect, test } from '../page.ts'
import { linkOf } from '../served-addresses.ts'
import { demoDataDir, startSite } from '../site.ts'

const WIDTHS = [390, 820, 1440]
const WORDS = 'The creek outside the window, and a bunk for every cousin.'

test('a guest reviews a stay by the keyboard, the operator publishes it, and the home’s page shows it', async ({
  visit,
}) => {
  test.setTimeout(180_000)
  const dataDir = await demoDataDir()
  await changeRows(dataDir, LEFT_STAY)
  const site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const operator = visitByRequests(site.url)
  const past = await operator.open('/admin/bookings?view=past')
  const booking = past.links.find(({ href }) => /^\/admin\/bookings\/(?!new)/.test(href))
  const stay = linkOf(await operator.open(booking?.href ?? ''), /^Open what the guest sees/)
  const guest = await visit(new URL(stay.replace('/stay/', '/review/'), site.url).href, {
    width: 390,
    expected: [/^400 POST .*\/review\//],
  })
  await untilHydrated(guest)
  await guest.getByRole('button', { name: 'Send review' }).press('Enter')
  await expect(guest.getByText('Please choose from one to five stars')).toBeVisible()
  await guest.getByRole('radio', { name: '5 stars: Excellent' }).press('Space')
  await guest.getByLabel('What was it like?').fill(WORDS)
  await look(guest, 'review', WIDTHS)
  await guest.getByRole('button', { name: 'Send review' }).press('Enter')
  await guest.getByRole('heading', { name: 'Thank you for your review' }).waitFor()
  for (const [at, photo] of ['lake-keowee-dock.jpg', 'lake-keowee-beach.jpg'].entries()) {
    await guest.getByLabel('Add a photo').setInputFiles(`content/media/${photo}`)
    await guest.getByRole('button', { name: 'Add photo' }).press('Enter')
    await expect(guest.getByText('Your photo is with your review.')).toBeVisible()
    await expect(guest.getByRole('img', { name: `Photo ${at + 1} by ` })).toBeVisible()
  }
  await guest.getByLabel('Add a photo').setInputFiles('package.json')
  await guest.getByRole('button', { name: 'Add photo' }).press('Enter')
  await expect(guest.locator('[role="status"].field-error')).toBeVisible()
  await look(guest, 'photos', WIDTHS)

  const home = await guest.getByRole('link', { name: /^See / }).getAttribute('href')
  await guest.goto(`${site.url}/admin/reviews`)
  await untilHydrated(guest)
  await look(guest, 'reviews', WIDTHS)
  await guest.getByRole('button', { name: /^Publish the review/ }).click()
  await expect(guest.getByText(/^Shown since/)).toBeVisible()
  await guest.goto(new URL(home ?? '', site.url).href)
  await expect(guest.getByText(WORDS)).toBeVisible()
  await expect(guest.getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
  await untilHydrated(guest)
  await guest.getByRole('link', { name: /^Photo 2 by / }).press('Enter')
  await expect(guest.getByRole('dialog', { name: 'Photos' }).getByRole('img', { name: /^Photo 2 by / })).toBeVisible()
  await guest.keyboard.press('Escape')
  await look(guest, 'shown', WIDTHS)
  // The widget still loads.
  await guest.close()
  await site.stop()
  await rm(dataDir, { recursive: true })
})
