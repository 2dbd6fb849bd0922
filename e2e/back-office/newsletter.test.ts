import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { look, saveScreenshot } from '../look.ts'
import { headerOf, linkIn, mailsOf, mailTo } from '../mailbox.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'

const WIDTHS = [390, 820, 1440]
const READER = 'wren@example.com'

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

async function join() {
  const reader = visitByRequests(site.url)
  const asked = await reader.send(
    await reader.open('/newsletter'),
    { button: 'Sign up', within: 'main' },
    { 'Email address': READER },
  )
  expect(asked.status).toBe(200)
  const { pathname } = new URL(linkIn(await mailTo(dataDir, READER, /^Please confirm/), 'newsletter/confirm'))
  const confirmed = await reader.send(await reader.open(pathname), { button: 'Yes, sign me up' })
  expect(confirmed.headings).toContain('You’re on the list')
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('an operator writes a newsletter on a phone, looks at it, tests it, and sends it once', {
  tag: '@slow',
}, async ({ visit }) => {
  test.setTimeout(300_000)
  await join()
  const page = await visit(`${site.url}/admin/newsletter`, { width: 390, expected: [/^400 POST/, /^409 POST/] })
  await untilHydrated(page)
  await page.getByText('1 confirmed reader.').waitFor()
  await page.getByText('Write a newsletter').click()
  await page.getByLabel('Subject').fill('First snow')
  await page.getByLabel('Text').fill('## It came early\n\n![Elsewhere](https://elsewhere.example/a.jpg)')
  await button(page, 'Save the draft').click()
  await page.getByText('A photo must be one that guests see on this site').first().waitFor()
  await page.getByLabel('Text').fill('## It came early\n\nThe lift runs from **Friday**. [See the homes](/search).')
  await page.getByText('Add a photo').click()
  await page
    .getByRole('button', { name: /^Add: / })
    .first()
    .click()
  await expect(page.getByLabel('Text')).toHaveValue(/!\[[^\]]+\]\(\/objects\/[^)]+\)/)
  await look(page, 'writing', WIDTHS)

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /^Preview/ }).click()
  const preview = await opened
  await preview.getByRole('heading', { name: 'It came early' }).waitFor()
  const image = preview.getByRole('img').last()
  await expect.poll(() => image.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await saveScreenshot(preview, 'preview-390')
  await preview.close()

  await button(page, 'Save the draft').click()
  await page.waitForURL(/\/admin\/newsletter\/[\w-]{36}/)
  await look(page, 'draft', WIDTHS)
  await button(page, 'Send me a test').click()
  await page.getByText('A test is on its way to').waitFor()
  expect((await mailsOf(dataDir)).filter(({ subject }) => subject === 'First snow')).toEqual([])
  await button(page, 'Send to 1 reader').click()
  await page.getByText('“First snow” goes to 1 reader.').waitFor()
  await look(page, 'asked', WIDTHS)
  await button(page, 'Send it now').click()
  await page.getByText(/[01] of 1 sent/).waitFor()
  // They leave by the minute.
  const sent = async () => (await mailsOf(dataDir)).filter(({ subject }) => subject === 'First snow').length
  await expect.poll(sent, { timeout: 120_000 }).toBe(1)
  const mail = await mailTo(dataDir, READER, /^First snow$/)
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  await page.reload()
  await page.getByText('1 of 1 sent').waitFor()
  await look(page, 'sent', WIDTHS)
  await page.goto(`${site.url}/admin/newsletter`)
  await page.getByRole('link', { name: 'First snow' }).waitFor()
  await look(page, 'list', WIDTHS)
})
