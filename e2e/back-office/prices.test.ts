import type { Page } from '@playwright/test'
import { addDays, weekday } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import { BOTH_WIDTHS } from '../axe.ts'
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

test('a link to a form of the prices opens it; a wrong price is named beside its field, and a weekend price is tried, changed, read by guests at once, and undone', async ({
  visit,
}) => {
  const stay = await freeWeekend()
  const before = (await totalsOf(stay))[SLUG] ?? 0
  const page = await visit(`${PRICES}#add-tax`, { width: 390, expected: [/^4\d\d POST .*\/prices/] })
  await page.getByRole('button', { name: 'Add the tax' }).waitFor()
  await expect(folded(page, 'Add a tax').getByLabel('Name')).toBeFocused()
  await untilHydrated(page)
  await page.keyboard.press('Escape')
  await page.getByText('Add a season', { exact: true }).click()
  const minimum = folded(page, 'Add a season').getByLabel('Minimum stay, in nights')
  await expect(minimum).toHaveAttribute('required')
  await expect(minimum).toHaveAccessibleDescription(/^Required\./)

  await page.keyboard.press('Escape')
  await expect(folded(page, 'Add a season').locator('summary')).toBeFocused()

  await page.getByText('Edit nightly rates').click()
  const form = folded(page, 'Edit nightly rates')
  await look(page, 'prices', BOTH_WIDTHS)
  const nightly = form.getByLabel('Every night, in dollars')
  const known = await nightly.inputValue()
  await nightly.fill('0')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await form.getByText('Please enter an amount from $1.00 to $99,999.00').waitFor()
  await nightly.fill(known)
  await form.locator('[name="rates[0].value"]').fill('620')
  const typed = page.getByText('As typed, not saved yet.')
  await typed.waitFor()
  await form.getByRole('button', { name: 'See what it changes' }).click()
  await form.getByText('Nothing is saved yet.').waitFor()
  expect(await form.getByRole('row').allInnerTexts()).toContainEqual(expect.stringMatching(/^A weekend\b/))
  expect((await totalsOf(stay))[SLUG]).toBe(before)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('status').getByText('Nightly prices changed').waitFor()
  const everyNight = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Every night' }) })
  await expect(everyNight).toContainText('$620')
  await expect(typed).toHaveCount(0)

  // The bar stays while the keyboard is in it.
  await page.getByRole('button', { name: 'Undo' }).focus()
  const raised = (await totalsOf(stay))[SLUG] ?? 0
  expect(raised).toBeGreaterThan(before)
  const guest = await visitByRequests().open(pathOf(SLUG, stay))
  expect(guest.text).toContain(formatAmount(raised))
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(everyNight).toContainText('$520')
  expect((await totalsOf(stay))[SLUG]).toBe(before)
})

test('while a price is typed, an ended session or a lost connection opens nothing, and the last price stays', async ({
  visit,
}) => {
  const page = await visit(PRICES, { expected: [/^401 GET .*price\.json/, /ERR_FAILED/] })
  await untilHydrated(page)
  await page.getByText('Edit nightly rates').click()
  const weekend = folded(page, 'Edit nightly rates').locator('[name="rates[0].value"]')
  const asked = /\/price\.json\?|\/why\.data\?/
  const typed = page.getByText('As typed, not saved yet.')
  await weekend.fill('611')
  await typed.waitFor()
  let failed = 0
  await page.route(asked, (route) => {
    failed += 1
    return failed === 1 ? route.fulfill({ status: 401, json: { code: 'sign-in', message: '' } }) : route.abort()
  })
  for (const amount of ['612', '613']) {
    const before = failed
    await weekend.fill(amount)
    await expect.poll(() => failed).toBe(before + 1)
  }
  // Answered after all that was asked before.
  await page.evaluate(() => fetch('/healthz', { cache: 'no-store' }).then(() => null))
  expect(new URL(page.url()).pathname).toBe(PRICES)
  await expect(page.getByRole('dialog', { name: 'Please sign in again' })).toBeHidden()
  await expect(weekend).toHaveValue('613')
  await expect(typed).toBeVisible()
})

test('without JavaScript wrong prices are named beside their fields, and nothing typed is lost', async () => {
  const operator = visitByRequests()
  const typed = { 'Every night, in dollars (optional)': '0', 'Cleaning, in dollars a stay': '275' }
  const nightly = { button: 'Save', within: 'Edit nightly rates' }
  const refused = formOf(await operator.send(await operator.open(PRICES), nightly, typed), nightly)
  const { described } = fieldOf(refused, 'Every night, in dollars (optional)')
  expect(described).toContain('Please enter an amount from $1.00 to $99,999.00')
  expect(fieldOf(refused, 'Cleaning, in dollars a stay').value).toBe('275')
})

test('of two operators who change one thing, the second reads both and decides', async () => {
  const deposit = { button: 'Save', within: 'Change it for this home' }
  const percent = (value: string) => ({ 'Deposit, in percent of the total (optional)': value })
  const operator = visitByRequests()
  const seen = await operator.open(RULES)
  const first = await operator.send(seen, deposit, percent('20'))
  expect(first.text).toContain('20% is paid with the booking')
  const asked = await operator.send(seen, deposit, percent('40'))
  expect([asked.status, asked.text]).toEqual([
    409,
    expect.stringContaining('It says now: 20% is paid with the booking'),
  ])
  expect(fieldOf(formOf(asked, deposit), 'Deposit, in percent of the total (optional)').value).toBe('40')
  const second = await operator.send(asked, deposit)
  expect(second.text).toContain('40% is paid with the booking')
  const undone = await operator.send(second, { button: 'Undo' })
  expect(undone.text).toContain('20% is paid with the booking')
})

test('prices are raised from a date on, and copied to another home with what differs shown before', async () => {
  const operator = visitByRequests()
  const raise = { within: 'From a date on' }
  const typed = { 'First night with the new prices': addDays(todayOf(SLUG), 200), 'Raise all by percent': '5' }
  const tried = await operator.send(await operator.open(PRICES), { ...raise, button: 'See what it changes' }, typed)
  expect(tried.text).toContain('Nothing is saved yet.')
  const raised = await operator.send(tried, { ...raise, button: 'Save' })
  expect(raised.text).toContain('Every night $441.00')

  const { href = '' } = raised.links.find(({ label }) => label === 'Copy to other homes') ?? {}
  const copy = await operator.open(new URL(href, raised.url).href)
  const chosen = { 'Nightly prices and cleaning': true, 'Large Luxury': true }
  const differs = await operator.send(copy, { button: 'See what differs' }, chosen)
  expect(differs.text).toContain('Every night $890.00')
  const copied = await operator.send(differs, { button: 'Copy to 1 home' })
  expect(copied.notes).toContainEqual(expect.stringContaining('Prices copied to 1 home'))
  const pricesOfOther = async () => (await operator.open('/admin/homes/large-luxury/prices')).text
  expect(await pricesOfOther()).toMatch(/Every night\s*always\s*\$420/)
  await operator.send(copied, { button: 'Undo' })
  expect(await pricesOfOther()).toMatch(/Every night\s*always\s*\$890/)
})

test('a night pressed in a month says why it costs that', async () => {
  const { checkIn } = await freeWeekend()
  const operator = visitByRequests()
  const month = await operator.open(`/admin/homes/${SLUG}/why?month=${checkIn.slice(0, 7)}`)
  const { href = '' } = month.links.find((link) => link.href.includes(`night=${checkIn}`)) ?? {}
  const { text } = await operator.open(new URL(href, month.url).href)
  expect(text).toContain('Friday and Saturday: 1 night × $520.00')
  expect(text).toContain('a weekday’s price counts before the price of every night')
  expect(text).toContain('have a 2-night minimum')
})

test('a code is added, booked with, counted, and ended', async () => {
  const operator = visitByRequests()
  const typed = { Code: 'cove15', 'Discount on the nights': '15%', 'How many bookings may use it (optional)': '5' }
  const added = await operator.send(await operator.open('/admin/codes'), { button: 'Add the code' }, typed)
  expect(added.text).toContain('0 of 5 uses')

  const stay = await freeStay('spacious-condo')
  const guest = visitByRequests()
  const frame = await openFrame(guest, `${pathOf('spacious-condo', stay)}&promo=COVE15`)
  expect(frame.text).toContain('Code COVE15 (15%)')
  const about = { guestName: GUEST.name, guestEmail: GUEST.email, guestPhone: GUEST.phone }
  expect((await guest.send(frame, { button: /^Request to book/ }, about)).status).toBe(201)

  const used = await operator.open('/admin/codes')
  expect(used.text).toContain('1 of 5 uses')
  const ended = await operator.send(used, { button: 'End COVE15' })
  expect(ended.notes).toContainEqual(expect.stringContaining('Promo code COVE15 ended'))
  expect(ended.text).toMatch(/COVE15.{0,300}Ended/)
})
