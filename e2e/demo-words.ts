import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ask } from './ask.ts'
import { expect } from './page.ts'

/** Words that belong to the demo's operator alone. */
export const DEMO_WORDS = /powder\s*(?:&amp;|&|and)?\s*cove|steamboat|keowee/gi

const UNLISTED = [
  ...['/search', '/search?checkin=2027-06-04&checkout=2027-06-08&adults=2', '/compare', '/newsletter', '/sign-in'],
  ...['/robots.txt', '/site.webmanifest', '/api/properties', '/api/openapi.json'],
]

/** The addresses of a site: its own, and the host that it has for guests. */
type Read = { inside: string; host: string }

/** Reads a page, which has no word of the demo. */
export async function readPage({ inside, host }: Read, path: string, status = 200): Promise<string> {
  const answer = await ask(new URL(path, inside).href, { headers: { host, accept: 'text/html, */*' } })
  expect(answer.status, path).toBe(status)
  expect(answer.text.match(DEMO_WORDS), path).toBeNull()
  return answer.text
}

/**
 * Reads every public page of a site, and what machines read of it, besides `others`. Returns the paths in its sitemap.
 */
export async function expectNoDemoWords(site: Read, others: string[]): Promise<string[]> {
  const sitemap = await readPage(site, '/sitemap.xml')
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  for (const path of [...listed, ...UNLISTED, ...others]) await readPage(site, path)
  expect(await readPage(site, '/there-is-no-such-page', 404)).toContain('404 Page Not Found')
  return listed
}

/** Reads each mail that a site has sent, which is at least `count`. Each names the operator's own brand. */
export async function expectOwnMails(dataDir: string, { brand, count }: { brand: string; count: number }) {
  const folder = join(dataDir, 'mail')
  const mails = async () => (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'))
  await expect.poll(async () => (await mails()).length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count)
  for (const file of await mails()) {
    const mail = await readFile(join(folder, file), 'utf8')
    expect(mail.match(DEMO_WORDS), file).toBeNull()
    expect(mail).toContain(brand)
  }
}
