import type { Page } from '@playwright/test'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'

const PRICES = '/admin/homes/lake-keowee/prices'

const drawer = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const focusIsIn = (page: Page, title: string) => expect(drawer(page, title).locator(':focus')).toHaveCount(1)

test('what was typed in a drawer leaves it closed at the next visit: its button says so, and behind it the draft is offered', async ({
  visit,
}) => {
  const page = await visit(PRICES)
  await untilHydrated(page)
  await page.getByText('Edit nightly rates').click()
  await drawer(page, 'Every night').getByLabel('Cleaning').fill('333')
  await page.reload()
  const marked = page.getByText('Edit nightly rates (unsaved)')
  await marked.waitFor()
  await expect(drawer(page, 'Every night')).toBeHidden()
  await marked.click()
  await drawer(page, 'Every night').getByRole('button', { name: 'Use it' }).click()
  await expect(drawer(page, 'Every night').getByLabel('Cleaning')).toHaveValue('333')

  await page.reload()
  await marked.click()
  await drawer(page, 'Every night').getByRole('button', { name: 'Discard it' }).click()
  await expect(marked).toHaveCount(0)
  await expect(drawer(page, 'Every night').getByLabel('Cleaning')).not.toHaveValue('333')
})
