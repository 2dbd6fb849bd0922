import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fieldOf, formOf, type ServedPage, type Typed } from '#test/requests/served-page.ts'
import type { Visitor } from '#test/requests/visitor.ts'
import { visitByRequests } from './form-requests.ts'
import type { LiveSite } from './live-site.ts'
import { expect } from './page.ts'

/** The link that creates the first operator, which the start of a live site has left in its data folder. */
export async function firstOperatorLink(dataDir: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const text = await readFile(join(dataDir, 'first-operator.txt'), 'utf8').catch(() => '')
    const [link] = /^https?:\/\/\S+\/first-operator\/[\w-]{43}$/m.exec(text) ?? []
    if (link) return link
    await wait(50)
  }
  throw new Error(`${dataDir} has no link that creates the first operator.`)
}

/** The form of that link, as it was opened before anybody had sent it. */
type FirstForm = { visitor: Visitor; page: ServedPage; link: string }

const BUTTON = 'Create and sign in'
const PASSWORD = 'ten lit windows'

/** The link asks for a name and a password, says what is wrong, and is stored nowhere. */
export async function expectFirstForm(site: LiveSite, link: string): Promise<FirstForm> {
  const visitor = visitByRequests(site.inside, site.url)
  const page = await visitor.open(new URL(link).pathname)
  expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['no-store', null])
  expect(page.html).toContain('content="noindex, nofollow"')
  const send = (typed: Typed) => visitor.send(page, { button: BUTTON }, { Name: 'mia', ...typed })
  const differs = await send({ Password: PASSWORD, 'Password again': 'ten lit window' })
  expect(differs.text).toContain('The passwords don’t match')
  expect(fieldOf(formOf(differs, { button: BUTTON }), 'Name').value).toBe('mia')
  const common = await send({ Password: '1234567890', 'Password again': '1234567890' })
  expect(common.text).toContain('This is one of the most common passwords')
  expect(common.html).not.toContain('1234567890')
  const other = await visitor.open(`/first-operator/${'A'.repeat(43)}`)
  expect([other.status, other.headings[0]]).toEqual([410, 'This link has ended'])
  expect(other.text).toContain('Restart the site for a new link')
  return { visitor, page, link }
}

const PAGES = ['/', '/not-there', '/staycation', '/search', '/compare', '/contact', '/newsletter', '/newsletter?sent']

/** Once there is an operator, the link makes no other one, and guests read that the site opens soon. */
export async function expectOpeningSoon(site: LiveSite, { visitor, page, link }: FirstForm) {
  const typed = { Name: 'ben', Password: PASSWORD, 'Password again': PASSWORD }
  const late = await visitor.send(page, { button: BUTTON }, typed)
  expect([late.status, late.headings[0]]).toEqual([410, 'There’s an operator already'])
  expect((await visitor.open('/')).text).toContain('Opening soon')
  for (const path of PAGES) {
    const { text, links } = await visitor.open(path)
    expect(text, path).not.toMatch(/\bhomes\b|propert/i)
    expect(links.map(({ href }) => href).filter((href) => /#properties|\/search|\/compare/.test(href))).toEqual([])
  }
  const log = await readFile(site.logFile, 'utf8')
  expect(log).toContain('"event":"operator.none"')
  expect(log).not.toContain(new URL(link).pathname.split('/').at(-1))
}
