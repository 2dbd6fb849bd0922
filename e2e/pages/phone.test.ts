import type { Frame, Page } from '@playwright/test'
import { formatSpan } from '#app/shared/dates.ts'
import { formatAmount } from '#app/shared/money.ts'
import { type Stay, stayToQuery } from '#app/shared/stay.ts'
import { demoPromoCode } from '#content/prices.ts'
import {
  bookButton,
  bookingFrame,
  frameTotal,
  GUEST,
  openForm,
  pickStay,
  referenceOf,
  searchOf,
  writeGuest,
  writtenGuest,
} from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { countUnavailableNights, freeStay, pathOf, propertyOf, totalOf, totalsOf } from '../stays.ts'

const { code } = demoPromoCode

test('a guest on a phone books a stay from the home page, using the bar that shows the total, with a code that was typed and not applied', async ({
  visit,
}) => {
  const stay = { ...(await freeStay('lake-keowee')), adults: 3, children: 0 }
  const total = formatAmount((await totalsOf(stay))['lake-keowee'] ?? 0)
  const page = await visit('/', { width: 390, expected: [/^400 GET .*\/promo-codes\//] })
  await searchAndOpen(page, stay)
  const bar = page.locator('.booking-bar')
  await expect(bar.locator('strong')).toHaveText(total)
  await expect(bar.getByRole('link')).toHaveText('Book')
  await bar.getByRole('link').tap()
  const frame = await bookingFrame(page)
  await expect.poll(() => page.locator('#book').evaluate(isInView)).toBe(true)
  await expect(bar).toBeHidden()
  await expect(frameTotal(frame)).toHaveText(total)
  await test.step('the chosen stay is one line, and the button is within a screen of the card’s top', () =>
    expectShortCard(page, frame, stay))
  await test.step('the party has limits, which are said', () => tryParties(frame))
  await expect(frameTotal(frame)).toHaveText(total)

  await writeGuest(frame)
  const reduced = await totalOf('lake-keowee', stay, code)
  expect(reduced).not.toBe(total)
  await test.step('a code is in the price before booking', () => tryCodes(page, frame, total, reduced))
  await openForm(frame)
  await bookButton(frame).tap()
  await referenceOf(frame)
  expect(await frame.getByRole('definition').allTextContents()).toContain(reduced)
  expect(await countUnavailableNights('lake-keowee', stay)).toBe(4)
})

async function searchAndOpen(page: Page, stay: Stay) {
  const property = propertyOf('lake-keowee')
  const search = await searchOf(page)
  await search.getByRole('button', { name: /^Guests/ }).tap()
  await search.getByRole('button', { name: 'Add an adult' }).tap()
  await search.getByRole('button', { name: /^Check-in/ }).tap()
  await pickStay(search, stay)
  await search.getByRole('button', { name: 'Done' }).tap()
  await search.getByRole('button', { name: 'Search' }).tap()
  await page.waitForURL(`**/search?${stayToQuery(stay)}`)
  const row = (await searchOf(page, 'stay-results'))
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: property.name }) })
  await row.getByRole('link', { name: 'View this home' }).tap()
  await page.waitForURL(`**${pathOf('lake-keowee', stay)}**`)
}

async function expectShortCard(page: Page, frame: Frame, { checkIn, checkOut }: Stay) {
  await expect(frame.locator('.booking-line')).toContainText(`${formatSpan(checkIn, checkOut)}, 3 guests`)
  const top = (await page.locator('#book').boundingBox())?.y ?? 0
  const button = await bookButton(frame).boundingBox()
  expect((button?.y ?? 0) + (button?.height ?? 0) - top).toBeLessThan(844)
  await expect(frame.locator('.booking-deadline')).toHaveText(/^(?:Full refund|50% refund) until \w{3}, \w{3} \d+$/)
  await expect(frame.locator('.booking-shares')).toHaveText(/^\$[\d,.]+\sper\sperson, \$[\d,.]+\sper\snight$/)
  await expect(frame.getByRole('list', { name: 'What happens next' }).getByRole('listitem')).toHaveCount(3)
}

/** Leaves it as it was. */
async function tryParties(frame: Frame) {
  const line = frame.locator('.booking-line')
  await line.getByRole('button').tap()
  const guests = frame.getByRole('button', { name: /^Guests/ })
  await guests.tap()
  await expect(frame.getByText('$150 per stay')).toBeVisible()
  const more = frame.getByRole('button', { name: 'Add an adult' })
  const fewer = frame.getByRole('button', { name: 'Remove an adult' })
  const toItsEnd = async (button: typeof more) => {
    while ((await button.getAttribute('aria-disabled')) === null) await button.tap()
    // Playwright would wait until it is enabled.
    await button.tap({ force: true })
  }
  await toItsEnd(fewer)
  await frame.getByText('Your group needs at least one adult.').waitFor()
  await frame.getByRole('button', { name: 'Remove an infant' }).tap({ force: true })
  await frame.getByText('No infants so far.').waitFor()
  await toItsEnd(more)
  await frame.getByText(/^Up to \d+ adults\.$/).waitFor()
  await frame
    .getByRole('status')
    .filter({ hasText: /^This home sleeps \d+\./ })
    .waitFor()
  while (!/(?<!\d)3 guests/.test((await guests.textContent()) ?? '')) await fewer.tap()
  await frame.getByRole('button', { name: 'Done' }).tap()
  await expect(line.getByRole('button')).toBeFocused()
}

/** By keyboard a wrong one is refused, and the right one is in the price. */
async function tryCodes(page: Page, frame: Frame, plain: string, reduced: string) {
  const lines = () => frame.locator('.booking-price-lines dt').allTextContents()
  await frame.getByText('Have a promo code?').focus()
  await page.keyboard.press('Enter')
  const field = frame.getByLabel('Promo code', { exact: true })
  await field.fill(code)
  await bookButton(frame).tap()
  await expect(frameTotal(frame)).toHaveText(reduced)
  await expect(bookButton(frame)).toHaveCount(1)
  await frame.getByRole('button', { name: 'Remove promo code' }).tap()
  await expect.poll(lines).not.toContain(`Code ${code} (10%)`)
  await expect(frameTotal(frame)).toHaveText(plain)

  await field.focus()
  await page.keyboard.type('welcome11')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await frame.locator('.field-error').getByText('We don’t recognize this code.').waitFor()
  await expect(frameTotal(frame)).toHaveText(plain)

  await page.keyboard.press('Backspace')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  await expect(frameTotal(frame)).toHaveText(reduced)
  expect(await lines()).toContain(`Code ${code} (10%)`)
  expect(await writtenGuest(frame)).toEqual(GUEST)
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top < window.innerHeight && bottom > 0
}
