import { setTimeout as wait } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { addDays, type IsoDate, weekday } from '#app/shared/dates.ts'
import type { ServedPage } from '#test/requests/served-page.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { freeStay, nightsOf, propertyOf, type Slug, todayOf } from '../stays.ts'

/** A Friday that the demo's stays do not reach. Nine days after it are in its month, because a phone shows one month. */
function quietFriday(days: number): IsoDate {
  const date = addDays(todayOf(), days)
  const friday = addDays(date, (12 - weekday(date)) % 7)
  return friday.slice(0, 7) === addDays(friday, 9).slice(0, 7) ? friday : quietFriday(days + 7)
}

/** Presses like a finger or a mouse, and counts. */
function presser(isPhone: boolean) {
  const counted = { count: 0 }
  const press = async (target: Locator) => {
    counted.count += 1
    await (isPhone ? target.tap() : target.click())
  }
  return { press, counted }
}

const grid = (isPhone: boolean) => (isPhone ? '.phone-month' : '.board')
const nightOf = (page: Page, slug: Slug, date: IsoDate, isPhone = false) =>
  page.locator(
    `${isPhone ? '' : '.board '}[data-property="${slug}"]${isPhone ? '.phone-month' : ''} [data-night="${date}"]`,
  )
const choice = (page: Page, text: string) =>
  page.locator('.sheet-pills label', { hasText: new RegExp(`^${text.replace('+', '\\+')}$`) })
const calendar = (day: IsoDate, slug: Slug) => `/admin/calendar?day=${day}&property=${slug}`
const priceOf = async (page: Page, slug: Slug, date: IsoDate, isPhone: boolean) =>
  Number(/\$([\d,.]+)/.exec((await nightOf(page, slug, date, isPhone).textContent()) ?? '')?.[1]?.replace(',', ''))

test('on a desk a night is blocked in 3 presses, a week for the owner in 4, and open again after 1; two weekends rise by 15% in three homes in 5; a mouse drags over nights', async ({
  visit,
}) => {
  const friday = quietFriday(200)
  const page = await visit(calendar(friday, 'lake-keowee'))
  await untilHydrated(page)
  await test.step('a night is blocked', () => blockNight(page, friday))
  await test.step('a week is blocked', () => blockWeek(page, false, friday))
  await test.step('two weekends rise', () => raiseWeekends(page, false, friday))
  await test.step('a mouse drags over nights of two homes', () => dragOverNights(page, friday))
})

test('on a phone a week is blocked for the owner in 4 presses, and open again after 1; a swipe goes to the next home', async ({
  visit,
}) => {
  const friday = quietFriday(240)
  const page = await visit(calendar(friday, 'lake-keowee'), { width: 360 })
  await untilHydrated(page)
  await test.step('a week is blocked', () => blockWeek(page, true, friday))
  await test.step('a swipe goes to the next home', () => swipeOverProperties(page))
})

test('on a phone two weekends rise by 15% in three homes in 6 presses', { tag: '@slow' }, async ({ visit }) => {
  const friday = quietFriday(240)
  const page = await visit(calendar(friday, 'large-luxury'), { width: 360 })
  await untilHydrated(page)
  await raiseWeekends(page, true, friday)
})

async function blockNight(page: Page, friday: IsoDate) {
  const { press, counted } = presser(false)
  const night = nightOf(page, 'lake-keowee', friday)
  await press(night)
  await press(night)
  await press(page.getByRole('button', { name: 'Block these nights' }))
  await page.locator('.board a', { hasText: 'Blocked' }).waitFor()
  expect(counted.count).toBe(3)
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(page.locator('.board a', { hasText: 'Blocked' })).toHaveCount(0)
}

async function blockWeek(page: Page, isPhone: boolean, friday: IsoDate) {
  const { press, counted } = presser(isPhone)
  const last = addDays(friday, 6)
  await press(nightOf(page, 'lake-keowee', friday, isPhone))
  await press(nightOf(page, 'lake-keowee', last, isPhone))
  await press(choice(page, 'Owner stay'))
  await page.getByRole('heading', { name: `${propertyOf('lake-keowee').name}: 7 nights` }).waitFor()
  await press(page.getByRole('button', { name: 'Block for the owner' }))
  await page.locator(`${grid(isPhone)} a`, { hasText: 'Owner stay' }).waitFor()
  expect(counted.count).toBe(4)
  expect((await nightsOf('lake-keowee')).find(({ date }) => date === friday)?.state).toBe('taken')
  await expectAccessible(page)
  await press(page.getByRole('button', { name: 'Undo' }))
  await expect(page.locator(`${grid(isPhone)} a`, { hasText: 'Owner stay' })).toHaveCount(0)
  expect(counted.count).toBe(5)
  expect((await nightsOf('lake-keowee')).find(({ date }) => date === friday)?.state).toBe('free')
}

async function raiseWeekends(page: Page, isPhone: boolean, friday: IsoDate) {
  const { press, counted } = presser(isPhone)
  const before = await priceOf(page, 'large-luxury', friday, isPhone)
  await press(nightOf(page, 'large-luxury', friday, isPhone))
  // Rows that follow one another on the board; on a phone the homes of one place.
  await press(nightOf(page, isPhone ? 'large-luxury' : 'luxury-amenities', addDays(friday, 8), isPhone))
  if (isPhone) await press(page.getByRole('button', { name: 'All 3 in Steamboat Springs' }))
  await press(page.getByLabel('Nightly price'))
  await page.keyboard.type('+15%')
  await press(choice(page, 'Fri and Sat'))
  await expect(page.locator('.sheet-plan > p').first()).toHaveText('3 homes will change')
  await expectAccessible(page, '.sheet')
  await press(page.getByRole('button', { name: /^Save for/ }))
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  expect(counted.count).toBeLessThanOrEqual(isPhone ? 6 : 5)
  expect(await priceOf(page, 'large-luxury', friday, isPhone)).toBe(Math.round(before * 1.15))
  expect(await priceOf(page, 'large-luxury', addDays(friday, 2), isPhone)).not.toBe(Math.round(before * 1.15))
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone:').waitFor()
  expect(await priceOf(page, 'large-luxury', friday, isPhone)).toBe(before)
}

test('the keyboard moves, chooses, blocks and undoes', async ({ visit }) => {
  const friday = quietFriday(280)
  const page = await visit(calendar(friday, 'lake-keowee'))
  await untilHydrated(page)
  // Hundreds of nights and bars are one stop of Tab.
  const stops = page.locator('.board :is(a, [tabindex]):not([tabindex="-1"])')
  await expect(stops).toHaveCount(1)
  await stops.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(nightOf(page, 'lake-keowee', addDays(friday, 1))).toBeFocused()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(page.locator('.board [aria-selected]')).toHaveCount(4)
  await page.keyboard.press('b')
  await page.getByRole('heading', { name: '2 homes: 2 nights' }).waitFor()
  await expect(choice(page, 'Owner stay').locator('input')).toBeChecked()
  await page.getByRole('button', { name: 'Block for the owner' }).press('Enter')
  await expect(page.locator('.board a', { hasText: 'Owner stay' })).toHaveCount(2)
  const cell = nightOf(page, 'luxury-amenities', addDays(friday, 2))
  await expect(cell).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Owner stay' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cell).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(page.locator('.board a', { hasText: 'Owner stay' })).toHaveCount(0)
  await page.keyboard.press('p')
  await expect(page.getByLabel('Nightly price')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Nightly price')).toHaveCount(0)
  await expect(cell).toBeFocused()
  await page.keyboard.press('m')
  await page.getByLabel('Minimum stay').fill('5')
  await page.keyboard.press('Enter')
  await expect(cell).toContainText('min 5')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(cell).not.toContainText('min 5')
  await expect(page.getByRole('status').filter({ hasText: 'Undone:' })).toBeVisible()
  await expect(cell).toBeFocused()
  await expect(stops).toHaveCount(1)
})

/** Also to outside of the board, and Escape ends that. */
async function dragOverNights(page: Page, friday: IsoDate) {
  const centerOf = async (slug: Slug, days: number) => {
    const { x = 0, y = 0 } = (await nightOf(page, slug, addDays(friday, days)).boundingBox()) ?? {}
    return [x + 30, y + 25] as const
  }
  const drag = async () => {
    await page.mouse.move(...(await centerOf('large-luxury', 1)))
    await page.mouse.down()
    await page.mouse.move(...(await centerOf('lake-keowee', 3)), { steps: 5 })
    await expect(page.locator('.board [aria-selected]')).toHaveCount(6)
  }
  await drag()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.locator('.board [aria-selected]')).toHaveCount(0)
  await drag()
  const [x] = await centerOf('large-luxury', 3)
  await page.mouse.move(x, 20, { steps: 20 })
  await page.mouse.up()
  await expect(page.locator('.board [aria-selected]')).toHaveCount(3)
  await page.getByRole('heading', { name: `${propertyOf('large-luxury').name}: 3 nights` }).waitFor()
  await page.locator('.board-panel').getByRole('link', { name: 'New booking' }).click()
  await page.getByRole('button', { name: `Book ${propertyOf('large-luxury').name}` }).waitFor()
  await expect(page.getByLabel('Check-in')).toHaveValue(addDays(friday, 1))
  await expect(page.getByLabel('Check-out')).toHaveValue(addDays(friday, 4))
}

/** A swipe to the side goes to the next home and back, and one up scrolls. */
async function swipeOverProperties(page: Page) {
  const touch = await page.context().newCDPSession(page)
  const swipe = async (right: number, down = 0) => {
    const { x = 0, y = 0 } = (await page.locator('.phone-month table').boundingBox()) ?? {}
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) => {
      const touchPoints = type === 'touchEnd' ? [] : [{ x: x + 160 + right * part, y: y + 150 + down * part }]
      return touch.send('Input.dispatchTouchEvent', { type, touchPoints })
    }
    await send('touchStart', 0)
    for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', part)
    await send('touchEnd', 1)
  }
  const property = page.locator('.phone-month')
  await swipe(-120)
  await expect(property).toHaveAttribute('data-property', 'luxury-amenities')
  await swipe(120)
  await expect(property).toHaveAttribute('data-property', 'lake-keowee')
  await swipe(10, -120)
  await expect(property).toHaveAttribute('data-property', 'lake-keowee')
  await expect(page.locator('.choosing-hint')).toHaveCount(0)
}

test('a home in whose nights a guest stays is left out and named, and its stay opens over the board', {
  tag: '@slow',
}, async ({ visit }) => {
  const { checkIn } = await freeStay('luxury-amenities', 3)
  const nights = await nightsOf('large-luxury')
  const taken = nights.find(({ state, date }) => state === 'taken' && date > checkIn)?.date ?? ''
  const page = await visit(calendar(addDays(taken, -3), 'large-luxury'))
  await untilHydrated(page)
  await page.locator('.board .board-bar', { hasText: 'Sample: ' }).first().click()
  const booking = page.getByRole('link', { name: 'Open booking' })
  await booking.waitFor()
  await expectAccessible(page)
  // Wherever one goes from here, the board is at the same place again.
  const board = page.locator('.board-scroll')
  await board.evaluate((element) => element.scrollTo(700, 0))
  await expect(page).toHaveURL(/at=700-0/)
  const isAtPlace = () => expect.poll(() => board.evaluate((element) => element.scrollLeft)).toBe(700)
  await page.reload()
  await isAtPlace()
  await booking.click()
  await page.waitForURL(/\/admin\/bookings\//)
  await page.goBack()
  await booking.waitFor()
  await isAtPlace()
  await page.getByRole('link', { name: 'Later' }).click()
  await expect(page).not.toHaveURL(/at=/)
  // Back at once, while the board still comes to rest and the other days are on their way.
  await page.route('**/calendar.data*', async (route) => {
    // Longer than the board takes to come to rest: its place must not be written before the days are there.
    await wait(400)
    await route.continue()
  })
  await board.evaluate((element) => element.scrollTo(300, 0))
  await page.goBack()
  await isAtPlace()
  await page.unrouteAll({ behavior: 'wait' })
  await expect(page).toHaveURL(/at=700-0/)
  await page.getByRole('link', { name: 'Close', exact: true }).click()
  await expect(page).toHaveURL(/at=700-0/)
  const address = `properties=large-luxury&first=${taken}&last=${taken}&what=closed`
  await page.goto(new URL(`/admin/calendar?day=${addDays(taken, -3)}&${address}`, page.url()).href)
  await expect(page.locator('.board-panel')).toContainText('Not possible: Sample: ')
  await expect(page.getByRole('button', { name: 'Block these nights' })).toBeDisabled()
})

test('without JavaScript a plain form does the same', async () => {
  const friday = quietFriday(320)
  const { name } = propertyOf('lake-keowee')
  const operator = visitByRequests()
  const follow = ({ links, url }: ServedPage, words: RegExp) => {
    const { href = '' } = links.find(({ label }) => words.test(label)) ?? {}
    return operator.open(new URL(href, url).href)
  }
  const sheet = await follow(await operator.open(calendar(friday, 'lake-keowee')), /^Change nights/)
  const typed = { 'First night': friday, 'Last night': addDays(friday, 1) }
  const chosen = await operator.send(sheet, { button: 'Choose these nights' }, typed)
  expect(chosen.text).toContain('2 nights')
  const blocked = await operator.send(chosen, { button: 'Block these nights' })
  expect(blocked.text).toContain(`Blocked in ${name}`)
  const opened = await follow(blocked, /^Blocked, /)
  const noted = await operator.send(opened, { button: 'Save the note' }, { Note: 'Plumber at ten' })
  expect(noted.text).toContain('Note on the calendar changed')
  const block = await follow(noted, /Plumber at ten/)
  const shorter = await operator.send(block, { button: 'Open them' }, { 'First night': friday })
  expect(shorter.text).toContain(`Blocked removed in ${name}`)
  expect((await nightsOf('lake-keowee')).find(({ date }) => date === friday)?.state).toBe('free')
  expect((await nightsOf('lake-keowee')).find(({ date }) => date === addDays(friday, 1))?.state).toBe('taken')
  const again = await operator.send(await follow(shorter, /Plumber at ten/), { button: 'Open these nights again' })
  expect(again.text).toContain(`Blocked removed in ${name}`)
})

test('a price that another changes while one types is shown before it is replaced', async ({ visit }) => {
  const night = quietFriday(360)
  const sheet = `${calendar(night, 'lake-keowee')}&properties=lake-keowee&first=${night}&last=${night}`
  const [typing, other] = [await visit(sheet, { expected: [/409 POST .*calendar/] }), await visit(sheet)]
  await Promise.all([typing, other].map((page) => untilHydrated(page)))
  const save = typing.getByRole('button', { name: 'Save for 1 night' })
  await typing.getByLabel('Nightly price').fill('+10%')
  await other.getByLabel('Nightly price').fill('500')
  await other.getByRole('button', { name: 'Save for 1 night' }).click()
  await expect(nightOf(typing, 'lake-keowee', night), 'by itself').toContainText('$500')
  await save.click()
  await expect(typing.getByText('Somebody changed these nights while you looked')).toBeVisible()
  await expect(typing.locator('.sheet-plan > p').first()).toContainText('$500 becomes $550')
  await save.click()
  await expect(nightOf(typing, 'lake-keowee', night)).toContainText('$550')
})
