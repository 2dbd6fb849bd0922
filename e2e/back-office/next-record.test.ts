import type { Page } from '@playwright/test'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { bookByCall, freeStay } from '../stays.ts'

const note = (page: Page) => page.getByLabel('Only you and other operators read it')
const reason = (page: Page) => page.getByLabel('In your own words')
const otherAnswer = (page: Page) => page.getByText('This request was answered meanwhile.')

async function searchFor(page: Page, typed: string) {
  await page.getByRole('searchbox').fill(typed)
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL(`**/admin/bookings/${typed}`)
}

async function request(): Promise<string> {
  const answer = await bookByCall('spacious-condo', { ...(await freeStay('spacious-condo')), children: 0 })
  return ((await answer.json()) as { reference: string }).reference
}

async function decline(page: Page) {
  await page.getByText('Decline', { exact: true }).click()
  await reason(page).fill('We are closed')
}

test('what is typed for one booking stays off the next', async ({ visit }) => {
  const reference = await request()
  const page = await visit('/admin/bookings/DEMO-01')
  await untilHydrated(page)
  await note(page).fill('Pays cash at the door')
  await searchFor(page, reference)
  await expect(note(page)).toHaveValue('')
  await decline(page)
  await searchFor(page, 'DEMO-01')
  await expect(otherAnswer(page)).toHaveCount(0)
  await searchFor(page, reference)
  await expect(reason(page)).toBeHidden()
})

test('one’s own Confirm beside a typed reason is not taken for another operator’s answer', async ({ visit }) => {
  const page = await visit(`/admin/bookings/${await request()}`)
  await untilHydrated(page)
  await decline(page)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(page.locator('.page-top .state')).toHaveText('Confirmed')
  await expect(otherAnswer(page)).toHaveCount(0)
})
