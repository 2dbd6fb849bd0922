import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { freeStay } from '../screenshots.ts'
import { demoDataDir, startSite } from '../site.ts'
import { bookByCall, freeStay as freeNights } from '../stays.ts'

/** While the site is away, the browser says so of the stream and of what a page asks. */
const AWAY = [/ERR_CONNECTION_REFUSED GET .*\/admin\/(?:events|rail\.json)/, /ERR_INCOMPLETE_CHUNKED_ENCODING/]

const status = (page: Page) => page.locator('.page-top .state')
const placeCount = (page: Page, place: string) =>
  page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: place }).locator('.place-count')

test('what another operator or a guest changes shows by itself, and what one types stays', async ({ visit }) => {
  const stay = await freeNights('large-luxury', 4)
  const booked = await bookByCall('large-luxury', { ...stay, children: 0 })
  const { reference } = (await booked.json()) as { reference: string }
  const path = `/admin/bookings/${reference}`
  const [typing, other] = [await visit(path, { width: 390 }), await visit(path)]
  await Promise.all([untilHydrated(typing), untilHydrated(other)])

  const note = typing.getByLabel('Only you and other operators read it')
  await note.fill('Calls about the crib')
  await note.press('Home')
  expect(await typing.evaluate(() => window.scrollY), 'the note is far down').toBeGreaterThan(0)
  const placeOf = async () => Math.round((await note.boundingBox())?.y ?? 0)
  const place = await placeOf()
  await other.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(status(other)).toHaveText('Confirmed')
  await expect(status(typing), 'by itself').toHaveText('Confirmed')
  await expect(note).toBeFocused()
  await expect.poll(placeOf, 'the note has not moved').toBe(place)
  expect(await note.evaluate((area: HTMLTextAreaElement) => area.selectionStart)).toBe(0)
  await typing.keyboard.type('Mia: ')
  await expect(note).toHaveValue('Mia: Calls about the crib')

  // The other one saves a note of this stay, and the one who types keeps the own.
  await other.getByLabel('Only you and other operators read it').fill('Paid by check')
  await other.getByRole('button', { name: 'Save note' }).click()
  await expect(other.getByText('Private note changed', { exact: true })).toBeVisible()
  // Longer than it takes until the other page has loaded again.
  await typing.waitForTimeout(4_000)
  await expect(note).toHaveValue('Mia: Calls about the crib')
  await expect(note).toBeFocused()
})

test('a link pressed without connection says so, and what one types stays', async ({ visit }) => {
  const stay = await freeNights('large-luxury', 4)
  const booked = await bookByCall('large-luxury', { ...stay, children: 0 })
  const { reference } = (await booked.json()) as { reference: string }
  const path = `/admin/bookings/${reference}`
  const page = await visit(path, { isNew: true, expected: [/ERR_INTERNET_DISCONNECTED/] })
  await untilHydrated(page)
  const note = page.getByLabel('Only you and other operators read it')
  await note.fill('Calls about the crib')
  await page.context().setOffline(true)
  // Without a prefetch, as on touch screens.
  await page.getByRole('link', { name: 'Calendar', exact: true }).dispatchEvent('click')
  const notice = page.getByRole('alert').filter({ hasText: 'We couldn’t reach the site' })
  await notice.getByText('This page stays as it is, with everything you typed.').waitFor()
  await page.context().setOffline(false)
  await notice.waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe(path)
  await expect(note).toHaveValue('Calls about the crib')
})

test('a guest’s message comes to the inbox by itself, also after the site was restarted', async ({ visit }) => {
  const dataDir = await demoDataDir()
  const first = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  const { port } = new URL(first.url)
  const write = (name: string) => {
    const asked = new URLSearchParams(freeStay(new Date()))
    const message = {
      ...{
        name,
        email: `${name.toLowerCase()}@example.com`,
        propertyId: 'large-luxury',
        message: 'Is it quiet there?',
      },
      ...{ checkIn: asked.get('checkin'), checkOut: asked.get('checkout') },
    }
    const headers = { 'content-type': 'application/json' }
    return fetch(`${first.url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(message) })
  }
  let site = first
  try {
    const inbox = await visit(`${first.url}/admin/inbox`, { expected: AWAY })
    const more = await inbox.context().newPage()
    await more.goto(`${first.url}/admin/inbox`)
    await Promise.all([inbox, more].map((page) => untilHydrated(page)))
    expect((await write('Ada')).ok).toBe(true)
    for (const page of [inbox, more]) await expect(page.getByRole('link', { name: 'Ada', exact: true })).toBeVisible()
    await expect(placeCount(inbox, 'Inbox')).toContainText('1')

    await site.stop()
    site = await startSite({ DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'error' })
    expect((await write('Ben')).ok).toBe(true)
    await expect(inbox.getByRole('link', { name: 'Ben', exact: true })).toBeVisible({ timeout: 45_000 })
    await expect(placeCount(inbox, 'Inbox')).toContainText('2')
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
