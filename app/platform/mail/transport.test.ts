import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Manner, startSmtpServer } from '#test/servers/smtp-server.ts'
import { describeTransport, OUTGOING } from './transport.contract.ts'
import { openFolderTransport, openSmtpTransport, SMTP_LIMITS } from './transport.server.ts'

/** Short timeouts for silent servers; other servers get the time they need. */
const QUICK = { connection: 200, greeting: 300, answer: 300 }
const never = new AbortController().signal

let folder: string
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mail-'))
  smtp = await startSmtpServer()
})
afterEach(async () => {
  await smtp.stop()
  await rm(folder, { recursive: true, force: true })
})

const filesIn = async (at: string) => (await readdir(at).catch(() => [])).map((name) => path.join(at, name))

describeTransport('a folder', async () => ({
  transport: openFolderTransport(path.join(folder, 'mail')),
  delivered: async () => Promise.all((await filesIn(path.join(folder, 'mail'))).map((file) => readFile(file, 'utf8'))),
}))

describeTransport('an SMTP server', async () => ({
  transport: openSmtpTransport(smtp.url),
  delivered: async () => smtp.received.map(({ raw }) => raw),
}))

describe('a folder', () => {
  test('has one file per mail for any number of attempts, named by creation time', async () => {
    const transport = openFolderTransport(folder)
    for (const _ of [1, 2]) await transport.send(OUTGOING, never)
    expect(await readdir(folder)).toEqual([`2027-06-01T18-00-00-${OUTGOING.id}.eml`])
  })

  test('that is not writable is a failing host', async () => {
    await writeFile(path.join(folder, 'mail'), 'not a folder')
    const delivery = await openFolderTransport(path.join(folder, 'mail')).send(OUTGOING, never)
    expect(delivery).toMatchObject({ outcome: 'failed', stage: 'before' })
  })
})

describe('an SMTP server', () => {
  const send = async (manner: Manner) => {
    smtp.manner = manner
    return openSmtpTransport(smtp.url, manner === 'stalls' ? QUICK : undefined).send(OUTGOING, never)
  }

  test.each<[Manner, object]>([
    ['refuses-recipient', { outcome: 'refused', error: expect.stringContaining('no such mailbox') }],
    ['refuses-message', { outcome: 'refused', error: expect.stringContaining('not such a message') }],
    ['not-now', { outcome: 'put-off', error: expect.stringContaining('come back later') }],
    ['not-now-message', { outcome: 'put-off', error: expect.stringContaining('not such a message now') }],
    ['closing', { outcome: 'failed', error: expect.stringContaining('closing') }],
    ['refuses-greeting', { outcome: 'failed', stage: 'before', error: expect.stringContaining('no service') }],
    ['stalls', { outcome: 'failed', stage: 'before' }],
    ['drops', { outcome: 'failed' }],
    ['unacknowledged', { outcome: 'failed' }],
  ])('that %s: what becomes of the mail', async (manner, delivery) => {
    expect(await send(manner)).toMatchObject(delivery)
  })

  test('uses the timeouts of RFC 5321: five minutes for the greeting, ten to accept a message', async () => {
    expect(SMTP_LIMITS.greeting).toBeGreaterThanOrEqual(5 * 60_000)
    expect(SMTP_LIMITS.answer).toBeGreaterThanOrEqual(10 * 60_000)
    // The greeting uses the mocked clock; the answers use the socket's own timer.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    let greet = () => {}
    const late = net.createServer((socket) => {
      socket.on('error', () => {})
      greet = () => void socket.write('554 no service, but at least a greeting\r\n')
    })
    await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve))
    const sending = openSmtpTransport(`smtp://127.0.0.1:${(late.address() as net.AddressInfo).port}`).send(
      OUTGOING,
      never,
    )
    try {
      await once(late, 'connection')
      await new Promise(setImmediate)
      await vi.advanceTimersByTimeAsync(5 * 60_000 - 1000)
      greet()
      expect(await sending).toMatchObject({ outcome: 'failed', error: expect.stringContaining('no service') })
    } finally {
      vi.useRealTimers()
      late.close()
    }
  })

  test('gets mail if it greets and accepts late, but not after its timeout', async () => {
    smtp.greets = 600
    smtp.accepts = 600
    const patient = { connection: 200, greeting: 5000, answer: 5000 }
    expect(await openSmtpTransport(smtp.url, patient).send(OUTGOING, never)).toEqual({ outcome: 'sent' })
    const hasty = { ...patient, answer: 200 }
    expect(await openSmtpTransport(smtp.url, hasty).send(OUTGOING, never)).toMatchObject({ outcome: 'failed' })
  })

  test('that is unreachable is a failing host', async () => {
    await smtp.stop()
    const delivery = await openSmtpTransport(smtp.url).send(OUTGOING, never)
    expect(delivery).toMatchObject({ outcome: 'failed', stage: 'before' })
  })

  test('is disconnected mid-message when the time for a message is over', async () => {
    smtp.manner = 'stalls'
    const transport = openSmtpTransport(smtp.url)
    const delivery = await transport.send(OUTGOING, AbortSignal.timeout(200))
    expect(delivery).toMatchObject({ outcome: 'failed' })
  })

  test('is named with its port, and its replies are reported without the password', async () => {
    await smtp.stop()
    smtp = await startSmtpServer({ password: 's3cret/ö' })
    expect(await openSmtpTransport(smtp.url).send(OUTGOING, never)).toEqual({ outcome: 'sent' })
    const wrong = openSmtpTransport(`smtp://site:wr0ng@127.0.0.1:${smtp.port}`)
    expect(wrong.host).toBe(`127.0.0.1:${smtp.port}`)
    const delivery = await wrong.send(OUTGOING, never)
    expect(delivery).toMatchObject({ outcome: 'failed', stage: 'before' })
    expect(JSON.stringify(delivery)).toContain('no such user, or not ...')
  })
})
