import type { Page } from '@playwright/test'
import { nightsBetween } from '#app/shared/dates.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { bookingFrame, GUEST, referenceOf, searchOf, untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { countUnavailableNights, freeStay, propertyOf } from '../stays.ts'

const A_DAY = /day, \w+ \d+, \d{4}/

/** The focused element, through shadow roots and same-origin frames: its accessible name and its day. */
function focusOf(page: Page): Promise<{ name: string; date: string }> {
  return page.evaluate(() => {
    let focused = document.activeElement
    for (let inner = focused; inner; focused = inner) {
      const frame = inner instanceof HTMLIFrameElement ? inner.contentDocument?.activeElement : null
      inner = inner.shadowRoot?.activeElement ?? frame ?? null
      if (!inner) break
    }
    if (!focused) return { name: '', date: '' }
    const labels = (focused as HTMLInputElement).labels
    const words = [focused.getAttribute('aria-label'), labels?.[0]?.textContent, focused.textContent]
    return { name: words.find(Boolean) ?? '', date: focused.getAttribute('data-date') ?? '' }
  })
}

const focusedName = async (page: Page) => (await focusOf(page)).name

/** Presses Tab until the focus is on the wanted element. */
async function tabTo(page: Page, name: RegExp) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab')
    if (name.test(await focusedName(page))) return
  }
  throw new Error(`60 tabs do not lead to ${name}.`)
}

/** Moves through the grid from the focused day. */
async function walkTo(page: Page, date: string) {
  for (let presses = 0; presses < 120; presses += 1) {
    const days = nightsBetween((await focusOf(page)).date, date)
    if (days === 0) return
    const weekly = Math.abs(days) >= 7
    const [back, on] = weekly ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight']
    await page.keyboard.press(days > 0 ? on : back)
  }
  throw new Error(`120 arrows do not lead to ${date}.`)
}

test('a guest searches, chooses a property, and books by keyboard; what is missing is said, and Escape returns the focus', {
  tag: '@slow',
}, async ({ visit }) => {
  const property = propertyOf('luxury-amenities')
  const stay = { ...(await freeStay('luxury-amenities')), children: 0 }
  const page = await visit('/')
  await untilHydrated(page)
  const search = await searchOf(page)
  await search.getByRole('button', { name: 'Search' }).focus()
  await page.keyboard.press('Enter')
  await search.getByRole('alert').getByText('Select your check-in and check-out dates.').waitFor()
  await search.getByRole('grid').first().waitFor()
  await page.keyboard.press('Escape')
  await search.getByRole('grid').first().waitFor({ state: 'detached' })
  await search.getByRole('button', { name: /^Check-out/ }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toMatch(A_DAY)
  await page.keyboard.press('Escape')
  await search.getByRole('grid').first().waitFor({ state: 'detached' })
  await expect.poll(() => focusedName(page)).toMatch(/^Check-out/)

  await search.getByRole('button', { name: /^Check-in/ }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toMatch(A_DAY)
  await walkTo(page, stay.checkIn)
  await page.keyboard.press('Enter')
  await walkTo(page, stay.checkOut)
  await page.keyboard.press('Space')
  await expect.poll(() => focusedName(page)).toMatch(/^Guests/)
  await tabTo(page, /^Done$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Search')
  await page.keyboard.press('Enter')

  await page.waitForURL(`**/search?${stayToQuery(stay)}`)
  const heading = page.locator('stay-results').getByRole('heading', { name: property.name })
  await heading.waitFor()
  const names = await page.locator('stay-results').getByRole('heading', { level: 2 }).allTextContents()
  for (let row = 0; row <= names.indexOf(property.name); row += 1) await tabTo(page, /^View this home/)
  await page.keyboard.press('Enter')

  await page.waitForURL(`**${property.path}?**`)
  const frame = await bookingFrame(page)
  await page.locator('#book iframe').focus()
  await tabTo(page, /^Check-in/)
  await tabTo(page, /^Request to book$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focusedName(page)).toBe('Name')
  await page.keyboard.type(GUEST.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(GUEST.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(GUEST.phone)
  await tabTo(page, /^Request to book$/)
  await page.keyboard.press('Enter')
  await referenceOf(frame)
  expect(await countUnavailableNights('luxury-amenities', stay)).toBe(4)
})
