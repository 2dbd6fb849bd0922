import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fieldOf, type ServedForm, type ServedPage } from '#test/requests/served-page.ts'
import { ask } from '../ask.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { type LiveSite, startLiveSite } from '../live-site.ts'
import { headerOf, mailsOf, mailTo } from '../mailbox.ts'
import { expect, test } from '../page.ts'

let site: LiveSite
test.beforeAll(async () => {
  test.setTimeout(120_000)
  site = await startLiveSite({})
})
test.afterAll(() => site.stop())

const CONFIRM = /^Please confirm/
const WELCOME = /^You’re on the list/
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).textContent()

const guestOf = () => visitByRequests(site.inside, site.url)

/** From the footer of a page, without JavaScript. */
async function signUp(path: string, email: string) {
  const guest = guestOf()
  const page = await guest.open(path)
  const sent = await guest.send(footerOf(page), { button: 'Sign up' }, { email })
  expect(sent.headings).toContain('Check your inbox')
  expect(sent.url.href).toBe(`${site.url}/newsletter?sent`)
}

/** The page with no form but that of its footer. */
const footerOf = (page: ServedPage): ServedPage => ({
  ...page,
  forms: page.forms.filter(({ fields }) => fields.some(({ label }) => label === 'Get our emails')),
})

/** The secret link of an email, which is in its text and its HTML. */
async function linkIn(email: string, step: 'confirm' | 'unsubscribe', count = 1): Promise<string> {
  const mail = await mailTo(site.dataDir, email, step === 'confirm' ? CONFIRM : WELCOME, count)
  const link = new RegExp(`${site.url}/newsletter/${step}/[\\w-]{43}(?=")`).exec(mail.html ?? '')?.[0] ?? ''
  expect(mail.text?.replace(/\s/g, '')).toContain(link)
  return link
}

/** Subscribes a reader without JavaScript, and returns the unsubscribe link. */
async function join(email: string): Promise<string> {
  await signUp('/terms', email)
  const guest = guestOf()
  const asked = await guest.open(await linkIn(email, 'confirm'))
  const done = await guest.send(asked, { button: 'Yes, sign me up' })
  expect(done.headings).toContain('You’re on the list')
  return linkIn(email, 'unsubscribe')
}

/** The request of a mail program when its reader presses unsubscribe (RFC 8058). */
function oneClick(link: string, headers: Record<string, string> = {}) {
  const { pathname, host } = new URL(link)
  return ask(`${site.inside}${pathname}`, {
    method: 'POST',
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: 'List-Unsubscribe=One-Click',
  })
}

test('a guest signs up in the home page’s footer, confirms by email, and unsubscribes by its link', async ({
  visit,
}) => {
  const email = 'wren@example.com'
  const page = await visit(`${site.url}/`, { selfSigned: true, width: 390 })
  await untilHydrated(page)
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Get our emails').fill(email)
  await footer.getByRole('button', { name: 'Sign up' }).click()
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
  expect(page.url()).toBe(`${site.url}/newsletter?sent`)
  const link = await linkIn(email, 'confirm')

  // Email scanners open links repeatedly; that must not subscribe anybody.
  for (let times = 0; times < 3; times += 1) expect((await fetchAs(link)).status).toBe(200)
  expect((await mailsOf(site.dataDir)).filter((mail) => WELCOME.test(mail.subject ?? ''))).toEqual([])

  await page.goto(link)
  await expect.poll(() => headingOf(page)).toBe('Want our emails?')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  await expectAccessible(page)
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Yes, sign me up' }).click()
  await page.getByRole('heading', { name: 'You’re on the list' }).waitFor()
  expect(page.url()).toBe(`${site.url}/newsletter?confirmed`)

  await page.goto(await linkIn(email, 'unsubscribe'))
  await expect.poll(() => headingOf(page)).toBe('Unsubscribe?')
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Unsubscribe me' }).click()
  await page.getByRole('heading', { name: 'You’re off the list' }).waitFor()
  expect(page.url()).toBe(`${site.url}/newsletter?unsubscribed`)
})

const fetchAs = (link: string) => {
  const { pathname, host } = new URL(link)
  return ask(`${site.inside}${pathname}`, { headers: { host } })
}

test('a mail program unsubscribes in one click, with or without an origin, and a new confirmation subscribes again', async () => {
  const email = 'finch@example.com'
  const link = await join(email)
  const welcome = await mailTo(site.dataDir, email, WELCOME)
  expect(headerOf(welcome, 'List-Unsubscribe')).toBe(`<${link}>`)
  expect(headerOf(welcome, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')

  const answers = await Promise.all([
    oneClick(link),
    oneClick(link, { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }),
    oneClick(link, { origin: 'null' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  for (const { headers } of answers) expect([headers.location, headers['set-cookie']]).toEqual([undefined, undefined])

  await signUp('/privacy', email)
  await linkIn(email, 'confirm', 2)
})

test('another site cannot sign anybody up', async () => {
  const { host } = new URL(site.url)
  const answer = await ask(`${site.inside}/newsletter`, {
    method: 'POST',
    headers: { host, origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'email=victim%40example.com',
  })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(JSON.stringify(await mailsOf(site.dataDir))).not.toContain('victim@example.com')
})

test('an invalid address gets an error and stays', async () => {
  const guest = guestOf()
  const isMain = ({ fields }: ServedForm) => fields.some(({ label }) => label === 'Email address')
  const form = await guest.open('/newsletter')
  const own = { ...form, forms: form.forms.filter(isMain) }
  const refused = await guest.send(own, { button: 'Sign up' }, { 'Email address': 'wren at home' })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Please enter a valid email address')])
  expect(refused.forms.filter(isMain).map((one) => fieldOf(one, 'Email address').value)).toEqual(['wren at home'])
})

test('an expired link is gone, for confirming and unsubscribing, and another is not found', async () => {
  const guest = guestOf()
  for (const step of ['confirm', 'unsubscribe'])
    expect((await guest.open(`/newsletter/${step}/${'x'.repeat(43)}`)).status).toBe(410)
  expect((await guest.open('/newsletter/nothing/here')).status).toBe(404)
})

test('the log never contains a link’s secret', async () => {
  const log = await readFile(site.logFile, 'utf8')
  const tokens = (await mailsOf(site.dataDir)).flatMap((mail) =>
    [...(mail.html ?? '').matchAll(/\/newsletter\/\w+\/([\w-]{43})/g)].map(([, token]) => token ?? ''),
  )
  expect(tokens.length).toBeGreaterThan(3)
  expect(log).toContain('/newsletter/...')
  for (const token of tokens) expect(log).not.toContain(token)
})
