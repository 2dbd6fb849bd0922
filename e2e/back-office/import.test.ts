import { expectAccessible } from '../axe.ts'
import { expect, test } from '../page.ts'
import { freeStay } from '../stays.ts'

const HOME = 'large-luxury'

/** Made up, with the headings of Airbnb. */
async function airbnbFile(guest: string) {
  const { checkIn, checkOut } = await freeStay(HOME, 3)
  const row = (code: string, name: string, from: string, to: string) =>
    `${code},Confirmed,${name},2,${from},${to},"$1,200.00"`
  const head = 'Confirmation code,Status,Guest name,# of adults,Start date,End date,Earnings'
  const text = [head, row('HM1', guest, checkIn, checkOut), row('HM2', 'Wrong Way', checkOut, checkIn)].join('\n')
  return { checkIn, file: { name: 'reservations.csv', mimeType: 'text/csv', buffer: Buffer.from(text) } }
}

const VISITS = [
  { width: 390, javaScript: true },
  { width: 1440, javaScript: true },
  { width: 390, javaScript: false },
]

for (const visitor of VISITS) {
  const { width, javaScript } = visitor
  test(`bookings of a file are shown, imported and undone at ${width} px, ${javaScript ? 'with' : 'without'} script`, async ({
    visit,
  }) => {
    const guest = `Ida Import ${width} ${javaScript}`
    const { checkIn, file } = await airbnbFile(guest)
    const page = await visit('/admin/more', { ...visitor, expected: [/^422 POST .*\/admin\/import/] })
    await page.getByRole('link', { name: /^Import/ }).click()
    const look = async (chosen: typeof file) => {
      await page.getByLabel('Home', { exact: true }).selectOption(HOME)
      await page.getByLabel('File', { exact: true }).setInputFiles(chosen)
      await page.getByRole('button', { name: 'Look at the file' }).click()
    }
    await look({ ...file, buffer: Buffer.from('hello') })
    await expect(page.getByText('This isn’t a CSV file')).toBeVisible()
    if (javaScript) await expectAccessible(page)
    await look(file)

    await expect(page.getByRole('heading', { name: 'reservations.csv' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Rows to fix' })).toContainText('Line 3')
    await expect(page.getByRole('region', { name: 'To be imported' })).toContainText(guest)
    await page.getByText('Change how it’s read').click()
    await page.getByLabel('Everything is paid').check()
    await page.getByRole('button', { name: 'Update the preview' }).click()
    await expect(page.getByText('$1,200.00 total, $1,200.00 paid')).toBeVisible()
    if (javaScript) await expectAccessible(page)
    await page.getByRole('button', { name: 'Import 1 booking' }).click()

    await expect(page).toHaveURL(/\/admin\/bookings/)
    await expect(page.getByText('1 booking imported')).toBeVisible()
    await expect(page.getByText(guest).first()).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone:').waitFor()
    const calendar = await visit(`/admin/calendar?from=${checkIn}`, visitor)
    await expect(calendar.getByText(guest)).toHaveCount(0)
    const again = await visit('/admin/bookings?view=all', visitor)
    await expect(again.getByText(guest).first()).toBeVisible()
    await expect(again.getByRole('row', { name: new RegExp(`${guest}.*Canceled`) })).toBeVisible()
  })
}
