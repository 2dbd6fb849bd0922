import type { Page } from '@playwright/test'
import { addDays, weekday } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import { BOTH_WIDTHS, expectAccessible } from '../axe.ts'
import { GUEST, untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { look } from '../look.ts'
import { expect, test } from '../page.ts'
import { openFrame } from '../served-addresses.ts'
import { freeStay, nightsOf, pathOf, todayOf, totalsOf } from '../stays.ts'

const SLUG = 'luxury-amenities'
const PRICES = `/admin/homes/${SLUG}/prices`
const RULES = `/admin/homes/${SLUG}/rules`

/** A free weekend out of season, for two. */
async function freeWeekend(): Promise<Stay> {
  const nights = await nightsOf(SLUG)
  const at = nights.findIndex(
    ({ date, state, minimumStay }, index) =>
      index >= 14 &&
      weekday(date) === 5 &&
      state === 'free' &&
      minimumStay === 2 &&
      nights[index + 1]?.state === 'free',
  )
  const checkIn = nights[at]?.date ?? ''
  return { checkIn, checkOut: addDays(checkIn, 2), adults: 2, children: 0, infants: 0, pets: 0 }
}

const folded = (page: Page, summary: string) =>
  page.locator('details', { has: page.getByText(summary, { exact: true }) })

test('a form that adds keeps all while it is refused, and is closed and empty once saved', async ({ visit }) => {
  const page = await visit(PRICES, { expected: [/^400 POST .*\/prices/] })
  await untilHydrated(page)
  for (const code of ['One', 'Two']) {
    const form = folded(page, 'Add a fee')
    await form.getByText('Add a fee', { exact: true }).press('Enter')
    await expect(form.getByLabel('Name')).toHaveValue('')
    await form.getByLabel('Name').fill(`Firewood ${code}`)
    await form.getByLabel('Amount').fill('free')
    await form.getByRole('button', { name: 'Add the fee' }).press('Enter')
    await expect(form.getByLabel('Amount')).toHaveAttribute('aria-invalid', 'true')
    await expect(form.getByLabel('Name')).toHaveValue(`Firewood ${code}`)
    await form.getByLabel('Amount').fill('35')
    await form.getByRole('button', { name: 'Add the fee' }).press('Enter')
    await page.getByRole('heading', { name: `Firewood ${code}` }).waitFor()
    await expect(form.getByLabel('Name')).not.toBeVisible()
    await expect(form.locator('summary')).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone:').waitFor()
  }
})

test('a link to a form of the prices opens it; a wrong price is named beside its field, and a weekend price is tried, changed, read by guests at once, and undone', async ({
  visit,
}) => {
  const stay = await freeWeekend()
  const before = (await totalsOf(stay))[SLUG] ?? 0
  const page = await visit(`${PRICES}#add-tax`, { width: 390, expected: [/^4\d\d POST .*\/prices/] })
  await page.getByRole('button', { name: 'Add the tax' }).waitFor()
  await expect(page.getByText('Add a tax', { exact: true })).toBeFocused()
  await untilHydrated(page)
  await page.getByText('Add a season', { exact: true }).click()
  const minimum = folded(page, 'Add a season').getByLabel('Minimum stay, in nights')
  await expect(minimum).toHaveAttribute('required')
  await expect(minimum).toHaveAccessibleDescription(/^Required\./)

  await page.getByText('Change nightly prices').click()
  const form = folded(page, 'Change nightly prices')
  await look(page, 'prices', BOTH_WIDTHS)
  const nightly = form.getByLabel('Every night, in dollars')
  const known = await nightly.inputValue()
  await nightly.fill('0')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText('Please enter an amount from $1.00 to $99,999.00').waitFor()
  await expectAccessible(page, 'main')
  await nightly.fill(known)
  await form.locator('[name="rates[0].value"]').fill('620')
  await form.getByRole('button', { name: 'See what it changes' }).click()
  await form.getByText('Nothing is saved yet.').waitFor()
  expect(await form.getByRole('row').allInnerTexts()).toContainEqual(expect.stringMatching(/^A weekend\b/))
  expect((await totalsOf(stay))[SLUG]).toBe(before)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('status').getByText('Nightly prices changed').waitFor()
  await page.getByText('Friday and Saturday $620.00').first().waitFor()

  // The bar stays while the keyboard is in it.
  await page.getByRole('button', { name: 'Undo' }).focus()
  const raised = (await totalsOf(stay))[SLUG] ?? 0
  expect(raised).toBeGreaterThan(before)
  const guest = await visitByRequests().open(pathOf(SLUG, stay))
  expect(guest.text).toContain(formatAmount(raised))
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Friday and Saturday $520.00').first().waitFor()
  expect((await totalsOf(stay))[SLUG]).toBe(before)
})

test('without JavaScript wrong prices are named beside their fields, and nothing typed is lost', async () => {
  const operator = visitByRequests()
  const typed = { 'Every night, in dollars': '0', 'Cleaning, in dollars a stay': '275' }
  const nightly = { button: 'Save', within: 'Change nightly prices' }
  const refused = formOf(await operator.send(await operator.open(PRICES), nightly, typed), nightly)
  const { described } = fieldOf(refused, 'Every night, in dollars')
  expect(described).toContain('Please enter an amount from $1.00 to $99,999.00')
  expect(fieldOf(refused, 'Cleaning, in dollars a stay').value).toBe('275')
})

test('of two operators who change one thing, the second reads both and decides', async ({ visit }) => {
  const open = async () => {
    const page = await visit(RULES, { expected: [/^409 POST .*\/rules/] })
    await untilHydrated(page)
    await page.getByText('Change it for this home').click()
    return { page, form: folded(page, 'Change it for this home') }
  }
  const [first, second] = [await open(), await open()]
  for (const [{ form }, percent] of [
    [first, '20'],
    [second, '40'],
  ] as const) {
    await form.getByLabel('Deposit, in percent of the total').fill(percent)
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    if (percent === '20') await first.page.getByText('20% is paid with the booking').first().waitFor()
  }
  await second.form.getByText('It says now: 20% is paid with the booking').waitFor()
  await expect(second.form.getByLabel('Deposit, in percent of the total')).toHaveValue('40')
  await second.form.getByRole('button', { name: 'Save', exact: true }).click()
  await second.page.locator('.item-lines').getByText('40% is paid with the booking').waitFor()
  await second.page.getByRole('button', { name: 'Undo' }).click()
  await second.page.locator('.item-lines').getByText('20% is paid with the booking').waitFor()
})

test('prices are raised from a date on, and copied to another home with what differs shown before', async ({
  visit,
}) => {
  const page = await visit(PRICES, { width: 360 })
  await untilHydrated(page)
  await page.getByText('Change prices from a date on').click()
  const form = folded(page, 'Change prices from a date on')
  await form.getByLabel('First night with the new prices').fill(addDays(todayOf(SLUG), 200))
  await form.getByLabel('Raise all by percent').fill('5')
  await form.getByRole('button', { name: 'See what it changes' }).click()
  await form.getByText('Nothing is saved yet.').waitFor()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Every night $441.00').waitFor()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Copy to other homes' }).click()
  await page.getByLabel('Nightly prices and cleaning').check()
  await page.getByLabel('Large Luxury').check()
  await page.getByRole('button', { name: 'See what differs' }).click()
  await page.getByText('Every night $890.00').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy to 1 home' }).click()
  await page.getByRole('status').getByText('Prices copied to 1 home').waitFor()
  const pricesOfOther = async () => (await visitByRequests().open('/admin/homes/large-luxury/prices')).text
  expect(await pricesOfOther()).toContain('Every night $420.00')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(pricesOfOther).toContain('Every night $890.00')
})

test('a night pressed in a month says why it costs that', async ({ visit }) => {
  const { checkIn } = await freeWeekend()
  const page = await visit(`/admin/homes/${SLUG}/why?month=${checkIn.slice(0, 7)}`, { width: 390 })
  await untilHydrated(page)
  await page.locator(`a[href*="night=${checkIn}"]`).click()
  await page.getByText('Friday and Saturday: 1 night × $520.00').waitFor()
  await page.getByText('a weekday’s price counts before the price of every night').waitFor()
  await page.getByText('have a 2-night minimum').waitFor()
  await look(page, 'why', BOTH_WIDTHS)
})

test('a code is added, booked with, counted, and ended', async ({ visit }) => {
  const page = await visit('/admin/codes', { width: 360 })
  await untilHydrated(page)
  await page.getByText('Add a code').click()
  const form = folded(page, 'Add a code')
  await expectAccessible(page)
  await form.getByLabel('Code', { exact: true }).fill('cove15')
  await form.getByLabel('Discount on the nights').fill('15%')
  await form.getByLabel('How many bookings may use it').fill('5')
  await form.getByRole('button', { name: 'Add the code' }).click()
  await page.getByText('0 of 5 uses').waitFor()

  const stay = await freeStay('spacious-condo')
  const guest = visitByRequests()
  const frame = await openFrame(guest, `${pathOf('spacious-condo', stay)}&promo=COVE15`)
  expect(frame.text).toContain('Code COVE15 (15%)')
  const typed = { guestName: GUEST.name, guestEmail: GUEST.email, guestPhone: GUEST.phone }
  expect((await guest.send(frame, { button: /^Request to book/ }, typed)).status).toBe(201)

  await page.reload()
  await untilHydrated(page)
  await page.getByText('1 of 5 uses').waitFor()
  await page.getByRole('button', { name: 'End COVE15' }).click()
  await page.getByRole('status').getByText('Promo code COVE15 ended').waitFor()
  await expect(page.locator('li', { hasText: 'COVE15' }).getByText('Ended')).toBeVisible()
})
