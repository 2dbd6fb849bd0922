import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible, expectReadableInDark } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { changeRows } from '../change-rows.ts'
import { visitByRequests } from '../form-requests.ts'
import { LEFT_STAY } from '../left-stay.ts'
import { saveScreenshot } from '../look.ts'
import { expect, test } from '../page.ts'
import { linkOf } from '../served-addresses.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'

const TITLE = 'First snow, and the <lift> & soup'
const TEXT = `The first flakes fell on the ridge before anyone had found the second glove.

## What it looks like now

The lift runs from **Friday**, and [every home](/search) has its ski racks out.

> It came early, and it stayed.

- Snow tires from the pass on
- Boots by the door

### And after

1. Soup
2. The hot tub`

const REVIEW = 'The creek outside the window, and a bunk for every cousin.'

/** The content for guests is changed here, so it is a site of its own. Its last stay has just ended. */
let site: Site
let dataDir = ''
test.beforeAll(async () => {
  test.setTimeout(120_000)
  dataDir = await demoDataDir()
  await changeRows(dataDir, LEFT_STAY)
  site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
})
test.afterAll(async () => {
  await site?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function write(page: Page) {
  await page.getByText('Write a post').click()
  await page.getByLabel('Title').fill(TITLE)
  await page.getByText('Add a photo').click()
  await page
    .getByRole('button', { name: /^Add: / })
    .first()
    .click()
  const [image] = /!\[.*\)/.exec(await page.getByLabel('Text', { exact: true }).inputValue()) ?? []
  const shown = image?.replace(/\)$/, ' "The morning after")')
  await page.getByLabel('Text', { exact: true }).fill(`${shown}\n\n${TEXT}`)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByLabel('Category').fill('Mountain')
  await page.getByLabel('Tags').fill('snow, lifts')
}

/** The post as guests find it, in the footer of any page. */
async function expectPost(page: Page) {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Journal' }).click()
  await page.getByRole('link', { name: /^First snow/ }).click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await expect(page.getByText('Next available').first()).toBeVisible()
  const image = page.getByRole('figure').getByRole('img')
  await image.scrollIntoViewIfNeeded()
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectReadableInDark(page, 'main')
  const share = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
  const drawn = await page.request.get(new URL(new URL(share).pathname, page.url()).href)
  expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/jpeg'])
}

test('an operator writes a post on a phone, publishes it, and takes it back', { tag: '@slow' }, async ({ visit }) => {
  test.setTimeout(180_000)
  const guest = visitByRequests(site.url)
  const journalIn = async (path: string) =>
    (await guest.open(path)).links.filter(({ label }) => label === 'Journal').length
  // The demo’s own post shows first.
  const sample = await guest.open('/journal/a-day-on-the-dock')
  expect(sample.text).toContain('This is a sample post.')
  const known = (await guest.open('/admin/journal')).links.find(({ label }) => label.startsWith('A day on the dock'))
  const taken = await guest.send(await guest.open(known?.href ?? ''), { button: 'Unpublish' })
  expect(taken.text).toMatch(/Draft, changed/)
  expect((await guest.open('/journal')).status).toBe(404)
  expect(await journalIn('/contact')).toBe(0)

  const page = await visit(`${site.url}/admin/journal`, { width: 390 })
  await untilHydrated(page)
  await write(page)
  await expectAccessible(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Preview/ }).click()
  const preview = await opened
  await preview.getByRole('heading', { name: 'What it looks like now' }).waitFor()
  await saveScreenshot(preview, 'preview-390')
  await preview.close()
  await button(page, 'Save the draft').click()
  await page.waitForURL(/\/admin\/journal\/[\w-]{36}/)
  await untilHydrated(page)
  await button(page, 'Publish').click()
  await page.getByText(/^Published /).waitFor()
  const post = new URL(page.url()).pathname
  await page.goto(`${site.url}/contact`)
  await expectPost(page)

  const letter = await guest.send(await guest.open(post), { button: 'Send it as a newsletter' })
  expect(letter.html).toContain('Read it in our journal')
  const copy = await guest.send(letter, { button: 'Make it a post' })
  expect(copy.text).toMatch(/Draft, changed/)
  await guest.send(await guest.open(post), { button: 'Unpublish' })
  expect((await guest.open('/journal')).status).toBe(404)
  expect(await journalIn('/contact')).toBe(0)
})

test('a guest reviews a stay by the keyboard, the operator publishes it, and the home’s page shows it', {
  tag: '@slow',
}, async ({ visit }) => {
  test.setTimeout(180_000)
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
  await guest.getByLabel('What was it like?').fill(REVIEW)
  await guest.getByRole('button', { name: 'Send review' }).press('Enter')
  await guest.getByRole('heading', { name: 'Thank you for your review' }).waitFor()
  for (const [at, image] of ['lake-keowee-dock.jpg', 'lake-keowee-beach.jpg'].entries()) {
    await guest.getByLabel('Add a photo').setInputFiles(`content/media/${image}`)
    await guest.getByRole('button', { name: 'Add photo' }).press('Enter')
    await expect(guest.getByText('Your photo is with your review.')).toBeVisible()
    await expect(guest.getByRole('img', { name: `Photo ${at + 1} by ` })).toBeVisible()
  }
  await guest.getByLabel('Add a photo').setInputFiles('package.json')
  await guest.getByRole('button', { name: 'Add photo' }).press('Enter')
  await expect(guest.locator('[role="status"].field-error')).toBeVisible()
  await expectAccessible(guest)

  const property = await guest.getByRole('link', { name: /^See / }).getAttribute('href')
  const published = await operator.send(await operator.open('/admin/reviews'), { button: /^Publish the review/ })
  expect(published.text).toContain('Shown since')
  await guest.goto(new URL(property ?? '', site.url).href)
  await expect(guest.getByText(REVIEW)).toBeVisible()
  await expect(guest.getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
  await untilHydrated(guest)
  await guest.getByRole('link', { name: /^Photo 2 by / }).press('Enter')
  await expect(guest.getByRole('dialog', { name: 'Photos' }).getByRole('img', { name: /^Photo 2 by / })).toBeVisible()
})
