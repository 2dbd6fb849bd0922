import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { ask } from '../ask.ts'
import { expectAccessibleAtEachWidth } from '../axe.ts'
import { changeRows } from '../change-rows.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'

const SEED = '5 12 33 41 60 9'
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

test('anyone can check the draw: before the seed, after it, and without JavaScript', async ({ visit }) => {
  test.setTimeout(180_000)
  const dataDir = await demoDataDir()
  try {
    let site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
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
    await site.stop()

    await changeRows(dataDir, `update campaigns set closes_at = now() - interval '1 minute'`)
    site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    const id = /draw\/([0-9a-f-]{36})/.exec(await draw(dataDir, site, 'freeze'))?.[1]
    const before = await visit(`${site.url}/staycation/draw/${id}`)
    await before.getByText('The seed isn’t known yet.').waitFor()
    await before.getByRole('button', { name: 'Check it here' }).click()
    await before.getByText('The winner can be calculated once the seed is known.').waitFor()
    const list = (await ask(`${site.url}/staycation/draw/${id}/entries.txt`)).text
    await expect(before.getByRole('main')).toContainText(sha256(list), { useInnerText: true })
    await before.close()

    await draw(dataDir, site, 'seed', SEED)
    expect(await draw(dataDir, site, 'again', 'not-eligible')).toMatch(/Round 2: line \d, \w+ Guest, \w+@example\.com/)
    const path = `${site.url}/staycation/draw/${id}`
    const page = await visit(path, { javaScript: false })
    const words = await page.getByRole('main').innerText()
    const hashed = `${sha256(list)} ${SEED} 1 1`
    const ticket = Number(BigInt(`0x${sha256(hashed)}`) % 12n)
    for (const expected of [
      SEED,
      hashed,
      sha256(hashed),
      `it leaves ${ticket}`,
      `line ${Math.floor(ticket / 3) + 1} wins`,
    ])
      expect(words).toContain(expected)
    expect(await page.content()).not.toMatch(/(?:ada|bo|cy|dee)@example|Guest/)
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)

    const checked = await visit(path)
    await checked.getByRole('button', { name: 'Check it here' }).click()
    await checked
      .getByText(`Round 1: ticket ${ticket}, line ${Math.floor(ticket / 3) + 1}. It matches what’s shown above.`)
      .waitFor()
    await checked.route('**/entries.txt', (route) => route.fulfill({ body: `${'a'.repeat(64)} 1\n` }))
    await checked.getByRole('button', { name: 'Check it here' }).click()
    await checked.getByText('which isn’t the one we published').waitFor()
    await expectAccessibleAtEachWidth(visit, path, {
      prepare: async (opened) => {
        await opened.getByRole('button', { name: 'Check it here' }).click()
        await opened.getByText('It matches what’s shown above.').first().waitFor()
      },
    })
    await site.stop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})

test('a draw that does not exist has no page', async ({ visit }) => {
  await visit('/staycation/draw/nothing', { status: 404 })
})
