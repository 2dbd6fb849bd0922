import { rm } from 'node:fs/promises'
import { FILE_GONE } from '#app/features/import/import-page.ts'
import { addDays } from '#app/shared/dates.ts'
import { BOTH_WIDTHS } from '../axe.ts'
import { visitByRequests } from '../form-requests.ts'
import { look } from '../look.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, startSite } from '../site.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay } from '../stays.ts'

const PROPERTY = 'large-luxury'

/** Made up, with the headings of Airbnb. */
async function airbnbFile(guest: string, site = siteUrl()) {
  const { checkIn, checkOut } = await freeStay(PROPERTY, 3, { site })
  const row = (code: string, name: string, from: string, to: string) =>
    `${code},Confirmed,${name},2,${from},${to},"$1,200.00"`
  const head = 'Confirmation code,Status,Guest name,# of adults,Start date,End date,Earnings'
  const text = [head, row('HM1', guest, checkIn, checkOut), row('HM2', 'Wrong Way', checkOut, checkIn)].join('\n')
  return { checkIn, file: { name: 'reservations.csv', mimeType: 'text/csv', buffer: Buffer.from(text) } }
}

test('bookings of a file are shown, imported and undone', { tag: '@slow' }, async ({ visit }) => {
  const guest = 'Ida Import'
  const { checkIn, file } = await airbnbFile(guest)
  const page = await visit('/admin/more', { width: 390, expected: [/^422 POST .*\/admin\/import/] })
  await page.getByRole('link', { name: /^Import/ }).click()
  const send = async (chosen: typeof file) => {
    await page.getByLabel('Home', { exact: true }).selectOption(PROPERTY)
    await page.getByLabel('File', { exact: true }).setInputFiles(chosen)
    await page.getByRole('button', { name: 'Preview the file' }).click()
  }
  await send({ ...file, buffer: Buffer.from('hello') })
  await expect(page.getByText('This isn’t a CSV file')).toBeVisible()
  await send(file)

  await expect(page.getByRole('heading', { name: 'reservations.csv' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Rows to fix' })).toContainText('Line 3')
  await expect(page.getByRole('region', { name: 'To be imported' })).toContainText(guest)
  await page.getByText('Change how it’s read').click()
  await page.getByLabel('Everything is paid').check()
  await page.getByRole('button', { name: 'Update the preview' }).click()
  await expect(page.getByText('$1,200.00 total, $1,200.00 paid')).toBeVisible()
  await look(page, 'import-preview', BOTH_WIDTHS)
  await page.getByRole('button', { name: 'Import 1 booking' }).click()

  await expect(page).toHaveURL(/\/admin\/bookings/)
  await expect(page.getByText('1 booking imported')).toBeVisible()
  await expect(page.getByText(guest).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone:').waitFor()
  const operator = visitByRequests()
  expect((await operator.open(`/admin/calendar?day=${checkIn}`)).text).not.toContain(guest)
  const all = await operator.open('/admin/bookings?view=all')
  expect(all.text).toMatch(new RegExp(`${guest}.{0,200}Canceled`))
})

test('bookings of a file are shown, imported and undone without script', async () => {
  const guest = 'Ida Plain'
  const { file } = await airbnbFile(guest)
  const operator = visitByRequests()
  const send = async (text: string) => {
    const typed = { Home: PROPERTY, File: new File([text], file.name, { type: file.mimeType }) }
    return operator.send(await operator.open('/admin/import'), { button: 'Preview the file' }, typed)
  }
  expect((await send('hello')).text).toContain('This isn’t a CSV file')
  const seen = await send(String(file.buffer))
  expect(seen.headings).toContain('reservations.csv')
  expect(seen.text).toContain('Line 3')
  const isPaid = { 'Everything is paid, as with bookings that another site collects': true }
  const paid = await operator.send(seen, { button: 'Update the preview' }, isPaid)
  expect(paid.text).toContain('$1,200.00 total, $1,200.00 paid')
  const imported = await operator.send(paid, { button: 'Import 1 booking' })
  expect([imported.url.pathname, imported.text]).toEqual(['/admin/bookings', expect.stringContaining(guest)])
  expect(imported.notes).toContainEqual(expect.stringContaining('1 booking imported'))
  const undone = await operator.send(imported, { button: 'Undo' })
  expect(undone.notes).toContainEqual(expect.stringContaining('Undone:'))
  const all = await operator.open('/admin/bookings?view=all')
  expect(all.text).toMatch(new RegExp(`${guest}.{0,200}Canceled`))
})

test('a file is imported once, also if the site restarts in between: Back and the same press say that it is gone', async () => {
  const settings = { DATA_DIR: await demoDataDir() }
  let site = await startSite(settings)
  try {
    const { checkIn, file } = await airbnbFile('Ida Restart', site.url)
    const prices = ['Date,Your Price,Min Stay', `${checkIn},1615,3`, `${addDays(checkIn, 1)},1625,3`].join('\n')
    const FILES = [
      { kind: 'bookings', text: String(file.buffer), button: 'Import 1 booking', done: '1 booking imported' },
      { kind: 'prices', text: prices, button: 'Change 2 nights', done: 'Prices of 2 nights imported' },
    ]
    const read = []
    for (const { kind, text } of FILES) {
      const uploader = visitByRequests(site.url)
      const page = await uploader.open(`/admin/import?kind=${kind}&property=${PROPERTY}`)
      read.push(await uploader.send(page, { button: 'Preview the file' }, { File: new File([text], 'file.csv') }))
    }
    await site.stop()
    site = await startSite({ ...settings, PORT: new URL(site.url).port })
    const operator = visitByRequests(site.url)
    for (const [at, { button, done }] of FILES.entries()) {
      const seen = read[at]
      if (!seen) throw new Error('the file was not read')
      const imported = await operator.send(seen, { button })
      expect(imported.notes).toContainEqual(expect.stringContaining(done))
      const again = await operator.send(seen, { button })
      const back = await operator.open(seen.url.pathname)
      for (const gone of [again, back]) {
        expect([gone.status, gone.title, gone.notes]).toEqual([404, expect.stringMatching(/Import \|/), [FILE_GONE]])
        expect(gone.links).toContainEqual({ label: 'Choose a file', href: '/admin/import' })
      }
    }
    const { text: history } = await operator.open('/admin/history')
    for (const { done } of FILES) expect(history.split(done)).toHaveLength(2)
  } finally {
    await site.stop()
    await rm(settings.DATA_DIR, { recursive: true, force: true })
  }
})
