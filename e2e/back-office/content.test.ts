import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'

const PROPERTY = '/admin/homes/lake-keowee'
const GUESTS = '/property/lake-keowee'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const save = (page: Page, name: string) =>
  section(page, name).getByRole('button', { name: 'Save', exact: true }).click()

for (const width of [360, 1440]) {
  test(`facts, the host and questions are changed, read by guests at once, and undone at ${width}`, {
    tag: '@slow',
  }, async ({ visit }) => {
    const guest = visitByRequests()
    const guestReads = (text: string) => expect.poll(async () => (await guest.open(GUESTS)).text).toContain(text)
    const page = await visit(`${PROPERTY}/page?section=comfort`, { width, expected: [/^400 POST .*\/preview$/] })
    await untilHydrated(page)
    const speed = section(page, 'Comfort').getByLabel('Download speed, in Mbps')
    await speed.fill(String(width))
    await page.getByText('One change is not saved. It stays on this device.').waitFor()
    await save(page, 'Comfort')
    await page.getByRole('status').getByText('Comfort changed').waitFor()
    // The bar stays while the keyboard is in it.
    await page.getByRole('button', { name: 'Undo' }).focus()
    await guestReads(`Wi-Fi, ${width} Mbps`)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(speed).toHaveValue('150')

    // An address of before.
    await page.goto(page.url().replace(/\?.*/, '#change-host'))
    await section(page, 'Host').getByLabel('First name').fill(`Dana ${width}`)
    await save(page, 'Host')
    await guestReads(`Hosted by Dana ${width}`)
    // With the keyboard alone.
    await page.goto(page.url().replace(/\?.*/, '?section=questions'))
    await untilHydrated(page)
    await page.getByText('Add a question').focus()
    // It opens at its first field.
    await page.keyboard.press('Enter')
    await page.keyboard.type(`Is the dock ours at ${width}?`)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Yes, and so is the beach.')
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key)
    await page.getByRole('rowheader', { name: `Is the dock ours at ${width}?` }).waitFor()
    await expect(page.getByText(`Edit Is the dock ours at ${width}?`), 'of the new row').toBeFocused()
    await expectAccessible(page)
    await guestReads(`Is the dock ours at ${width}?`)
  })
}

test('a photo of the host is sent, shown and removed', async () => {
  const operator = visitByRequests()
  const bytes = await readFile('content/media/lake-keowee-exterior.jpg')
  const image = new File([bytes], 'host.jpg', { type: 'image/jpeg' })
  const page = await operator.open(`${PROPERTY}/page?section=host`)
  const sent = await operator.send(page, { button: 'Send the photo' }, { 'A photo': image })
  expect(sent.notes).toContainEqual(expect.stringContaining('Host changed'))
  const removed = await operator.send(sent, { button: 'Remove the photo' })
  const buttons = removed.forms.flatMap((form) => form.buttons.map(({ label }) => label))
  expect(buttons).not.toContain('Remove the photo')
})

test('questions are added and moved, and wrong facts keep what was typed, without JavaScript', async () => {
  const operator = visitByRequests()
  let page = await operator.open(`${PROPERTY}/page?section=questions`)
  for (const question of ['Is there a boat?', 'Is there a grill?']) {
    const typed = { Question: question, Answer: 'Ask us.' }
    page = await operator.send(page, { button: /^Add/, within: 'Add a question' }, typed)
    const change = page.forms.find(({ fields }) =>
      fields.some(({ label, value }) => label === 'Question' && value === question),
    )
    expect(change?.fields).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ label: 'Question', value: question }),
        expect.objectContaining({ label: 'Answer', value: 'Ask us.' }),
      ]),
    )
  }
  page = await operator.send(page, { button: 'Move up: Is there a grill?' })
  const asked = page.forms.flatMap(({ fields }) =>
    fields.flatMap(({ label, value }) => (label === 'Question' ? value : [])),
  )
  expect(asked.filter(Boolean).slice(-2)).toEqual(['Is there a grill?', 'Is there a boat?'])

  page = await operator.open(`${PROPERTY}/page?section=arrival`)
  const arrival = { button: /^Save/, within: 'Getting in and around' }
  const typed = { 'Parking spaces': 'lots', 'Steps to the door (optional)': '9' }
  const refused = await operator.send(page, arrival, typed)
  expect(refused.status).toBe(400)
  const form = formOf(refused, arrival)
  expect(fieldOf(form, 'Parking spaces').described).toContain('Please enter a whole number from 0 to 200')
  expect(fieldOf(form, 'Steps to the door (optional)').value).toBe('9')
})

test('the arrival guide changes at once, and History never tells the door code', async () => {
  const guide = { button: /^Save/, within: 'Arrival guide' }
  const CODE = '4711#'
  const operator = visitByRequests()
  const typed = { 'Shown, in days before check-in': '400', 'Door code (optional)': CODE }
  const refused = await operator.send(await operator.open(`${PROPERTY}/guide`), guide, typed)
  expect(refused.text).toContain('Please enter a whole number from 0 to 365')
  expect(fieldOf(formOf(refused, guide), 'Door code (optional)').value).toBe(CODE)
  const saved = await operator.send(refused, guide, { 'Shown, in days before check-in': '9' })
  expect(fieldOf(formOf(saved, guide), 'Door code (optional)').value).toBe(CODE)
  expect(saved.notes).toContainEqual(expect.stringContaining('Arrival guide changed'))
  const buttons = saved.forms.flatMap((form) => form.buttons.map(({ label }) => label))
  expect(buttons, 'no code comes back by Undo').not.toContain('Undo')

  expect((await operator.open(GUESTS)).text).toContain('on your private page from 9 days before check-in')
  const { html, text } = await operator.open('/admin/history')
  expect(text).toContain('Door code')
  expect(html).not.toContain(CODE)
})
