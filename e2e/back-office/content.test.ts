import type { Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'

const HOME = '/admin/homes/lake-keowee'
const GUESTS = '/property/lake-keowee'

const formOf = (page: Page, summary: string) =>
  page.locator('details', { has: page.getByText(summary, { exact: true }) })
const save = (page: Page, summary: string) =>
  formOf(page, summary)
    .getByRole('button', { name: /^(Save|Add)/ })
    .click()

for (const width of [360, 1440]) {
  test(`facts, the host and questions are changed, read by guests at once, and undone at ${width}`, {
    tag: width === 1440 ? '@slow' : [],
  }, async ({ visit }) => {
    const guest = await visit(GUESTS)
    const guestReads = (text: string) =>
      expect(async () => {
        await guest.reload({ waitUntil: 'commit' })
        await expect(guest.getByText(text).first()).toBeAttached()
      }).toPass()
    const page = await visit('/admin/homes', { width })
    await untilHydrated(page)
    await page.goto(new URL(`${HOME}/page#facts`, page.url()).href)
    await untilHydrated(page)
    const facts = 'Change Wi-Fi, heating, and more'
    await page.getByText(facts).click()
    await expectAccessible(page)
    await formOf(page, facts).getByLabel('Download speed, in Mbps').fill(String(width))
    await save(page, facts)
    await page.getByRole('status').getByText('Comfort changed').waitFor()
    // The bar stays while the keyboard is in it.
    await page.getByRole('button', { name: 'Undo' }).focus()
    await guestReads(`Wi-Fi, ${width} Mbps`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.item-lines').getByText('Wi-Fi, 150 Mbps').waitFor()

    await page.getByText('Change the host').click()
    await formOf(page, 'Change the host').getByLabel('First name').fill(`Dana ${width}`)
    await save(page, 'Change the host')
    await guestReads(`Hosted by Dana ${width}`)
    // By keyboard alone.
    await page.getByText('Add a question').focus()
    for (const key of ['Enter', 'Tab']) await page.keyboard.press(key)
    await page.keyboard.type(`Is the dock ours at ${width}?`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Yes, and so is the beach.')
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('heading', { name: `Is the dock ours at ${width}?` }).waitFor()
    await expectAccessible(page)
    await guestReads(`Is the dock ours at ${width}?`)
  })
}

test('a photo of the host is sent, shown and removed', async ({ visit }) => {
  const page = await visit(`${HOME}/page`)
  await page.getByLabel('A photo').setInputFiles('content/media/lake-keowee-exterior.jpg')
  await page.getByRole('button', { name: 'Send the photo' }).click()
  await page.getByRole('status').getByText('Host changed').waitFor()
  const photo = page.locator('#photo ~ img')
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Remove the photo' }).click()
  await expect(photo).toHaveCount(0)
})

test('questions are added and moved, and wrong facts keep what was typed, without JavaScript', async ({ visit }) => {
  const page = await visit(`${HOME}/page`, { width: 360, javaScript: false })
  for (const question of ['Is there a boat?', 'Is there a grill?']) {
    await page.getByText('Add a question').click()
    const form = formOf(page, 'Add a question')
    await form.getByLabel('Question').fill(question)
    await form.getByLabel('Answer').fill('Ask us.')
    await save(page, 'Add a question')
    await page.getByRole('heading', { name: question }).waitFor()
  }
  await page.getByRole('button', { name: 'Move up: Is there a grill?' }).click()
  const asked = page.locator('.question-list h3')
  await expect
    .poll(async () => (await asked.allTextContents()).slice(-2))
    .toEqual(['Is there a grill?', 'Is there a boat?'])

  const facts = await visit(`${HOME}/page`, { width: 360, javaScript: false, expected: [/^400 POST .*\/page/] })
  const arrival = 'Change parking, stairs, and skiing'
  await facts.getByText(arrival).click()
  await formOf(facts, arrival).getByLabel('Parking spaces').fill('lots')
  await formOf(facts, arrival).getByLabel('Steps to the door').fill('9')
  await save(facts, arrival)
  await formOf(facts, arrival).getByText('Please enter a whole number from 0 to 200').waitFor()
  await expect(formOf(facts, arrival).getByLabel('Steps to the door')).toHaveValue('9')
})

test('the arrival guide changes at once, and History never tells the door code', async ({ visit }) => {
  const form = 'Change the arrival guide'
  for (const width of [360, 1440]) {
    const page = await visit(`${HOME}/guide`, { width, expected: [/^400 POST .*\/guide/] })
    await untilHydrated(page)
    await page.getByText(form).click()
    await expectAccessible(page)
    const fields = formOf(page, form)
    await fields.getByLabel('Shown, in days before check-in').fill('400')
    await fields.getByLabel('Door code').fill(`${width}#`)
    await save(page, form)
    await fields.getByText('Please enter a whole number from 0 to 365').waitFor()
    await expect(fields.getByLabel('Door code')).toHaveValue(`${width}#`)
    const days = width === 360 ? 9 : 8
    await fields.getByLabel('Shown, in days before check-in').fill(String(days))
    await save(page, form)
    await page.getByText(`Door code: ${width}#`).waitFor()
    await expect(page.getByRole('status').getByText('Arrival guide changed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)

    const guest = await visit(GUESTS, { width })
    await expect(guest.getByText(`on your private page from ${days} days before check-in`).first()).toBeAttached()
    const history = await visit('/admin/history', { width })
    await history.getByText('Before and after').first().click()
    await history.getByText('Door code', { exact: true }).first().waitFor()
    expect(await history.content()).not.toContain(`${width}#`)
  }
})
