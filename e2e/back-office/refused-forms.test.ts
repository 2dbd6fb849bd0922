import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'

test('a message that was refused is kept through a search, and the keyboard is at its first invalid field', async ({
  visit,
}) => {
  const page = await visit('/admin/inbox/new', { expected: [/^400 POST .*\/inbox\/new/] })
  await untilHydrated(page)
  await page.getByLabel('Subject').fill('The dock')
  await page.getByLabel('Your message').fill('It is open in May.')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByLabel('To', { exact: true })).toBeFocused()
  await page.getByLabel('Name, email, phone, or reference').fill('example')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('list', { name: 'Guests' }).getByRole('link').first().click()
  await expect(page.getByLabel('To', { exact: true })).not.toHaveValue('')
  await expect(page.getByLabel('Subject')).toHaveValue('The dock')
  await expect(page.getByLabel('Your message')).toHaveValue('It is open in May.')
})

const STORY = '/admin/homes/lake-keowee/page?section=story'

test('without a script the lines of a text are in one text area alone', async ({ visit }) => {
  const page = await visit(STORY, { javaScript: false })
  await expect(page.locator('.line-text').first()).toBeVisible()
  await expect(page.locator('.line-rows').first()).toBeHidden()
})

test('pasted lines that do not fit are counted', async ({ visit }) => {
  const page = await visit(STORY)
  await untilHydrated(page)
  const rows = page.getByRole('textbox', { name: /^Highlight \d+$/ })
  const before = await rows.count()
  await rows.first().evaluate((row) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', Array.from({ length: 25 }, (_, at) => `Pasted ${at}`).join('\n'))
    row.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect(rows).toHaveCount(20)
  await expect(page.getByText(`${before + 5} pasted lines did not fit: there is room for 20 highlights.`)).toBeVisible()
})
