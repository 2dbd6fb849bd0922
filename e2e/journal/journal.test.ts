import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectReadableInDark } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { look, takePicture } from '../look.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'

const WIDTHS = [390, 820, 1440]
const TEXT = `The first flakes fell on the ridge before anyone had found the second glove.

## What it looks like now

The lift runs from **Friday**, and [every home](/search) has its ski racks out.

> It came early, and it stayed.

- Snow tires from the pass on
- Boots by the door

### And after

1. Soup
2. The hot tub`

let site: Site
let dataDir = ''
test.beforeAll(async () => {
  test.setTimeout(300_000)
  dataDir = await demoDataDir()
  site = await startSite({ DATA_DIR: dataDir })
})
test.afterAll(async () => {
  await site.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The page in both themes. */
async function lookTwice(page: Page, name: string) {
  await expectReadableInDark(page)
  await look(page, name, WIDTHS)
}

async function write(page: Page, title: string) {
  await page.goto(`${site.url}/admin/journal`)
  await untilHydrated(page)
  // It is open where something typed is offered again.
  if (!(await page.getByLabel('Title').isVisible())) await page.getByText('Write a post').click()
  await page.getByLabel('Title').fill(title)
  await page.getByText('Add a photo').click()
  await page
    .getByRole('button', { name: /^Add: / })
    .nth(title.length % 4)
    .click()
  const [photo] = /!\[.*\)/.exec(await page.getByLabel('Text', { exact: true }).inputValue()) ?? []
  const shown = photo?.replace(/\)$/, ' "The morning after")')
  await page.getByLabel('Text', { exact: true }).fill(`${shown}\n\n${TEXT}`)
}

test('an operator writes a post on a phone, publishes it, and takes it back', async ({ visit }) => {
  test.setTimeout(300_000)
  // The demo’s own post shows first.
  const sample = await visit(`${site.url}/journal`, { width: 390 })
  await sample.getByRole('link', { name: 'A day on the dock' }).click()
  await sample.getByText('This is a sample post.').waitFor()
  await sample.goto(`${site.url}/admin/journal`)
  await sample.getByRole('link', { name: 'A day on the dock' }).click()
  await untilHydrated(sample)
  await button(sample, 'Take it back to a draft').click()
  await sample.getByText(/^Draft, changed/).waitFor()

  const missing = { status: 404, expected: [/^404 GET .*\/journal/], width: 390 }
  const guest = await visit(`${site.url}/journal`, missing)
  await expect(guest.getByRole('contentinfo').getByRole('link', { name: 'Journal' })).toHaveCount(0)

  const page = await visit(`${site.url}/admin/more`, { width: 390, expected: [/^400 POST/] })
  await page.getByRole('link', { name: /^Journal/ }).click()
  await write(page, 'First snow, and the <lift> & soup')
  await page.getByRole('checkbox').first().check()
  await page.getByRole('checkbox').nth(1).check()
  await page.getByLabel('Category').fill('Mountain')
  await page.getByLabel('Tags').fill('snow, lifts')
  await look(page, 'writing', WIDTHS)
  await untilHydrated(page)
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Preview/ }).click()
  const preview = await opened
  await preview.getByRole('heading', { name: 'What it looks like now' }).waitFor()
  await takePicture(preview, 'preview-390')
  await preview.close()
  await button(page, 'Save the draft').click()
  await page.waitForURL(/\/admin\/journal\/[\w-]{36}/)
  await look(page, 'draft', WIDTHS)
  await untilHydrated(page)
  await button(page, 'Publish').click()
  await page.getByText(/^Published /).waitFor()
  await look(page, 'published', WIDTHS)
  const admin = page.url()

  await guest.goto(`${site.url}/contact`)
  await guest.getByRole('contentinfo').getByRole('link', { name: 'Journal' }).click()
  await guest.getByRole('link', { name: /^First snow/ }).click()
  await guest.getByRole('heading', { level: 1, name: 'First snow, and the <lift> & soup' }).waitFor()
  await expect(guest.getByText('Next available').first()).toBeVisible()
  const photo = guest.getByRole('figure').getByRole('img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await lookTwice(guest, 'post')
  const share = (await guest.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
  const drawn = await guest.request.get(new URL(new URL(share).pathname, site.url).href)
  expect([drawn.status(), drawn.headers()['content-type']]).toEqual([200, 'image/jpeg'])

  await write(page, 'Later')
  await page.getByLabel('Summary').fill('Nobody reads this yet.')
  await button(page, 'Save the draft').click()
  await page.waitForURL(/\/admin\/journal\/[\w-]{36}/)
  await page.getByLabel('From when on').fill('2030-01-01T09:00')
  await untilHydrated(page)
  await button(page, 'Publish').click()
  await page.getByText(/^Planned for Tue, Jan 1, 2030, 9:00 AM M/).waitFor()
  await guest.goto(`${site.url}/journal`)
  await expect(guest.getByText('Later')).toHaveCount(0)
  await page.getByLabel('From when on').fill('')
  await button(page, 'Publish at another time').click()
  await page.getByText(/^Published /).waitFor()
  await guest.goto(`${site.url}/journal`)
  await guest.getByRole('link', { name: 'Later' }).waitFor()
  await lookTwice(guest, 'list')

  const feed = await guest.evaluate(async () => {
    const text = await (await fetch('/journal.atom')).text()
    const xml = new DOMParser().parseFromString(text, 'application/xml')
    const html = new DOMParser().parseFromString(xml.querySelectorAll('content')[1]?.textContent ?? '', 'text/html')
    return {
      wrong: xml.querySelector('parsererror')?.textContent ?? null,
      titles: [...xml.querySelectorAll('entry > title')].map((title) => title.textContent),
      heading: html.querySelector('h2')?.textContent,
    }
  })
  const titles = ['Later', 'First snow, and the <lift> & soup']
  expect(feed).toEqual({ wrong: null, titles, heading: 'What it looks like now' })

  await page.goto(admin)
  await button(page, 'Send it as a newsletter').click()
  await page.waitForURL(/\/admin\/newsletter\/[\w-]{36}/)
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/Read it in our journal/)
  await button(page, 'Make it a post').click()
  await page.waitForURL(/\/admin\/journal\/[\w-]{36}/)
  await page.getByText(/^Draft, changed/).waitFor()

  for (const name of ['First snow, and the <lift> & soup', 'Later']) {
    await page.goto(`${site.url}/admin/journal`)
    await page.getByRole('listitem').filter({ hasText: 'Published' }).getByRole('link', { name }).click()
    await button(page, 'Take it back to a draft').click()
    await page.getByText(/^Draft, changed/).waitFor()
  }
  const gone = await visit(`${site.url}/journal`, missing)
  await expect(gone.getByRole('contentinfo').getByRole('link', { name: 'Journal' })).toHaveCount(0)
})
