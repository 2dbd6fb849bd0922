import { demoPromoCode } from '#content/prices.ts'
import {
  bookButton,
  bookingFrame,
  frameTotal,
  GUEST,
  openForm,
  referenceOf,
  writeGuest,
  writtenGuest,
} from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { freeStay, pathOf, totalOf } from '../stays.ts'

const { code } = demoPromoCode

test('a code that was typed and not applied is in the price before booking; by keyboard a wrong one is refused, the right one books', async ({
  visit,
}) => {
  const stay = await freeStay('spacious-condo')
  const page = await visit(pathOf('spacious-condo', stay), { width: 390, expected: [/^400 GET .*\/promo-codes\//] })
  const frame = await bookingFrame(page)
  const plain = (await frameTotal(frame).textContent()) ?? ''
  const total = await totalOf('spacious-condo', stay, code)
  expect(total).not.toBe(plain)
  const lines = () => frame.locator('.booking-price-lines dt').allTextContents()
  await writeGuest(frame)
  await frame.getByText('Have a promo code?').focus()
  await page.keyboard.press('Enter')
  const field = frame.getByLabel('Promo code', { exact: true })
  await field.fill(code)
  await bookButton(frame).click()
  await expect(frameTotal(frame)).toHaveText(total)
  await expect(bookButton(frame)).toHaveCount(1)
  await frame.getByRole('button', { name: 'Remove promo code' }).click()
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
  await expect(frameTotal(frame)).toHaveText(total)
  expect(await lines()).toContain(`Code ${code} (10%)`)
  expect(await writtenGuest(frame)).toEqual(GUEST)
  await openForm(frame)
  await bookButton(frame).click()
  await referenceOf(frame)
  expect(await frame.getByRole('definition').allTextContents()).toContain(total)
})
