import { readFile } from 'node:fs/promises'
import { BOTH_WIDTHS } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { look, saveScreenshot } from '../look.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'

test('an operator looks up what is stored about a guest, downloads it, and erases it, with the keyboard', {
  tag: '@slow',
}, async ({ visit }) => {
  const email = `mara-${process.pid}-${Date.now()}@example.com`
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Mara Voss', email, message: 'Is there a high chair?' })
  expect((await fetch(`${siteUrl()}/api/contact`, { method: 'POST', headers, body })).ok).toBe(true)

  const page = await visit('/admin/personal-data', { width: 390, expected: [/^400 POST/] })
  await untilHydrated(page)
  const form = (button: string) => page.locator('form').filter({ has: page.getByRole('button', { name: button }) })
  await form('Look it up').getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByText('Messages: 1').waitFor()
  expect(new URL(page.url()).search, 'no address of a page has it').not.toContain('mara')
  await saveScreenshot(page, 'stored')

  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all of it' }).focus()
  await page.keyboard.press('Enter')
  const file = await downloaded
  expect(file.suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({ inquiries: [{ email }] })

  await page.getByText('This can’t be undone.').waitFor()
  const again = form('Erase for good').getByLabel('Their email address, once more')
  await again.fill('somebody@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('Please enter the same email address again').waitFor()
  await page.getByText('Messages: 1').waitFor()
  await look(page, 'not-erased', BOTH_WIDTHS)
  await again.fill(email)
  await page.keyboard.press('Enter')
  await page.getByText('History has who did it, and not whose data it was.').waitFor()
  await form('Look it up').getByLabel('Email').fill(email)
  await page.keyboard.press('Enter')
  await page.getByText('Nothing is stored about this address.').waitFor()
  const history = await visitByRequests().open('/admin/history')
  expect(history.text).toContain('Personal data of one person erased')
  expect(history.text).not.toContain(email)
})
