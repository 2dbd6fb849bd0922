import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { look } from '../look.ts'
import { expect, test } from '../page.ts'

const WIDTHS = [390, 820, 1440]
/** Forms that come back with what is wrong. */
const REFUSED = [/^400 POST .*\/admin\//]

test('an operator changes what guests are told, and sees how it reads', { tag: '@slow' }, async ({ visit }) => {
  const page = await visit('/admin/messages', { width: 390, expected: REFUSED })
  await untilHydrated(page)
  const section = page.getByRole('region', { name: 'The day before', exact: true })
  await section.locator('summary').click()
  const body = section.getByLabel('Text')
  await body.fill('Bring {boots}.')
  await section.getByRole('button', { name: 'Save' }).click()
  await expect(section.getByText('There’s no placeholder {boots}. Use one of those below.')).toBeVisible()
  await expect(body).toHaveValue('Bring {boots}.')
  await body.fill('Bring boots to ')
  // A placeholder is put where the cursor is, by the keyboard too.
  await section.getByRole('button', { name: '{home}' }).press('Enter')
  await expect(body).toHaveValue('Bring boots to {home}')
  await expect(section.locator('figure > p:last-child')).toHaveText(/^Bring boots to \w/)
  await section.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('Message to guests changed').first().waitFor()
  const confirmed = page.getByRole('region', { name: 'Confirmed', exact: true })
  await confirmed.getByText('Add a paragraph').click()
  await confirmed.getByLabel('Your own paragraph').fill('Mind the {moos}.')
  await confirmed.getByRole('button', { name: 'Save' }).click()
  await expect(confirmed.getByText('There’s no placeholder {moos}. Use one of those below.')).toBeVisible()
  await confirmed.getByLabel('Your own paragraph').fill('Mind the moose, {guest}.')
  await expect(confirmed.locator('figure > p:last-child')).toHaveText(/^Mind the moose, \w+\.$/)
  await confirmed.getByRole('button', { name: 'Save' }).press('Enter')
  await confirmed.getByText('Change your paragraph').waitFor()
  await look(page, 'messages', WIDTHS)
  await untilHydrated(page)
  await section.getByRole('button', { name: 'Send me a test: The day before', exact: true }).click()
  await expect(page.getByText(/A test is on its way to/)).toBeVisible()
})

test('an operator decides what the guest of one stay is told', async () => {
  const operator = visitByRequests()
  const arriving = await operator.open('/admin/bookings?view=arriving')
  const stay = arriving.links.find(({ href }) => /^\/admin\/bookings\/[A-Z\d]+-[A-Z\d]+$/.test(href))
  const booking = await operator.open(stay?.href ?? '')
  expect(booking.headings).toContain('Messages to the guest')
  const skipped = await operator.send(booking, { button: 'Skip: The day before' })
  const kept = await operator.send(skipped, { button: 'Don’t skip: The day before' })
  const sent = await operator.send(kept, { button: 'Send now: Thank you' })
  expect(sent.forms.flatMap(({ buttons }) => buttons.map(({ label }) => label))).not.toContain('Send now: Thank you')
  const write = { button: 'Send', within: 'message' }
  const empty = await operator.send(sent, write)
  expect(empty.text).toContain('Please write a message')
  const written = await operator.send(empty, write, { 'Your message': 'The dock is open by now.' })
  expect(written.url.pathname).toBe(booking.url.pathname)
  expect(written.text).toContain('The dock is open by now.')
})
