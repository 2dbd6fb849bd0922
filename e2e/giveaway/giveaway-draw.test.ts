import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Visitor } from '#test/requests/visitor.ts'
import { ask } from '../ask.ts'
import { expectAccessible, WIDTHS } from '../axe.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'
import { siteUrl } from '../site-url.ts'

const SEED = '5 12 33 41 60 9'
const CLOCK = resolve(import.meta.dirname, '../set-clock.ts')
const tomorrow = () => new Date(Date.now() + 25 * 3_600_000).toISOString()
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Runs `npm run site -- draw WORDS` beside the site. */
async function draw(dataDir: string, site: Site, ...words: string[]): Promise<string> {
  const { PATH = '' } = process.env
  const options = {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { PATH, DATA_DIR: dataDir, PORT: new URL(site.url).port },
  }
  return (await promisify(execFile)(process.execPath, ['server/start.mjs', 'site', 'draw', ...words], options)).stdout
}

/** The operator ends a giveaway before its time, and says why. */
async function closeEntries(operator: Visitor) {
  const close = { button: 'Close the entries now' }
  const asked = await operator.send(await operator.open('/admin/giveaway'), close, { Reason: 'The lodge is full' })
  const closed = await operator.send(asked, { button: 'Save anyway' })
  expect(closed.text).toContain('Closed on ')
}

test('anyone can check the draw: before the seed, after it, and without JavaScript', async ({ visit }) => {
  test.setTimeout(180_000)
  const dataDir = await demoDataDir()
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  let site = await startSite(settings)
  try {
    for (const name of ['ada', 'bo', 'cy', 'dee']) {
      const body = {
        email: `${name}@example.com`,
        fullName: `${name} Guest`,
        phone: '970 555 0123',
        state: 'CO',
        zipCode: '80487',
      }
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
      await fetch(`${site.url}/api/entries`, { ...init, body: JSON.stringify(body) })
      await fetch(`${site.url}/api/share`, { ...init, body: JSON.stringify({ email: body.email, channel: 'x' }) })
    }
    await closeEntries(visitByRequests(site.url))
    const id = /draw\/([0-9a-f-]{36})/.exec(await draw(dataDir, site, 'freeze'))?.[1]
    const path = `/staycation/draw/${id}`
    const list = (await ask(`${site.url}${path}/entries.txt`)).text
    const page = await visit(site.url + path)
    await page.getByText('The seed isn’t known yet.').waitFor()
    await page.getByRole('button', { name: 'Check it here' }).click()
    await page.getByText('The winner can be calculated once the seed is known.').waitFor()
    await expect(page.getByRole('main')).toContainText(sha256(list), { useInnerText: true })

    await expect(draw(dataDir, site, 'seed', SEED)).rejects.toThrow('Enter its numbers once they are drawn.')
    // The lottery's numbers are those of a drawing a day after the close. The page would miss the site meanwhile.
    await page.goto(`${siteUrl()}/robots.txt`)
    await site.stop()
    site = await startSite({ ...settings, NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_FROM: tomorrow() })
    await draw(dataDir, site, 'seed', SEED)
    expect(await draw(dataDir, site, 'again', 'not-eligible')).toMatch(/Round 2: line \d, \w+ Guest, \w+@example\.com/)
    const served = await visitByRequests(site.url).open(path)
    const hashed = `${sha256(list)} ${SEED} 1 1`
    const ticket = Number(BigInt(`0x${sha256(hashed)}`) % 12n)
    const line = Math.floor(ticket / 3) + 1
    for (const expected of [SEED, hashed, sha256(hashed), `it leaves ${ticket}`, `line ${line} wins`])
      expect(served.text).toContain(expected)
    // Checking needs the page's script, so its button comes with it.
    expect(served.html).not.toContain('Check it here')
    expect(served.html).not.toMatch(/(?:ada|bo|cy|dee)@example|Guest/)

    await page.goto(site.url + path)
    const check = page.getByRole('button', { name: 'Check it here' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await check.click()
      await page.getByText(`Round 1: ticket ${ticket}, line ${line}. It matches what’s shown above.`).waitFor()
      await expectAccessible(page)
    }
    await page.route('**/entries.txt', (route) => route.fulfill({ body: `${'a'.repeat(64)} 1\n` }))
    await check.click()
    await page.getByText('which isn’t the one we published').waitFor()
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a draw that does not exist has no page', async () => {
  expect((await visitByRequests().open('/staycation/draw/nothing')).status).toBe(404)
})
