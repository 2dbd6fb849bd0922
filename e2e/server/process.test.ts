import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask } from '../ask.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, refusedStart, type Site, startSite } from '../site.ts'
import { bookByCall, freeStay, nightsOf, propertyOf } from '../stays.ts'

test('bad settings are reported all at once, each with its error, and refused before anything is written', async () => {
  const { code, said } = await refusedStart({
    PORT: 'many',
    SITE_URL: 'stay.example',
    LOG_LEVEL: 'loud',
    MAX_STAY_NIGHTS: '0',
    EMBED_ORIGINS: 'https://fine.example, not-one',
  })
  expect(code).toBe(1)
  expect(said[0]).toBe('The settings are not right:')
  const named = said.slice(1).map((line) => line.trim().split(' ')[0])
  expect(named.sort()).toEqual(['EMBED_ORIGINS', 'LOG_LEVEL', 'MAX_STAY_NIGHTS', 'PORT', 'SITE_URL'])

  const open = await refusedStart({ HOST: '0.0.0.0', DATA_DIR: join(tmpdir(), 'pc-never-made') })
  expect([open.code, open.said.length]).toEqual([1, 2])
  expect(open.said[1]).toContain('SITE_URL')
  await expect(readFile(join(tmpdir(), 'pc-never-made'))).rejects.toThrow('ENOENT')
})

test('a first start without its object storage fails with one sentence', { tag: '@slow' }, async () => {
  test.setTimeout(120_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'pc-no-store-'))
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const { port } = closed.address() as AddressInfo
  closed.close()
  const { code, said } = await refusedStart({
    DATA_DIR: dataDir,
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'cove',
    S3_REGION: 'auto',
    S3_ACCESS_KEY_ID: 'me',
    S3_SECRET_ACCESS_KEY: 'very-secret',
  }).finally(() => rm(dataDir, { recursive: true, force: true }))
  const sentence = /^The object storage at 127\.0\.0\.1:\d+ did not answer PUT .*: ECONNREFUSED\. The first start .*\.$/
  expect([code, said]).toEqual([1, [expect.stringMatching(sentence)]])
})

test.describe('a site with data of its own', () => {
  let dataDir = ''
  let site: Site
  test.beforeAll(async () => {
    dataDir = await demoDataDir()
    site = await startSite({ DATA_DIR: dataDir })
  })
  test.afterAll(async () => {
    await site?.kill()
    await rm(dataDir, { recursive: true, force: true })
  })

  test('refuses a second one on the same data in one sentence', { tag: '@slow' }, async () => {
    const { code, said } = await refusedStart({ DATA_DIR: dataDir })
    expect([code, said]).toEqual([1, [expect.stringMatching(/^[A-Z].*\.$/)]])
    expect((await ask(`${site.url}/readyz`)).status).toBe(200)
  })

  test('refuses to share its port in one sentence', async () => {
    const other = await demoDataDir()
    const { code, said } = await refusedStart({ PORT: new URL(site.url).port, DATA_DIR: other }).finally(() =>
      rm(other, { recursive: true, force: true }),
    )
    expect([code, said]).toEqual([1, [expect.stringContaining('is taken')]])
  })

  test('keeps a confirmed booking when its power is cut right after', { tag: '@slow' }, async () => {
    const stay = await freeStay('large-luxury', 4, { site: site.url })
    const answer = await bookByCall('large-luxury', stay, site.url)
    await site.kill()
    expect(answer.status).toBe(201)

    site = await startSite({ DATA_DIR: dataDir })
    const nights = await nightsOf('large-luxury', site.url)
    const booked = nights.filter(({ date, state }) => state === 'taken' && date >= stay.checkIn && date < stay.checkOut)
    expect(booked).toHaveLength(4)
    expect((await bookByCall('large-luxury', stay, site.url)).status).toBe(409)
  })

  test('finishes the booking in progress at shutdown, accepts nothing new, and exits with 0', async () => {
    const stay = await freeStay('lake-keowee', 4, { site: site.url })
    const { send, answer } = await beginBooking(site.url, {
      propertyId: propertyOf('lake-keowee').id,
      checkInDate: stay.checkIn,
      checkOutDate: stay.checkOut,
      adults: 2,
      guestName: 'Ada Winters',
      guestEmail: 'ada@example.com',
    })
    const stopped = site.stop()
    await expect.poll(() => readFile(site.logFile, 'utf8')).toContain('finishing requests in flight')
    await expect(ask(`${site.url}/healthz`, { agent: false })).rejects.toThrow('ECONNREFUSED')
    send()
    expect(await answer).toBe(201)
    await stopped
  })
})

test('a site that was made in demo mode does not go live by a setting alone', { tag: '@slow' }, async () => {
  const dataDir = await demoDataDir()
  const { code, said } = await refusedStart({ DATA_DIR: dataDir, SITE_URL: 'https://stay.example' })
  await rm(dataDir, { recursive: true, force: true })
  expect([code, said]).toEqual([1, [expect.stringContaining('npm run site -- go-live')]])
})

/** A booking request whose headers the site has read; the body waits for `send`. */
async function beginBooking(site: string, booking: object): Promise<{ send: () => void; answer: Promise<number> }> {
  const body = JSON.stringify(booking)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    expect: '100-continue',
  }
  const outgoing = request(`${site}/api/bookings`, { method: 'POST', headers, agent: false })
  const answer = once(outgoing, 'response').then(([response]) => response.resume().statusCode as number)
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  return { send: () => outgoing.end(body), answer }
}
