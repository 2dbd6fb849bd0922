import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import { type Answer, ask } from '../ask.ts'
import { expectAccessible } from '../axe.ts'
import { testEndedSessions } from '../ended-sessions.ts'
import { visitByRequests } from '../form-requests.ts'
import type { LiveSite } from '../live-site.ts'
import { expect, PASSWORD, test } from '../page.ts'
import { signIn } from '../sign-in.ts'

const WRONG = 'That name or password isn’t right.'
const OPERATOR = { Name: 'mia', Password: PASSWORD }
/** A form that returns with an error; without JavaScript the page itself is the response. */
const REFUSED = [/^400 POST .*\/sign-in/]

const cookiesOf = (cookies: { name: string; value: string }[]) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** The status of an operator-only call with this browser's cookies: 401 for others, 415 (empty body) for the operator. */
async function uploadFrom(page: Page, site: LiveSite): Promise<number> {
  const cookie = cookiesOf(await sessionOf(page))
  return (await send(site, '/api/objects/upload', {}, { cookie, origin: site.url })).status
}

/** Without the cookie by which the browser stays known after signing out. */
async function sessionOf(page: Page) {
  return (await page.context().cookies()).filter(({ name }) => name !== '__Host-device')
}

test('the operator signs in on the second attempt, goes on as somebody known, and signs out again', async ({
  visit,
  live,
}) => {
  const before = (await ask(`${live.inside}/`)).text
  const page = await visit(`${live.url}/sign-in?to=%2Fcontact`, { selfSigned: true, width: 390, expected: REFUSED })
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  expect(await uploadFrom(page, live)).toBe(401)
  await expectAccessible(page)

  await signIn(page, 'Mia', 'a wrong guess')
  await page.getByRole('alert').getByText(WRONG).waitFor()
  await expect(page.getByLabel('Name')).toHaveValue('Mia')
  const password = page.getByLabel('Password')
  await expect(password).toHaveValue('')
  await expect(password).toBeFocused()
  const described = await password.getAttribute('aria-describedby')
  await expect(page.locator(`[id="${described}"]`)).toHaveText('Please enter it again')
  expect(await sessionOf(page)).toEqual([])
  await expectAccessible(page, 'main')

  await signIn(page, 'Mia', PASSWORD)
  await page.waitForURL(`${live.url}/contact`)
  const session = await sessionOf(page)
  expect(session).toMatchObject([
    { name: '__Host-session', httpOnly: true, secure: true, sameSite: 'Lax', path: '/', domain: 'stay.localhost' },
  ])
  expect(await page.evaluate(() => document.cookie)).toBe('')
  expect(await uploadFrom(page, live)).toBe(415)
  const cookie = cookiesOf(session)
  const known = await ask(`${live.inside}/sign-in?to=%2Fhost-with-us`, { headers: { cookie } })
  expect([known.status, known.headers.location]).toEqual([302, '/host-with-us'])

  await test.step('pages show who is signed in, and are not cached for others', async () => {
    expect((await ask(`${live.inside}/`, { headers: { cookie } })).text).toContain('mia')
    for (const path of ['/', '/contact', '/property/lake-keowee', '/test', '/no-such-page']) {
      expect((await ask(live.inside + path, { headers: { cookie } })).headers['cache-control'], path).toBe('no-store')
      expect((await ask(live.inside + path)).text, path).not.toMatch(/action="\/sign-out"/)
    }
    expect((await ask(`${live.inside}/`)).text).toBe(before)
  })

  await page.getByRole('button', { name: 'Menu' }).click()
  const account = page.getByRole('navigation', { name: 'Main' }).locator('form')
  expect((await account.innerText()).trim()).toMatch(/^mia\s+Sign out$/)
  await account.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You’re signed out.').waitFor()
  expect(await sessionOf(page)).toEqual([])
  await expect(account).toHaveCount(0)
  expect(await uploadFrom(page, live)).toBe(401)
  expect((await ask(`${live.inside}/admin`, { headers: { cookie } })).status, 'the session has ended').toBe(302)
})

test('without JavaScript an operator signs in, reads what is left of the demo, and signs out; a wrong name or none says so', async ({
  live,
}) => {
  const visitor = visitByRequests(live.inside, live.url)
  const page = await visitor.open('/sign-in?to=%2Fadmin')
  const signInWith = (typed: Record<string, string>) => visitor.send(page, { button: 'Sign in' }, typed)
  const wrong = await signInWith({ ...OPERATOR, Password: 'a wrong guess' })
  expect(wrong.text).toContain(WRONG)
  expect(fieldOf(formOf(wrong, { button: 'Sign in' }), 'Name').value).toBe('mia')
  expect((await signInWith({ ...OPERATOR, Password: '' })).text).toContain('Please enter your password')
  expect((await signInWith({ Name: '', Password: '' })).text).toContain('Please enter your name')
  const today = await signInWith(OPERATOR)
  expect(today.headings[0]).toMatch(/^Today/)
  for (const left of [
    'Still the demo’s: Powder & Cove, hello@powderandcove.example, https://social.example/powderandcove',
    '4 drafts came with the site.',
    'Still a draft: privacy, terms',
    'Until then guests read “Opening soon”',
    'None leaves this machine yet.',
  ])
    expect(today.text).toContain(left)
  const out = await visitor.send(await visitor.open('/sign-out'), { button: 'Sign out' })
  expect(out.text).toContain('You’re signed out.')
  expect((await visitor.open('/admin/more')).url.pathname).toBe('/sign-in')
})

test('the pages for uploads are for operators, and that of the design is not part of a production site', async ({
  live,
}) => {
  const { status, headers } = await send(live, '/test', null)
  expect([status, headers.location]).toEqual([302, '/sign-in?to=%2Ftest'])
  expect((await send(live, '/design', null)).status).toBe(404)
})

test('after too many wrong passwords the operator must wait', async ({ live }) => {
  const visitor = visitByRequests(live.inside, live.url)
  let refused = await visitor.open('/sign-in')
  // The sixth must wait one second, and each further one twice as long: a slow machine needs some more.
  for (let index = 0; index < 12 && refused.status !== 429; index += 1) {
    const typed = { Name: 'guesser', Password: `guess ${index}` }
    refused = await visitor.send(refused, { button: 'Sign in' }, typed)
  }
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.text).toMatch(/Too many wrong passwords\. Please wait \d+ seconds?, then try again\./)
})

test('in demo mode the page says that no sign-in is needed, and links onward', async () => {
  const visitor = visitByRequests()
  const page = await visitor.open('/sign-in?to=%2Fcontact')
  expect(page.text).toContain('no one needs to sign in')
  expect(page.links).toContainEqual({ label: 'Continue', href: '/contact' })
  expect((await visitor.open('/sign-out')).url.pathname).toBe('/sign-in')
})

let requests = 0

/** Requests the site directly, as the proxy would. Together, requests of one address would reach its limit of pages. */
function send(
  site: LiveSite,
  path: string,
  form: Record<string, string> | null,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const host = new URL(site.url).host
  const body = form ? new URLSearchParams(form).toString() : undefined
  const typed = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  requests += 1
  const from = { 'x-forwarded-for': `2001:db8:a${requests.toString(16)}::1` }
  const method = form ? 'POST' : 'GET'
  return ask(site.inside + path, { method, headers: { host, ...from, ...typed, ...headers }, body })
}
const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']?.[0]?.split(';')[0])

test('signing in never redirects to another site, and another site’s form is refused', async ({ live }) => {
  const mia = { username: 'mia', password: PASSWORD }
  for (const to of ['https://evil.example', '//evil.example', '/%5Cevil.example', '/.//evil.example']) {
    const answer = await send(live, `/sign-in?to=${encodeURIComponent(decodeURIComponent(to))}`, mia)
    expect([answer.status, answer.headers.location], to).toEqual([302, '/admin'])
  }
  const foreign = await send(live, '/sign-in', mia, { origin: 'https://evil.example' })
  expect([foreign.status, foreign.headers['set-cookie']]).toEqual([403, undefined])
  const own = await send(live, '/sign-in', mia, { origin: live.url })
  expect(own.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^__Host-device=[\da-f]{64}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  expect(own.headers['cache-control']).toBe('no-store')
})

const pagesIn = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...pagesIn(entry.children ?? [])])

test('each page of the back office and its forms lead visitors to the sign-in page, however they are requested', async ({
  live,
}) => {
  const pages = pagesIn(routes).filter(({ path }) => path?.startsWith('admin'))
  expect(pages.length).toBeGreaterThan(20)
  for (const [index, { file, path = '' }] of pages.entries()) {
    const from = { 'x-forwarded-for': `2001:db8:9${index}::1` }
    const address = `/${path.replace(':reference', 'DEMO-01').replace(':slug', 'lake-keowee').replace('*', 'missing')}`
    const to = `/sign-in?to=${encodeURIComponent(address)}`
    for (const form of [null, { intent: 'cancel' }]) {
      const page = await send(live, address, form, from)
      expect([page.status, page.headers.location], address).toEqual([302, to])
      for (const query of ['', `?_routes=${file.replace(/\.tsx$/, '')}`]) {
        const loaded = await send(live, `${address}.data${query}`, form, from)
        expect(loaded.text, address + query).toContain(`"/sign-in?to=${encodeURIComponent(address)}"`)
        expect(loaded.text.length, loaded.text.slice(0, 500)).toBeLessThan(300)
      }
    }
  }
})

test('another site cannot upload through the operator’s browser, even with the session cookie; pages of an operator are never cached', async ({
  live,
}) => {
  const cookie = cookieOf(await send(live, '/sign-in', { username: 'mia', password: PASSWORD }))
  const upload = (headers: Record<string, string>) => send(live, '/api/objects/upload', {}, headers)
  expect((await upload({ origin: live.url })).status).toBe(401)
  expect((await upload({ cookie, origin: live.url })).status).toBe(415)
  expect((await upload({ cookie })).status).toBe(415)
  const foreign = await upload({ cookie, origin: 'https://evil.example' })
  expect([foreign.status, JSON.parse(foreign.text).code]).toEqual([403, 'foreign-origin'])

  expect((await send(live, '/contact', null)).headers.etag).toBeDefined()
  for (const path of ['/', '/sign-out', '/contact']) {
    const { status, headers } = await send(live, path, null, { cookie })
    expect([status, headers['cache-control'], headers.etag], path).toEqual([200, 'no-store', undefined])
  }
  expect((await send(live, '/sign-in', null)).headers['cache-control']).toBe('no-store')
  const stranger = await send(live, '/sign-out', null)
  expect([stranger.status, stranger.headers.location]).toEqual([302, '/sign-in'])

  const log = await readFile(live.logFile, 'utf8')
  expect(log).toContain('operator signed in')
  for (const secret of [PASSWORD, 'a wrong guess', cookie.split('=')[1] ?? '', '$argon2id'])
    expect(log).not.toContain(secret)
})

testEndedSessions((page) => signIn(page, 'mia', PASSWORD))
