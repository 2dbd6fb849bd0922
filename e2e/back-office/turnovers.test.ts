import type { Page } from '@playwright/test'
import { addDays } from '#app/shared/dates.ts'
import type { FormSearch, ServedPage, Typed } from '#test/requests/served-page.ts'
import { type CalendarServer, startCalendarServer } from '#test/servers/calendar-server.ts'
import { airbnbCalendar } from '#test/servers/calendars.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { todayOf } from '../stays.ts'

const PROPERTY = 'Spacious Mountain Condo'
/** In its zone, which is also the first home's, by which the page of the turnovers counts. */
const day = (days: number) => addDays(todayOf('spacious-condo'), days)
/** A stay that Airbnb sold: guests who leave tomorrow, or later. */
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

/** Presses a button of the page of the calendars, and reads what is said then. */
async function onCalendars(form: FormSearch, typed: Typed, words: string) {
  const operator = visitByRequests()
  const answer = await operator.send(await operator.open('/admin/calendars'), form, typed)
  expect(answer.text).toContain(words)
}
const readAirbnb = () => onCalendars({ button: 'Sync now: Airbnb' }, {}, `${PROPERTY}, Airbnb`)

test('a cleaner sees tomorrow’s turnover by a secret link, hears of a change, and reports damage', {
  tag: '@slow',
}, async ({ visit }) => {
  airbnb.answer('/1.ics?s=secret', sold(1))
  const form = { button: 'Add the calendar', within: 'add-spacious-condo' }
  await onCalendars(form, { 'Its address': airbnb.address('/1.ics?s=secret') }, 'is now synced')

  for (const width of process.env.TEST_ALL ? [360, 1440] : [360]) {
    airbnb.answer('/1.ics?s=secret', sold(1))
    await readAirbnb()
    const page = await visit('/admin', { width, expected: REFUSED })
    await untilHydrated(page)
    // One tap.
    await page.getByRole('link', { name: 'Tomorrow’s turnovers' }).click()
    await page.locator('#tomorrow').getByText(PROPERTY).waitFor()
    expect(await sideways(page)).toBe(0)

    const name = `Maria ${width}`
    const form = page.locator('#add-link')
    if (!(await form.evaluate((details: HTMLDetailsElement) => details.open))) await form.locator('summary').click()
    await form.getByRole('button', { name: 'Make the link' }).click()
    await form.getByText('Please enter a name').waitFor()
    await form.getByLabel('Who is it for?').fill(name)
    await form.getByRole('button', { name: 'Make the link' }).click()
    const link = await page.getByRole('textbox', { name: `The link for ${name}` }).inputValue()
    await expectAccessible(page)
    const secret = new URL(link).pathname

    const cleaner = await visit(secret, { width })
    await untilHydrated(cleaner)
    await expect(cleaner.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
    const card = cleaner.locator('.turnover', { hasText: PROPERTY }).first()
    await expect(card).toContainText('by 11:00 AM')
    expect(await cleaner.locator('main').innerText()).not.toMatch(/\$|@|Sample: /)
    expect(await sideways(cleaner)).toBe(0)
    await card.getByRole('button', { name: `Seen: ${PROPERTY}` }).click()
    await card.getByText('Seen', { exact: true }).waitFor()

    airbnb.answer('/1.ics?s=secret', sold(2))
    await readAirbnb()
    await cleaner.reload()
    await untilHydrated(cleaner)
    await cleaner.getByText(/Changed Moved from .* to /).waitFor()
    await expectAccessible(cleaner)

    await card.locator('summary').click()
    await card.locator('input[type=file]').setInputFiles('public/apple-touch-icon.png')
    await card.getByRole('button', { name: 'Send photo' }).click()
    await cleaner.getByText('The photo is with the operator.').waitFor()

    const damage = `Damage in ${PROPERTY}, sent by ${name}`
    const operator = visitByRequests()
    const turnovers = await operator.open('/admin/turnovers')
    expect(turnovers.html).toContain(damage)
    const handled = await operator.send(turnovers, { button: 'Dealt with' })
    expect(handled.html).not.toContain(damage)
    const again = await operator.send(handled, { button: 'Undo' })
    expect(again.html).toContain(damage)
    const done = await operator.send(again, { button: 'Dealt with' })
    const revoked = await operator.send(done, { button: `Revoke the link of ${name}` })
    expect(revoked.text).toContain('Link for a cleaner revoked')
    expect((await visitByRequests().open(secret)).headings).toContain('This link doesn’t work')
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
