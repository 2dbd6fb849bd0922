import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'

const PROPERTY = '/admin/homes/lake-keowee'
const GUESTS = '/property/lake-keowee'

const folded = (page: Page, summary: string) =>
  page.locator('details', { has: page.getByText(summary, { exact: true }) })
const save = (page: Page, summary: string) =>
  folded(page, summary)
    .getByRole('button', { name: /^(Save|Add)/ })
    .click()

for (const width of [360, 1440]) {
  test(`facts, the host and questions are changed, read by guests at once, and undone at ${width}`, {
    tag: '@slow',
  }, async ({ visit }) => {
    const guest = visitByRequests()
    const guestReads = (text: string) => expect.poll(async () => (await guest.open(GUESTS)).text).toContain(text)
    const page = await visit(`${PROPERTY}/page#facts`, { width })
    await untilHydrated(page)
    const facts = 'Change Wi-Fi, heating, and more'
    await page.getByText(facts).click()
    await folded(page, facts).getByLabel('Download speed, in Mbps').fill(String(width))
    await save(page, facts)
    await page.getByRole('status').getByText('Comfort changed').waitFor()
    // The bar stays while the keyboard is in it.
    await page.getByRole('button', { name: 'Undo' }).focus()
    await guestReads(`Wi-Fi, ${width} Mbps`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.item-lines').getByText('Wi-Fi, 150 Mbps').waitFor()

    await page.getByText('Change the host').click()
    await folded(page, 'Change the host').getByLabel('First name').fill(`Dana ${width}`)
    await save(page, 'Change the host')
    await guestReads(`Hosted by Dana ${width}`)
    // With the keyboard alone.
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

test('a photo of the host is sent, shown and removed', async () => {
  const operator = visitByRequests()
  const bytes = await readFile('content/media/lake-keowee-exterior.jpg')
  const image = new File([bytes], 'host.jpg', { type: 'image/jpeg' })
  const page = await operator.open(`${PROPERTY}/page`)
  const sent = await operator.send(page, { button: 'Send the photo' }, { 'A photo': image })
  expect(sent.notes).toContainEqual(expect.stringContaining('Host changed'))
  const removed = await operator.send(sent, { button: 'Remove the photo' })
  const buttons = removed.forms.flatMap((form) => form.buttons.map(({ label }) => label))
  expect(buttons).not.toContain('Remove the photo')
})

test('questions are added and moved, and wrong facts keep what was typed, without JavaScript', async () => {
  const operator = visitByRequests()
  let page = await operator.open(`${PROPERTY}/page`)
  for (const question of ['Is there a boat?', 'Is there a grill?']) {
    const typed = { Question: question, Answer: 'Ask us.' }
    page = await operator.send(page, { button: /^Add/, within: 'Add a question' }, typed)
    expect(page.headings).toContain(question)
    const change = page.forms.find(({ fields }) =>
      fields.some(({ name, value }) => name === 'id' && value === question),
    )
    expect(change?.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ label: 'Question', value: question }),
        expect.objectContaining({ label: 'Answer', value: 'Ask us.' }),
      ]),
    )
  }
  page = await operator.send(page, { button: 'Move up: Is there a grill?' })
  const asked = page.headings.filter((words) => words.endsWith('?'))
  expect(asked.slice(-2)).toEqual(['Is there a grill?', 'Is there a boat?'])

  const arrival = { button: /^Save/, within: 'Change parking, stairs, and skiing' }
  const typed = { 'Parking spaces': 'lots', 'Steps to the door (optional)': '9' }
  const refused = await operator.send(page, arrival, typed)
  expect(refused.status).toBe(400)
  const form = formOf(refused, arrival)
  expect(fieldOf(form, 'Parking spaces').described).toContain('Please enter a whole number from 0 to 200')
  expect(fieldOf(form, 'Steps to the door (optional)').value).toBe('9')
})

test('the arrival guide changes at once, and History never tells the door code', async () => {
  const guide = { button: /^Save/, within: 'Change the arrival guide' }
  const CODE = '4711#'
  const operator = visitByRequests()
  const typed = { 'Shown, in days before check-in': '400', 'Door code (optional)': CODE }
  const refused = await operator.send(await operator.open(`${PROPERTY}/guide`), guide, typed)
  expect(refused.text).toContain('Please enter a whole number from 0 to 365')
  expect(fieldOf(formOf(refused, guide), 'Door code (optional)').value).toBe(CODE)
  const saved = await operator.send(refused, guide, { 'Shown, in days before check-in': '9' })
  expect(saved.text).toContain(`Door code: ${CODE}`)
  expect(saved.notes).toContainEqual(expect.stringContaining('Arrival guide changed'))
  const buttons = saved.forms.flatMap((form) => form.buttons.map(({ label }) => label))
  expect(buttons, 'no code comes back by Undo').not.toContain('Undo')

  expect((await operator.open(GUESTS)).text).toContain('on your private page from 9 days before check-in')
  const { html, text } = await operator.open('/admin/history')
  expect(text).toContain('Door code')
  expect(html).not.toContain(CODE)
})
