import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type pg from 'pg'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import { visitByRequests } from '../form-requests.ts'
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

const SEND = { button: 'Send message' }
const MESSAGE = 'Twelve of us <b>and</b> a dog.\nIs there a fence? יש גדר 🏔️'

test('while the database is away no visitor’s input is lost: the form and the call say so, and go through afterward', {
  tag: '@slow',
}, async () => {
  const { name, client, drop } = await newDatabase()
  const way = await openWay(client)
  const who = [client.user ?? '', client.password ?? ''].map(encodeURIComponent).join(':')
  const throughWay = `postgres://${who}@127.0.0.1:${way.port()}/${name}`
  const site = await startSite({ DATABASE_URL: throughWay, LOG_LEVEL: 'silent' })
  try {
    const guest = visitByRequests(site.url)
    const form = await guest.open('/contact?property=lake-keowee&checkin=2027-07-01&checkout=2027-07-05')
    const call = () =>
      fetch(`${site.url}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Dana', email: 'dana@example.com', propertyId: 'none', message: MESSAGE }),
      })
    await way.cut()
    const refused = await call()
    expect([refused.status, (await refused.json()).message]).toEqual([
      503,
      expect.stringContaining('We can’t save this right now.'),
    ])
    const typed = { Name: 'Dana "D" Whitlock', Email: 'dana@example.com', Message: MESSAGE }
    const retry = await guest.send(form, SEND, typed)
    expect([retry.status, retry.headings]).toEqual([503, ['Your message hasn’t been sent yet']])
    for (const [label, value] of Object.entries(typed))
      expect(fieldOf(formOf(retry, SEND), label).value.replaceAll('\r', '')).toBe(value)
    await way.mend()
    expect((await call()).status).toBeLessThan(300)
    const sent = await guest.send(retry, SEND)
    expect(sent.notes).toContainEqual(expect.stringContaining('Message sent!'))
    const stored = await client.query(
      'select message, check_in::text, property_id is not null as property from inquiries',
    )
    expect(stored.rows.sort((a, b) => Number(a.property) - Number(b.property))).toEqual([
      { message: MESSAGE, check_in: null, property: false },
      { message: MESSAGE, check_in: '2027-07-01', property: true },
    ])
  } finally {
    await site.kill()
    await way.cut()
    await drop()
  }
})
