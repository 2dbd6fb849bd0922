import type { Page } from '@playwright/test'
import { formOf } from '#test/requests/served-page.ts'
import { expectAccessible } from './axe.ts'
import { untilHydrated } from './booking-frame.ts'
import { visitByRequests } from './form-requests.ts'
import { expect, PASSWORD, test } from './page.ts'

/** The page for an ended session. */
const ENDED = [/^401 GET .*\/session/, /^40[01] POST /]

/** Tests of the back office with an ended session. */
export function testEndedSessions(signIn: (page: Page) => Promise<void>): void {
  /** Opens the form of a new cleaner's link, writes the name, and ends the session. */
  async function typeForm(page: Page, name: string) {
    await signIn(page)
    await page.waitForURL('**/admin/turnovers')
    const form = page.locator('#add-link')
    if (!(await form.evaluate((details: HTMLDetailsElement) => details.open))) await form.locator('summary').click()
    await form.getByLabel('Who is it for?').fill(name)
    await form.getByRole('checkbox').first().uncheck()
    await page.context().clearCookies()
    return form
  }

  test('a session that ends while an operator types, or before a link: one signs in over the page, and nothing is lost', async ({
    visit,
    live,
  }) => {
    for (const width of process.env.TEST_ALL ? [360, 1440] : [360]) {
      const page = await visit(`${live.url}/sign-in?to=%2Fadmin%2Fturnovers`, {
        selfSigned: true,
        width,
        expected: ENDED,
      })
      const name = `Maria ${width}`
      const form = await typeForm(page, name)
      await untilHydrated(page)
      const posts: string[] = []
      page.on(
        'request',
        (request) => request.url().includes('/admin/') && request.method() === 'POST' && posts.push(''),
      )
      await form.getByRole('button', { name: 'Make the link' }).click()
      const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
      await dialog.getByLabel('Name').waitFor()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(form.getByLabel('Who is it for?')).toHaveValue(name)
      await form.getByRole('button', { name: 'Make the link' }).click()
      await dialog.getByLabel('Name').fill('mia')
      await dialog.getByLabel('Password').fill('a guess')
      await page.keyboard.press('Enter')
      await dialog.getByText('That name or password isn’t right.').waitFor()
      await dialog.getByLabel('Password').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: `The link for ${name}` }).waitFor()
      expect(posts).toHaveLength(1)

      // The link is shown before the page has been loaded again, and only then does the saved form close.
      await expect(form).not.toHaveAttribute('open')
      await form.locator('summary').click()
      await form.getByLabel('Who is it for?').fill('Nora')
      await page.keyboard.press('Escape')
      await page.context().clearCookies()
      const calendar = page.getByRole('link', { name: 'Calendar', exact: true })
      await calendar.click()
      await dialog.getByText('Nothing you typed is lost.').waitFor()
      await page.keyboard.press('Escape')
      await page.waitForURL(/#main$/)
      await expect(form.getByLabel('Who is it for?')).toHaveValue('Nora')
      await calendar.click()
      await dialog.getByText('Nothing you typed is lost.').waitFor()
      await dialog.getByLabel('Name').fill('mia')
      await dialog.getByLabel('Password').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await page.waitForURL(`${live.url}/admin/calendar`)
    }
  })

  test('a session that ended before nights are checked, a search, or a link: one signs in over the page, and goes on', {
    tag: '@slow',
  }, async ({ visit, live }) => {
    const path = '/admin/bookings/new?property=lake-keowee'
    const page = await visit(`${live.url}/sign-in?to=${encodeURIComponent(path)}`, { selfSigned: true })
    await signIn(page)
    await page.waitForURL(live.url + path)
    await untilHydrated(page)
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
    const signInOver = async () => {
      await dialog.getByText('Nothing you typed is lost.').waitFor()
      await dialog.getByLabel('Name').fill('mia')
      await dialog.getByLabel('Password').fill(PASSWORD)
      await page.keyboard.press('Enter')
      await dialog.waitFor({ state: 'hidden' })
    }
    const guestName = page.getByRole('region', { name: 'Guest' }).getByLabel('Name')
    await guestName.fill('Ida Phone')
    await page.getByLabel('Check-in').fill('2030-06-03')
    await page.context().clearCookies()
    await page.getByLabel('Check-out').fill('2030-06-07')
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    // The check that waited has ended: it would end the next one, too.
    await page.waitForURL(/#main$/)
    await page.getByLabel('Adults').fill('3')
    await signInOver()
    await page.getByRole('status').getByText('3 adults').waitFor()
    await expect(guestName).toHaveValue('Ida Phone')

    await page.context().clearCookies()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('ida')
    await page.keyboard.press('Enter')
    await signInOver()
    await page.waitForURL(`${live.url}/admin/search?q=ida`)
    await page.context().clearCookies()
    await page.getByRole('link', { name: 'Calendar', exact: true }).click()
    await signInOver()
    await page.waitForURL(`${live.url}/admin/calendar`)
  })

  test('without JavaScript the sign-in keeps the form, and sends it', async ({ live }) => {
    const visitor = visitByRequests(live.inside, live.url)
    const operator = { Name: 'mia', Password: PASSWORD }
    const start = await visitor.open('/sign-in?to=%2Fadmin%2Fturnovers')
    const page = await visitor.send(start, { button: 'Sign in' }, operator)
    const properties = formOf(page, { button: 'Make the link' }).fields.filter(({ name }) => name === 'propertyIds')
    const typed = { 'Who is it for?': 'Ben', propertyIds: properties.slice(1).map(({ value }) => value) }
    visitor.forget()
    const asked = await visitor.send(page, { button: 'Make the link' }, typed)
    expect(asked.headings).toContain('Please sign in again')
    const made = await visitor.send(asked, { button: 'Sign in and save' }, operator)
    expect(made.html).toContain('The link for Ben')
  })
}
