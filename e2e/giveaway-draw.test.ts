import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { readConfig } from '#app/platform/config.server.ts'
import { campaigns } from '#app/platform/db/schema.server.ts'
import { runDrawCommand } from '#server/draw-command.ts'
import { openServices } from '#server/services.ts'
import { ask } from './ask.ts'
import { expectAccessibleAtEachWidth } from './axe.ts'
import { expect, test } from './page.ts'
import { startSite } from './site.ts'

const SEED = '5 12 33 41 60 9'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Runs the command's words on the data of a stopped site, a day after the giveaway closed. */
async function draw(dataDir: string, ...steps: string[][]): Promise<string[]> {
  const services = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  try {
    const [campaign] = await services.db.select().from(campaigns)
    const clock = { now: () => new Date((campaign?.closesAt.getTime() ?? 0) + 86_400_000) }
    const said: string[] = []
    for (const words of steps)
      said.push((await runDrawCommand({ ...services, clock }, { command: 'draw', words })).message)
    return said
  } finally {
    await services.database.close()
  }
}

test('anyone can check the draw: before the seed, after it, and without JavaScript', async ({ visit }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pc-draw-'))
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

    const id = /draw\/([0-9a-f-]{36})/.exec((await draw(dataDir, ['freeze'])).join())?.[1]
    site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    const before = await visit(`${site.url}/staycation/draw/${id}`)
    await before.getByText('The seed is not known yet.').waitFor()
    await before.getByRole('button', { name: 'Check it here' }).click()
    await before.getByText('The winner can be worked out once the seed is known.').waitFor()
    const list = (await ask(`${site.url}/staycation/draw/${id}/entries.txt`)).text
    expect(await before.getByRole('main').innerText()).toContain(sha256(list))
    await before.close()
    await site.stop()

    const said = await draw(dataDir, ['seed', SEED], ['again'])
    expect(said.join('\n')).toMatch(/Round 2: line \d, \w+ Guest, \w+@example\.com/)
    site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
    const path = `${site.url}/staycation/draw/${id}`
    const page = await visit(path, { javaScript: false })
    const words = await page.getByRole('main').innerText()
    const hashed = `${sha256(list)} ${SEED} 1 1`
    const ticket = Number(BigInt(`0x${sha256(hashed)}`) % 12n)
    for (const shown of [
      SEED,
      hashed,
      sha256(hashed),
      `it leaves ${ticket}`,
      `line ${Math.floor(ticket / 3) + 1} wins`,
    ])
      expect(words).toContain(shown)
    expect(await page.content()).not.toMatch(/(?:ada|bo|cy|dee)@example|Guest/)
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0)

    const checked = await visit(path)
    await checked.getByRole('button', { name: 'Check it here' }).click()
    await checked
      .getByText(`Round 1: ticket ${ticket}, line ${Math.floor(ticket / 3) + 1}. It is as shown above.`)
      .waitFor()
    await checked.route('**/entries.txt', (route) => route.fulfill({ body: `${'a'.repeat(64)} 1\n` }))
    await checked.getByRole('button', { name: 'Check it here' }).click()
    await checked.getByText('and not the one that was published').waitFor()
    await expectAccessibleAtEachWidth(visit, path, {
      prepare: async (shown) => {
        await shown.getByRole('button', { name: 'Check it here' }).click()
        await shown.getByText('It is as shown above.').first().waitFor()
      },
    })
    await site.stop()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}, 180_000)

test('of a draw that never was there is no page', async ({ visit }) => {
  await visit('/staycation/draw/nothing', { status: 404 })
})
