import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import { type Answer, ask } from '../ask.ts'
import { expectAccessible, WIDTHS } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { testEndedSessions } from '../ended-sessions.ts'
import { visitByRequests } from '../form-requests.ts'
import { type LiveSite, startLiveSite } from '../live-site.ts'
import { expect, test } from '../page.ts'
import { signIn } from '../sign-in.ts'

const PASSWORD = 'ten lit windows'
const WRONG = 'That name or password isn’t right.'
/** A form that returns with an error; without JavaScript the page itself is the response. */
const REFUSED = [/^4(?:00|29) POST .*\/sign-in/]

let site: LiveSite
test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startLiveSite({ mia: PASSWORD })
})
test.afterAll(() => site.stop())
// The tests are fast enough to reach, together, the limit of pages for one address.
test.beforeEach(() => site.comeFrom(`2001:db8:${test.info().line}::1`))

/** The status of an operator-only call with this browser's cookies: 401 for others, 415 (empty body) for the operator. */
async function uploadFrom(page: Page): Promise<number> {
  const cookie = (await sessionOf(page)).map(({ name, value }) => `${name}=${value}`).join('; ')
  return (await send('/api/objects/upload', {}, { cookie, origin: site.url })).status
}

/** Without the cookie by which the browser stays known after signing out. */
async function sessionOf(page: Page) {
  return (await page.context().cookies()).filter(({ name }) => name !== '__Host-device')
}

test('the operator signs in on the second attempt, and signs out again', async ({ visit }) => {
  const page = await visit(`${site.url}/sign-in?to=%2Fcontact`, { selfSigned: true, expected: REFUSED })
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  expect(await uploadFrom(page)).toBe(401)

  await signIn(page, 'Mia', 'a wrong guess')
  await page.getByRole('alert').getByText(WRONG).waitFor()
  await expect(page.getByLabel('Name')).toHaveValue('Mia')
  const password = page.getByLabel('Password')
  await expect(password).toHaveValue('')
  await expect(password).toBeFocused()
  const described = await password.getAttribute('aria-describedby')
  await expect(page.locator(`[id="${described}"]`)).toHaveText('Please enter it again')
  expect(await sessionOf(page)).toEqual([])

  await signIn(page, 'Mia', PASSWORD)
  await page.waitForURL(`${site.url}/contact`)
  expect(await sessionOf(page)).toMatchObject([
    { name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/', domain: 'stay.localhost' },
  ])
  expect(await page.evaluate(() => document.cookie)).toBe('')
  expect(await uploadFrom(page)).toBe(415)

  await page.goto(`${site.url}/sign-in?to=%2Fhost-with-us`)
  expect(page.url()).toBe(`${site.url}/host-with-us`)
  await page.goto(`${site.url}/sign-out`)
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You’re signed out.').waitFor()
  expect(await sessionOf(page)).toEqual([])
  expect(await uploadFrom(page)).toBe(401)
})

test('Today of a new live site names all that is left of the demo', async ({ visit }) => {
  const page = await visit(`${site.url}/sign-in?to=%2Fadmin`, { selfSigned: true })
  await signIn(page, 'mia', PASSWORD)
  const today = page.getByRole('main')
  await today.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
  for (const left of [
    'Still the demo’s: Powder & Cove, hello@powderandcove.example, https://social.example/powderandcove',
    '4 drafts came with the site.',
    'Still a draft: privacy, terms',
    'Until then guests read “Opening soon”',
    'None leaves this machine yet.',
  ])
    await expect(today).toContainText(left)
})

test('the upload page is for operators: other visitors are redirected to the sign-in page', async () => {
  const { status, headers } = await send('/test', null)
  expect([status, headers.location]).toEqual([302, '/sign-in?to=%2Ftest'])
})

test('the design page is not part of a production site', async () => {
  expect((await send('/design', null)).status).toBe(404)
})

test('signing in works the same without JavaScript', async () => {
  const visitor = visitByRequests(site.inside, site.url)
  const page = await visitor.open('/sign-in?to=%2Fcontact')
  const signInWith = (password: string) =>
    visitor.send(page, { button: 'Sign in' }, { Name: 'mia', Password: password })
  const wrong = await signInWith('a wrong guess')
  expect(wrong.text).toContain(WRONG)
  expect(fieldOf(formOf(wrong, { button: 'Sign in' }), 'Name').value).toBe('mia')
  expect((await signInWith('')).text).toContain('Please enter your password')
  expect((await signInWith(PASSWORD)).url.pathname).toBe('/contact')
  expect((await visitor.open('/admin/more')).url.pathname).toBe('/admin/more')
  const out = await visitor.send(await visitor.open('/sign-out'), { button: 'Sign out' })
  expect(out.text).toContain('You’re signed out.')
  expect((await visitor.open('/admin/more')).url.pathname).toBe('/sign-in')
})

test('every page shows a signed-in operator the account and a sign-out button, and nobody else', async ({ visit }) => {
  const propertyOf = async (cookie?: string) =>
    (await ask(`${site.inside}/`, { headers: cookie ? { cookie } : {} })).text
  const before = await propertyOf()
  const page = await visit(`${site.url}/sign-in?to=%2F`, { selfSigned: true })
  await signIn(page, 'mia', PASSWORD)
  await page.waitForURL(`${site.url}/`)
  const cookie = (await sessionOf(page)).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect(await propertyOf(cookie)).toContain('mia')
  for (const path of ['/', '/contact', '/property/lake-keowee', '/test', '/no-such-page']) {
    expect((await ask(site.inside + path, { headers: { cookie } })).headers['cache-control'], path).toBe('no-store')
    expect((await ask(site.inside + path)).text, path).not.toMatch(/action="\/sign-out"/)
  }
  // Pages rendered for the operator are not cached.
  expect(await propertyOf()).toBe(before)

  const account = page.getByRole('navigation', { name: 'Main' }).locator('form')
  expect((await account.innerText()).trim()).toMatch(/^mia\s+Sign out$/)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await account.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You’re signed out.').waitFor()
  expect(await sessionOf(page)).toEqual([])
  await expect(account).toHaveCount(0)
})

const WAIT = /Too many wrong passwords\. Please wait \d+ seconds?, then try again\./

test('after too many wrong passwords the operator must wait, with JavaScript and without', async ({ visit }) => {
  const visitor = visitByRequests(site.inside, site.url)
  let refused = await visitor.open('/sign-in')
  // The sixth must wait one second, and each further one twice as long: a slow machine needs some more.
  for (let index = 0; index < 12 && refused.status !== 429; index += 1) {
    const typed = { Name: 'guesser', Password: `guess ${index}` }
    refused = await visitor.send(refused, { button: 'Sign in' }, typed)
  }
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.text).toMatch(WAIT)

  const page = await visit(`${site.url}/sign-in`, { selfSigned: true, expected: REFUSED })
  await untilHydrated(page)
  for (let status = 0; status !== 429; ) {
    // A press while the previous response is still rendering is not sent.
    await page.locator('button[type=submit]:not([aria-disabled])', { hasText: 'Sign in' }).waitFor()
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await signIn(page, 'guesser', 'one more')
    status = (await answered).status()
    // The response clears the password: only then may the next attempt write one.
    if (status !== 429) await expect(page.getByLabel('Password')).toHaveValue('')
  }
  await page.getByText(WAIT).waitFor()
})

test('the sign-in page is accessible, also after a refusal', async ({ visit }) => {
  const options = { selfSigned: true, expected: REFUSED }
  for (const width of WIDTHS) {
    const page = await visit(`${site.url}/sign-in`, { ...options, width })
    await expectAccessible(page)
    await signIn(page, '', '')
    await page.getByText('Please enter your name').waitFor()
    await expect(page.getByLabel('Name')).toBeFocused()
    await expectAccessible(page, 'main')
  }
})

test('in demo mode the page says that no sign-in is needed, and links onward', async ({ visit }) => {
  const page = await visit('/sign-in?to=%2Fcontact')
  await page.getByText('no one needs to sign in').waitFor()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/contact')
  await page.goto(new URL('/sign-out', page.url()).href)
  expect(new URL(page.url()).pathname).toBe('/sign-in')
})

/** Requests the site directly, as the proxy would. */
function send(
  path: string,
  form: Record<string, string> | null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const host = new URL(site.url).host
  const body = form ? new URLSearchParams(form).toString() : undefined
  const typed = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  return ask(site.inside + path, { method: form ? 'POST' : 'GET', headers: { host, ...typed, ...headers }, body })
}
const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']?.[0]?.split(';')[0])

test('signing in never redirects to another site, and another site’s form is refused', async () => {
  const mia = { username: 'mia', password: PASSWORD }
  for (const to of ['https://evil.example', '//evil.example', '/%5Cevil.example', '/.//evil.example']) {
    const answer = await send(`/sign-in?to=${encodeURIComponent(decodeURIComponent(to))}`, mia)
    expect([answer.status, answer.headers.location], to).toEqual([302, '/admin'])
  }
  const foreign = await send('/sign-in', mia, { origin: 'https://evil.example' })
  expect([foreign.status, foreign.headers['set-cookie']]).toEqual([403, undefined])
  const own = await send('/sign-in', mia, { origin: site.url })
  expect(own.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^__Host-device=[\da-f]{64}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  expect(own.headers['cache-control']).toBe('no-store')
})

const pagesIn = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...pagesIn(entry.children ?? [])])

test('each page of the back office and its forms lead visitors to the sign-in page, however they are requested', async () => {
  const pages = pagesIn(routes).filter(({ path }) => path?.startsWith('admin'))
  expect(pages.length).toBeGreaterThan(20)
  for (const [index, { file, path = '' }] of pages.entries()) {
    const from = { 'x-forwarded-for': `2001:db8:9${index}::1` }
    const address = `/${path.replace(':reference', 'DEMO-01').replace(':slug', 'lake-keowee').replace('*', 'missing')}`
    const to = `/sign-in?to=${encodeURIComponent(address)}`
    for (const form of [null, { intent: 'cancel' }]) {
      const page = await send(address, form, from)
      expect([page.status, page.headers.location], address).toEqual([302, to])
      for (const query of ['', `?_routes=${file.replace(/\.tsx$/, '')}`]) {
        const loaded = await send(`${address}.data${query}`, form, from)
        expect(loaded.text, address + query).toContain(`"/sign-in?to=${encodeURIComponent(address)}"`)
        expect(loaded.text.length, loaded.text.slice(0, 500)).toBeLessThan(300)
      }
    }
  }
})

test('another site cannot upload through the operator’s browser, even with the session cookie', async () => {
  const cookie = cookieOf(await send('/sign-in', { username: 'mia', password: PASSWORD }))
  const upload = (headers: Record<string, string>) => send('/api/objects/upload', {}, headers)
  expect((await upload({ origin: site.url })).status).toBe(401)
  expect((await upload({ cookie, origin: site.url })).status).toBe(415)
  expect((await upload({ cookie })).status).toBe(415)
  const foreign = await upload({ cookie, origin: 'https://evil.example' })
  expect([foreign.status, JSON.parse(foreign.text).code]).toEqual([403, 'foreign-origin'])
})

test('pages for the operator are neither served from the cache nor stored in it', async () => {
  const cookie = cookieOf(await send('/sign-in', { username: 'mia', password: PASSWORD }))
  expect((await send('/contact', null)).headers.etag).toBeDefined()
  for (const path of ['/', '/sign-out', '/contact']) {
    const { status, headers } = await send(path, null, { cookie })
    expect([status, headers['cache-control'], headers.etag], path).toEqual([200, 'no-store', undefined])
  }
  expect((await send('/sign-in', null)).headers['cache-control']).toBe('no-store')
  const stranger = await send('/sign-out', null)
  expect([stranger.status, stranger.headers.location]).toEqual([302, '/sign-in'])
})

testEndedSessions({ site: () => site, signIn: (page) => signIn(page, 'mia', PASSWORD), password: PASSWORD })

test('the log contains no passwords or tokens', async () => {
  const cookie = cookieOf(await send('/sign-in', { username: 'mia', password: PASSWORD }))
  const log = await readFile(site.logFile, 'utf8')
  expect(log).toContain('operator signed in')
  for (const secret of [PASSWORD, 'a wrong guess', cookie.split('=')[1] ?? '', '$argon2id'])
    expect(log).not.toContain(secret)
})
