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

test('a drawer that a link opens is entered each time, and Escape closes it', async ({ visit }) => {
  const page = await visit(PRICES)
  await untilHydrated(page)
  for (let press = 0; press < 2; press += 1) {
    await page.getByRole('link', { name: 'Edit cleaning' }).click()
    await focusIsIn(page, 'Every night')
    await page.keyboard.press('Escape')
    await expect(drawer(page, 'Every night')).toBeHidden()
  }
})

test('a drawer that asks what to do about another’s change is entered again, and the one refused before stays closed', async ({
  visit,
}) => {
  const code = `DRAWER${test.info().retry}`
  const other = visitByRequests()
  const typed = { Code: code, 'Discount on the nights': '15%' }
  const added = await other.send(await other.open('/admin/codes'), { button: 'Add the code' }, typed)
  const page = await visit('/admin/codes', { expected: [/^40[09] POST .*\/codes/] })
  await untilHydrated(page)
  await page.getByText('Add a code').click()
  const refused = drawer(page, 'New code')
  await refused.getByRole('button', { name: 'Add the code' }).click()
  await refused.locator('[aria-invalid="true"]').first().waitFor()
  // Then the page has been loaded again.
  await page.waitForURL(/#add-code$/)
  await page.keyboard.press('Escape')
  await page.getByText(`Edit ${code}`).click()
  const form = drawer(page, code)
  await form.getByLabel('Discount on the nights').fill('20%')
  await other.send(added, { button: 'Save', within: `Edit ${code}` }, { 'Discount on the nights': '25%' })
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText('It says now').waitFor()
  await focusIsIn(page, code)
  await expect(refused).toBeHidden()
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(page.getByText(`Edit ${code}`)).toBeFocused()
})

test('the keys of the back office rest while a drawer is open', async ({ visit }) => {
  const page = await visit(PRICES)
  await untilHydrated(page)
  await page.getByText('Edit nightly rates').click()
  await focusIsIn(page, 'Every night')
  const close = page.locator('.drawer-fold[open] > summary')
  await close.focus()
  await page.keyboard.type('/')
  await expect(close).toBeFocused()
  await page.keyboard.type('gm')
  await page.keyboard.press('Escape')
  await page.keyboard.type('/')
  await expect(page.locator('#admin-search')).toBeFocused()
  expect(new URL(page.url()).pathname).toBe(PRICES)
})

test('the keyboard keeps its place in a table: on the added row, on the changed one, and on the next after a removal', async ({
  visit,
}) => {
  const page = await visit(PRICES)
  await untilHydrated(page)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')
  const names = [0, 1].map((at) => `Focus ${at} ${test.info().retry}`)
  for (const name of names) {
    await page.getByText('Add a discount').click()
    await drawer(page, 'New discount').getByLabel('Name', { exact: true }).fill(name)
    await drawer(page, 'New discount')
      .getByLabel('Nights or days')
      .fill(`${30 + names.indexOf(name)}`)
    await drawer(page, 'New discount').getByLabel('Percent').fill('3')
    await drawer(page, 'New discount').getByRole('button', { name: 'Add the discount' }).press('Enter')
    await expect(page.getByText(`Edit ${name}`)).toBeFocused()
  }
  const [first = '', second = ''] = names
  await page.getByText(`Edit ${first}`).press('Enter')
  await drawer(page, first).getByLabel('Percent').fill('4')
  await drawer(page, first).getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(drawer(page, first)).toBeHidden()
  await expect(page.getByText(`Edit ${first}`)).toBeFocused()
  await press(`Remove ${first}`)
  await expect(page.getByText(`Edit ${second}`)).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText(`Edit ${first}`), 'which is back').toBeFocused()
  for (const name of names) await press(`Remove ${name}`)
  // The table has other rows.
  await expect(page.locator('.record-end :focus')).toHaveCount(1)
})
