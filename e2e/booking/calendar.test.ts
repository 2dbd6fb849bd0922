import type { Page } from '@playwright/test'
import { addDays, formatDate, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { bookButton, dayOf, frameTotal, untilHydrated } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { freeStay, nightsOf, propertyOf, type Slug } from '../stays.ts'

const bookPage = (slug: Slug, query = '') => `/embed/book/${propertyOf(slug).id}${query}`
const status = (page: Page) => page.locator('.calendar-line [role=status]')
const focusedDate = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('data-date'))

/** An arrival whose nights end at a booked one, with available nights after it. */
async function arrivalBeforeOthers(slug: Slug) {
  const nights = await nightsOf(slug)
  const run = (from: number) => nights.slice(from).findIndex(({ state }) => state === 'taken')
  const start = nights.findIndex(
    ({ state, minimumStay }, index) =>
      state === 'free' && run(index) >= minimumStay && run(index) <= 12 && nights.at(index + run(index) + 4)?.state,
  )
  const arrival = nights[start]
  if (!arrival) throw new Error(`Nobody comes to ${slug} soon after free nights.`)
  const booked = nights[start + run(start)]?.date as IsoDate
  const after = nights.find(({ date, state }) => date > booked && state === 'free')?.date as IsoDate
  return { arrival: arrival.date, minimum: arrival.minimumStay, booked, after }
}

test('a pointer chooses an arrival, sees which days cannot end the stay and why, and its total before it is chosen', async ({
  visit,
}) => {
  const { checkIn } = await freeStay('large-luxury', 7)
  const minimum = (await nightsOf('large-luxury')).find(({ date }) => date === checkIn)?.minimumStay ?? 0
  const { arrival, booked, after } = await arrivalBeforeOthers('large-luxury')
  const page = await visit(bookPage('large-luxury'))
  await untilHydrated(page)
  await test.step('days below the minimum stay', async () => {
    await page.getByRole('button', { name: 'Check availability' }).click()
    await page.getByLabel('Month', { exact: true }).selectOption(startOfMonth(checkIn))
    await expect(status(page)).toHaveText(
      new RegExp(`^Select your check-in date \\((${minimum}-night minimum|.+${minimum} nights from)`),
    )
    await (await dayOf(page, checkIn)).click()
    const least = `${minimum}-night minimum`
    await expect
      .poll(() => status(page).textContent())
      .toBe(`Check-in ${formatDate(checkIn, 'day')}. Now select check-out (${least}).`)
    await expect(page.getByRole('button', { name: /^Check-out/ })).toHaveAttribute('aria-expanded', 'true')

    const tooSoon = await dayOf(page, addDays(checkIn, minimum - 1))
    expect(await tooSoon.getAttribute('aria-label')).toContain(least)
    await expect(tooSoon).toHaveAttribute('aria-disabled', 'true')
    await tooSoon.click({ force: true })
    await expect(status(page)).toContainText(least)
    await expect(bookButton(page.mainFrame())).toHaveCount(0)
    const last = await dayOf(page, addDays(checkIn, minimum))
    await last.hover()
    await expect(page.locator('[data-preview=between]')).toHaveCount(minimum - 1)
    const total = new RegExp(`: ${minimum} nights?, \\$[\\d,]+(?:\\.\\d\\d)? total\\.$`)
    await expect(page.locator('.calendar-line [aria-hidden]')).toHaveText(total)
    await last.click()
    await bookButton(page.mainFrame()).waitFor()
  })

  await test.step('days after other guests', async () => {
    await page.goto(new URL(bookPage('large-luxury'), page.url()).href)
    await untilHydrated(page)
    await (await dayOf(page, arrival)).click()
    const beyond = await dayOf(page, after)
    expect(await beyond.getAttribute('aria-label')).toContain('after a booked night')
    await beyond.click({ force: true })
    await expect(status(page)).toContainText('after a booked night')
    const last = await dayOf(page, booked)
    await expect(last).toHaveAttribute('data-state', 'checkout-only')
    await last.click()
    await expect(frameTotal(page.mainFrame())).toHaveText(/^\$/)
    await page.getByRole('button', { name: /^Check-in/ }).click()
    await page.getByRole('button', { name: 'Clear dates' }).click()
    await expect(status(page)).toHaveText(/^Select your check-in date/)
    expect(await focusedDate(page)).not.toBeNull()
  })
})

test('arrow keys move from month to month, and a stay can be chosen with them', async ({ visit }) => {
  const { checkIn, checkOut } = await freeStay('lake-keowee')
  const page = await visit(bookPage('lake-keowee'))
  await untilHydrated(page)
  const first = await dayOf(page, checkIn)
  await first.focus()
  const goes = async (key: string, date: IsoDate) => {
    await page.keyboard.press(key)
    await expect.poll(() => focusedDate(page), { message: key }).toBe(date)
  }
  await goes('ArrowDown', addDays(checkIn, 7))
  await goes('ArrowUp', checkIn)
  await page.keyboard.press('PageDown')
  await goes('PageUp', checkIn)
  await page.keyboard.press('Shift+PageDown')
  expect((await focusedDate(page))?.slice(0, 4)).toBe(String(Number(checkIn.slice(0, 4)) + 1))
  await goes('Shift+PageUp', checkIn)
  await page.keyboard.press('Home')
  expect((await focusedDate(page)) ?? '').toMatch(/^20/)
  await (await dayOf(page, checkIn)).focus()
  await page.keyboard.press('Enter')
  for (let night = checkIn; night < checkOut; night = addDays(night, 1)) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  const field = page.getByRole('button', { name: /^Check-in/ })
  await expect(field).toBeFocused()
  await expect(field).toContainText(formatDate(checkIn))
  await expect(page.getByRole('button', { name: /^Check-out/ })).toContainText(formatDate(checkOut))
  await page.keyboard.press('Enter')
  const summary = `${formatDate(checkIn, 'day')} to ${formatDate(checkOut, 'day')}: 4 nights.`
  await expect(status(page)).toHaveText(summary)
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(5)
  await page.keyboard.press('Escape')
  await expect(field).toBeFocused()
})

test('a tap chooses at once, and at each width the booking page keeps its total and button in view', async ({
  visit,
}) => {
  const stay = await freeStay('large-luxury', 5)
  const page = await visit(bookPage('large-luxury'), { width: 390 })
  await untilHydrated(page)
  await (await dayOf(page, stay.checkIn)).tap()
  await (await dayOf(page, stay.checkOut)).tap()
  const total = frameTotal(page.mainFrame())
  await expect(total).toHaveText(/^\$/)
  await expect(page.locator('.calendar')).toHaveCount(0)
  const button = bookButton(page.mainFrame())
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
    for (const part of ['h1', '[name=guestPhone]', '.booking-more']) {
      await page.locator(part).scrollIntoViewIfNeeded()
      expect(await button.evaluate(isFullyVisible), `the button beside ${part} at ${width}`).toBe(true)
      expect(await total.evaluate(isFullyVisible), `the total beside ${part} at ${width}`).toBe(true)
    }
  }
  for (const width of process.env.TEST_ALL ? [1440, 390] : [1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.reload()
    await untilHydrated(page)
    await dayOf(page, stay.checkIn)
    await expect(page.locator('.calendar-grid:visible')).toHaveCount(width < 640 ? 1 : 2)
  }
})

function isFullyVisible(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}
