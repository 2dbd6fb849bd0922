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
