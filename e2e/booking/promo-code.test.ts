import { formatAmount } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { demoPromoCode } from '#content/prices.ts'
import { bookButton, bookingFrame, frameTotal, GUEST, referenceOf, writeGuest, writtenGuest } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, pathOf, propertyOf, type Slug } from '../stays.ts'

const { code } = demoPromoCode

/** The price of the stay with the demo's code, from the API. */
async function totalWithCode(slug: Slug, { checkIn, checkOut, ...party }: Stay): Promise<string> {
  const body = {
    propertyId: propertyOf(slug).id,
    checkInDate: checkIn,
    checkOutDate: checkOut,
    ...party,
    promoCode: code,
  }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${siteUrl()}/api/quotes`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return formatAmount(((await answer.json()) as { total: number }).total)
}

test('a guest enters a wrong code, then the right one by keyboard, keeps the input, and books at the lower price', async ({
  visit,
}) => {
  const stay = await freeStay('spacious-condo')
  const page = await visit(pathOf('spacious-condo', stay), { width: 390, expected: [/^400 GET .*\/promo-codes\//] })
  const frame = await bookingFrame(page)
  const plain = (await frameTotal(frame).textContent()) ?? ''
  await writeGuest(frame)
  await frame.getByText('Have a promo code?').focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.type('welcome11')
  await page.keyboard.press('Enter')
  const field = frame.getByLabel('Promo code', { exact: true })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await frame.locator('.field-error').getByText('We don’t recognize this code.').waitFor()
  await expect(frameTotal(frame)).toHaveText(plain)

  await page.keyboard.press('Backspace')
  await page.keyboard.type('0')
  await page.keyboard.press('Enter')
  const total = await totalWithCode('spacious-condo', stay)
  await expect(frameTotal(frame)).toHaveText(total)
  expect(total).not.toBe(plain)
  expect(await frame.locator('.booking-price-lines dt').allTextContents()).toContain(`Code ${code} (10%)`)
  expect(await writtenGuest(frame)).toEqual(GUEST)
  await bookButton(frame).click()
  await referenceOf(frame)
  expect(await frame.getByRole('definition').allTextContents()).toContain(total)
})

test('a code that was typed but not applied is included in the price before booking', async ({ visit }) => {
  const stay = await freeStay('large-luxury')
  const page = await visit(pathOf('large-luxury', stay))
  const frame = await bookingFrame(page)
  await frame.getByText('Have a promo code?').click()
  await frame.getByLabel('Promo code', { exact: true }).fill(code)
  await writeGuest(frame)
  await bookButton(frame).click()
  await expect(frameTotal(frame)).toHaveText(await totalWithCode('large-luxury', stay))
  await expect(bookButton(frame)).toHaveCount(1)
  await frame.getByRole('button', { name: /^Change dates/ }).click()
  await frame.getByRole('button', { name: 'Remove promo code' }).click()
  await expect
    .poll(() => frame.locator('.booking-price-lines dt').allTextContents())
    .not.toContain(`Code ${code} (10%)`)
})

test('with JavaScript off the code field is next to the dates: a wrong code gets an error, the right one changes the price', async ({
  visit,
}) => {
  const stay = { ...(await freeStay('luxury-amenities')), children: 0 }
  const page = await visit(`${pathOf('luxury-amenities', stay)}&promo=nonsense`, { javaScript: false })
  const frame = await (await page.locator('#book iframe').elementHandle())?.contentFrame()
  if (!frame) throw new Error('There is no booking frame.')
  await frame.locator('[method=get] .field-error').waitFor()
  await frame.getByLabel('Have a promo code?').fill(code)
  await frame.getByRole('button', { name: 'Show total' }).click()
  await frame.waitForURL(`**promo=${code}**`)
  const total = await totalWithCode('luxury-amenities', stay)
  await expect(frameTotal(frame)).toHaveText(total)
  await writeGuest(frame)
  await bookButton(frame).click()
  await frame.getByText(`Thanks, ${GUEST.name.split(' ')[0]}.`).waitFor()
  expect(await frame.getByRole('definition').allTextContents()).toContain(total)
})
