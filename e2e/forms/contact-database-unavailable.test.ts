import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { untilHydrated } from '../booking-frame.ts'
import { newDatabase } from '../new-database.ts'
import { expect, test } from '../page.ts'
import { startSite } from '../site.ts'

/** A proxy to the server that can be cut and restored, at a fixed address. */
async function openWay({ host, port: at }: pg.Client) {
  const to = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${at}` } : { host, port: at }
  const sockets = new Set<Socket>()
  let port = 0
  const server = createServer((near) => {
    const far = connect(to)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const mend = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as { port: number }).port
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  await mend()
  return { cut, mend, port: () => port }
}

const MESSAGE = 'Twelve of us <b>and</b> a dog.\nIs there a fence? יש גדר 🏔️'

test('a database outage of five seconds loses no visitor’s input, with JavaScript and without', async ({ visit }) => {
  const { name, client, drop } = await newDatabase()
  const way = await openWay(client)
  const who = [client.user ?? '', client.password ?? ''].map(encodeURIComponent).join(':')
  const throughWay = `postgres://${who}@127.0.0.1:${way.port()}/${name}`
  const site = await startSite({ DATABASE_URL: throughWay, LOG_LEVEL: 'silent' })
  try {
    const expected = [/^503 POST .*\/(?:api\/)?contact/]
    const page = await visit(`${site.url}/contact`, { expected })
    await untilHydrated(page)
    const plain = await visit(`${site.url}/contact?property=lake-keowee&checkin=2027-07-01&checkout=2027-07-05`, {
      javaScript: false,
      expected,
    })
    for (const form of [page, plain]) {
      await form.getByLabel('Name').fill('Dana "D" Whitlock')
      await form.getByLabel('Email', { exact: true }).fill('dana@example.com')
      await form.getByLabel('Message').fill(MESSAGE)
    }
    await way.cut()
    const back = wait(5_000)
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.locator('.toast').getByText('We can’t save this right now.').waitFor()
    await expect(page.getByLabel('Message')).toHaveValue(MESSAGE)
    await plain.getByRole('button', { name: 'Send message' }).click()
    await plain.getByRole('heading', { name: 'Your message hasn’t been sent yet' }).waitFor()
    await expect(plain.getByLabel('Name')).toHaveValue('Dana "D" Whitlock')
    await expect(plain.getByLabel('Message')).toHaveValue(MESSAGE)
    await plain.screenshot({ path: 'test-results/retry-page.png' })
    await back
    await way.mend()
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.locator('.toast').getByText('Message sent!').waitFor()
    await plain.getByRole('button', { name: 'Send message' }).click()
    await plain.getByRole('status').getByText('Message sent!').waitFor()
    const stored = await client.query('select message, check_in::text, property_id is not null as home from inquiries')
    expect(stored.rows.sort((a, b) => Number(a.home) - Number(b.home))).toEqual([
      { message: MESSAGE, check_in: null, home: false },
      { message: MESSAGE, check_in: '2027-07-01', home: true },
    ])
  } finally {
    await site.kill()
    await way.cut()
    await drop()
  }
})
