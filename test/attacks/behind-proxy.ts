import { once } from 'node:events'
import { existsSync } from 'node:fs'
import http, { type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { type AddressInfo, createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { clientAddressReader } from '#app/platform/client-address.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { Database } from '#app/platform/db/database.server.ts'
import { openRateLimits } from '#app/platform/rate-limits/rate-limits.server.ts'
import { createApi } from '#server/api.ts'
import { testServices } from '../factories.ts'

/** The public name of the site in the tests of proxies. */
export const HOST = 'stay.example'
/** Guests in 14 networks, as networks have limits, too. Linux has all addresses of 127.0.0.0/8. */
export const GUESTS = Array.from({ length: 14 }, (_, guest) => `127.0.${guest + 1}.7`)

/** The program of a proxy; undefined where it is not installed, which is reported. */
export function findProxy(name: string, files: string[]): string | undefined {
  const found = files.find((file) => existsSync(file))
  if (!found) process.stderr.write(`Tests behind ${name} are skipped: it is not installed.\n`)
  return found
}

/** A port that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = http.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until something listens there; throws after ten seconds. */
export async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = createConnection(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await wait(50)
  }
  throw new Error('The proxy does not listen.')
}

/**
 * A web with the site's API and its limits. At `/` it answers with the address by which it counts a guest. The header
 * that it received is `x-received`.
 */
export async function startWeb(trustedProxies: string) {
  const web = { name: '', isReady: true, refused: 0, stop: () => {} }
  const config = readConfig({ SITE_URL: `https://${HOST}`, TRUSTED_PROXIES: trustedProxies })
  const addressOf = clientAddressReader(config)
  // Calls without a body are counted and refused, so there is no database.
  const services = testServices({ kind: 'embedded' } as Database, { config })
  const site = new Hono()
    .get('/readyz', (context) => {
      if (web.isReady) return context.body(null, 200)
      web.refused += 1
      return context.body(null, 503)
    })
    .all('/', (context) => {
      context.header('x-received', context.req.header('x-forwarded-for'))
      return context.text(addressOf(context))
    })
    .route('/', createApi({ ...services, limits: openRateLimits(services) }))
  const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' })
  if (!server.listening) await once(server, 'listening')
  web.name = `127.0.0.1:${(server.address() as AddressInfo).port}`
  web.stop = () => server.close()
  return web
}

/** A request to a proxy on this machine, from an address of this machine. */
export type Input = {
  port: number
  isPlain?: boolean
  path?: string
  headers?: IncomingHttpHeaders
  from?: string
  method?: string
}

/** Asks a proxy on a new connection, with TLS unless it is plain. */
export async function ask({ port, isPlain = false, path = '/', headers = {}, from = '127.0.0.1', method }: Input) {
  const connection = { host: '127.0.0.1', port, localAddress: from, path, method, agent: false }
  const secured = { ...connection, servername: HOST, rejectUnauthorized: false }
  const sent = { host: `${HOST}:${port}`, ...headers }
  const request = isPlain
    ? http.request({ ...connection, headers: sent })
    : https.request({ ...secured, headers: sent })
  request.end()
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  return {
    status: response.statusCode,
    to: response.headers.location,
    received: response.headers['x-received'],
    text: await text(response),
  }
}

/** The answer to each of the guests, from their own address. */
export const askAsGuests = async (asked: Input) =>
  Promise.all(GUESTS.map(async (from) => (await ask({ ...asked, from })).text))
