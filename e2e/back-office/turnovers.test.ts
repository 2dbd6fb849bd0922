import type { Page } from '@playwright/test'
import { addDays } from '#app/shared/dates.ts'
import type { ServedPage } from '#test/requests/served-page.ts'
import { type CalendarServer, startCalendarServer } from '#test/servers/calendar-server.ts'
import { airbnbCalendar } from '#test/servers/calendars.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { todayOf } from '../stays.ts'

const HOME = 'Spacious Mountain Condo'
/** In its zone, which is also the first home's, by which the page of the turnovers counts. */
const day = (days: number) => addDays(todayOf('spacious-condo'), days)
/** What Airbnb sold of the home: guests who leave tomorrow, or later. */
const sold = (until: number) => airbnbCalendar([{ uid: 'one@airbnb.com', from: day(-3), to: day(until) }])

/** A form that comes back with what is wrong. */
const REFUSED = [/^400 POST .*\/admin\//]

let airbnb: CalendarServer
test.beforeAll(async () => {
  airbnb = await startCalendarServer([])
})
test.afterAll(() => airbnb.close())

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

async function readAirbnb(page: Page) {
  await page.goto(`${siteUrl()}/admin/calendars`)
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Read now: Airbnb' }).click()
  await page.getByRole('status').getByText(`${HOME}, Airbnb`).waitFor()
}

test('a cleaner sees tomorrow’s turnover by a secret link, hears of a change, and reports damage', async ({
  visit,
}) => {
  airbnb.answer('/1.ics?s=secret', sold(1))
  const operator = await visit('/admin/calendars', { expected: REFUSED })
  await untilHydrated(operator)
  await operator.getByLabel('Home', { exact: true }).selectOption({ label: HOME })
  await operator.getByLabel('Its address').fill('not an address')
  await operator.getByRole('button', { name: 'Read it' }).click()
  await operator.getByText('Please paste the whole address.').waitFor()
  await expect(operator.getByLabel('Its address')).toHaveValue('not an address')
  await operator.getByLabel('Its address').fill(airbnb.address('/1.ics?s=secret'))
  await operator.getByRole('button', { name: 'Read it' }).click()
  await operator.getByRole('status').getByText('is now imported').waitFor()

  for (const width of process.env.TEST_ALL ? [360, 1440] : [360]) {
    airbnb.answer('/1.ics?s=secret', sold(1))
    await readAirbnb(operator)
    await expectAccessible(operator)
    const page = await visit('/admin', { width, expected: REFUSED })
    await untilHydrated(page)
    // One tap.
    await page.getByRole('link', { name: 'Tomorrow’s turnovers' }).click()
    await page.locator('#tomorrow').getByText(HOME).waitFor()
    await expectAccessible(page)
    expect(await sideways(page)).toBe(0)

    const name = `Maria ${width}`
    const form = page.locator('.cleaner-new')
    if (!(await form.evaluate((details: HTMLDetailsElement) => details.open))) await form.locator('summary').click()
    await form.getByRole('button', { name: 'Make the link' }).click()
    await form.getByText('Please enter a name').waitFor()
    await form.getByLabel('Who is it for?').fill(name)
    await form.getByRole('button', { name: 'Make the link' }).click()
    const link = await page.getByRole('textbox', { name: `The link for ${name}` }).inputValue()
    await expectAccessible(page)
    const secret = new URL(link).pathname

    const cleaner = await visit(secret, { width, expected: [/^404 GET .*\/turnovers\//] })
    await untilHydrated(cleaner)
    await expect(cleaner.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
    const card = cleaner.locator('.turnover', { hasText: HOME }).first()
    await expect(card).toContainText('by 11:00 AM')
    expect(await cleaner.locator('main').innerText()).not.toMatch(/\$|@|Sample guest/)
    await expectAccessible(cleaner)
    expect(await sideways(cleaner)).toBe(0)
    await card.getByRole('button', { name: `Seen: ${HOME}` }).click()
    await card.getByText('Seen', { exact: true }).waitFor()

    airbnb.answer('/1.ics?s=secret', sold(2))
    await readAirbnb(operator)
    await cleaner.reload()
    await untilHydrated(cleaner)
    await cleaner.getByText(/Changed Moved from .* to /).waitFor()
    await expectAccessible(cleaner)

    await card.locator('summary').click()
    await card.locator('input[type=file]').setInputFiles('public/apple-touch-icon.png')
    await card.getByRole('button', { name: 'Send photo' }).click()
    await cleaner.getByText('The photo is with the operator.').waitFor()

    await page.goto(`${siteUrl()}/admin/turnovers`)
    await untilHydrated(page)
    await page.getByAltText(`Damage in ${HOME}, sent by ${name}`).waitFor()
    await page.getByRole('button', { name: 'Dealt with' }).click()
    await page.getByRole('status').getByText('Damage dealt with').waitFor()
    // One tap.
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByAltText(`Damage in ${HOME}, sent by ${name}`).waitFor()
    await page.getByRole('button', { name: 'Dealt with' }).click()
    await page.getByRole('button', { name: `Revoke the link of ${name}` }).click()
    await page.getByRole('status').getByText('Link for a cleaner revoked').waitFor()
    await cleaner.reload()
    await cleaner.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
  }
})

test('a cleaner’s page works without JavaScript', async () => {
  const operator = visitByRequests()
  const button = 'Make the link'
  const made = await operator.send(await operator.open('/admin/turnovers'), { button }, { 'Who is it for?': 'Ben' })
  const [path = ''] = /\/turnovers\/[\w-]{43}/.exec(made.html) ?? []
  const cleaner = visitByRequests()
  const page = await cleaner.open(path)
  const open = (of: ServedPage) => of.forms.filter(({ buttons }) => buttons.some(({ label }) => /^Seen: /.test(label)))
  expect(open(page).length).toBeGreaterThan(0)
  const seen = await cleaner.send(page, { button: /^Seen: /, at: 0 })
  expect([seen.status, open(seen).length]).toEqual([200, open(page).length - 1])
})
