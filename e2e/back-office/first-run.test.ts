import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import { ask } from '../ask.ts'
import { BOTH_WIDTHS, expectAccessible } from '../axe.ts'
import { firstOperatorLink } from '../first-run.ts'
import { visitByRequests } from '../form-requests.ts'
import { type LiveSite, startLiveSite } from '../live-site.ts'
import { look } from '../look.ts'
import { expect, test, type Visit } from '../page.ts'

const PASSWORD = 'ten lit windows'

/** A live site with an empty database: nobody can sign in yet. The tests follow each other on it. */
test.describe.configure({ mode: 'serial' })
let site: LiveSite
let link: string
test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startLiveSite({})
  link = await firstOperatorLink(site.dataDir)
})
test.afterAll(() => site.stop())

async function create(page: Page, { username = 'mia', password = PASSWORD, again = '' } = {}) {
  await page.getByLabel('Name').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(again || password)
  await page.getByRole('button', { name: 'Create and sign in' }).click()
}
/** The page of the back office, as the operator that the tests have created. */
async function signedIn(visit: Visit, path: string): Promise<Page> {
  const page = await visit(`${site.url}/sign-in?to=${encodeURIComponent(path)}`, { selfSigned: true })
  await page.getByLabel('Name').fill('mia')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(site.url + path)
  return page
}

const REFUSED = [/^400 POST .*\/first-operator/]

test('the printed link asks for a name and a password, and says what is wrong, without script too', {
  tag: '@slow',
}, async ({ visit }) => {
  const page = await visit(link, { selfSigned: true, width: 390, expected: REFUSED })
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  await look(page, 'first-operator', BOTH_WIDTHS)
  await create(page, { again: 'ten lit window' })
  await page.getByText('The passwords don’t match').waitFor()
  await expect(page.getByLabel('Password again')).toBeFocused()
  await expect(page.getByLabel('Name')).toHaveValue('mia')
  await expectAccessible(page, 'main')

  const visitor = visitByRequests(site.inside, site.url)
  const typed = { Name: 'mia', Password: '1234567890', 'Password again': '1234567890' }
  const button = 'Create and sign in'
  const refused = await visitor.send(await visitor.open(new URL(link).pathname), { button }, typed)
  expect(refused.text).toContain('This is one of the most common passwords')
  expect(fieldOf(formOf(refused, { button }), 'Name').value).toBe('mia')
  expect(refused.html).not.toContain('1234567890')
})

test('an address with another secret says what to do', { tag: '@slow' }, async () => {
  const page = await visitByRequests(site.inside, site.url).open(`/first-operator/${'A'.repeat(43)}`)
  expect([page.status, page.headings[0]]).toEqual([410, 'This link has ended'])
  expect(page.text).toContain('Restart the site for a new link')
})

test('the first operator is created with the keyboard, and is in the back office', { tag: '@slow' }, async ({
  visit,
}) => {
  const page = await visit(link, { selfSigned: true })
  const late = await visit(link, { selfSigned: true, expected: [/^410 /] })
  await page.getByLabel('Name').focus()
  for (const text of ['Mia', PASSWORD, PASSWORD]) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await page.waitForURL(`${site.url}/admin`)
  await page.getByRole('main').getByRole('heading', { name: 'Set up' }).waitFor()

  await create(late, { username: 'ben' })
  await late.getByRole('heading', { name: 'There’s an operator already', level: 1 }).waitFor()
  await expectAccessible(late)
  await late.getByRole('link', { name: 'Sign in', exact: true }).click()
  await late.waitForURL(`${site.url}/sign-in`)
})

test('guests read that it opens soon, and one press removes the sample homes', { tag: '@slow' }, async ({ visit }) => {
  const guest = await visit(site.url, { selfSigned: true })
  await guest.getByText('Opening soon').waitFor()
  await expectAccessible(guest)
  // The back office does not know the pages of guests: such a link loads the page.
  const ownBooking = await signedIn(visit, '/admin/set-up')
  await ownBooking.getByRole('link', { name: 'Book', exact: true }).click()
  await ownBooking.getByText('Opening soon').waitFor()
  const reader = visitByRequests(site.inside, site.url)
  for (const path of [
    '/',
    '/not-there',
    '/staycation',
    '/search',
    '/compare',
    '/contact',
    '/newsletter',
    '/newsletter?sent',
  ]) {
    const { text, links } = await reader.open(path)
    expect(text, path).not.toMatch(/\bhomes\b|propert/i)
    expect(links.map(({ href }) => href).filter((href) => /#properties|\/search|\/compare/.test(href))).toEqual([])
  }
  const page = await signedIn(visit, '/admin/homes')
  await page.getByRole('button', { name: 'Remove 4 sample homes' }).click()
  await page.getByText('There are no homes yet.').waitFor()
  await guest.reload()
  await guest.getByText('Opening soon').waitFor()
})

test('the page is not stored anywhere, and the log never has its secret', { tag: '@slow' }, async () => {
  const { host, pathname } = new URL(link)
  const { headers } = await ask(site.inside + pathname, { headers: { host } })
  expect([headers['cache-control'], headers.etag]).toEqual(['no-store', undefined])
  const log = await readFile(site.logFile, 'utf8')
  expect(log).toContain('"event":"operator.none"')
  expect(log).not.toContain(pathname.split('/').at(-1))
})
