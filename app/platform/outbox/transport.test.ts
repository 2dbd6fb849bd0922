import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Manner, startSmtpServer } from '#test/smtp-server.ts'
import { openFolderTransport } from './folder-transport.server.ts'
import { openSmtpTransport } from './smtp-transport.server.ts'
import { describeTransport, LETTER } from './transport.contract.ts'

/** For a server that says nothing; the others get the time that they need. */
const QUICK = { connection: 500, greeting: 300, silence: 300 }
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
  test('has one file for a letter, however often it was tried, named by when it was written', async () => {
    const transport = openFolderTransport(folder)
    for (const _ of [1, 2]) await transport.send(LETTER, never)
    expect(await readdir(folder)).toEqual([`2027-06-01T18-00-00-${LETTER.id}.eml`])
  })

  test('that cannot be written to is a host that fails', async () => {
    await writeFile(path.join(folder, 'mail'), 'not a folder')
    const delivery = await openFolderTransport(path.join(folder, 'mail')).send(LETTER, never)
    expect(delivery).toMatchObject({ outcome: 'failed', stage: 'before' })
  })
})

describe('an SMTP server', () => {
  const send = async (manner: Manner) => {
    smtp.manner = manner
    return openSmtpTransport(smtp.url, manner === 'stalls' ? QUICK : undefined).send(LETTER, never)
  }

  test.each<[Manner, object]>([
    ['refuses-recipient', { outcome: 'refused', error: expect.stringContaining('no such mailbox') }],
    ['refuses-message', { outcome: 'refused', error: expect.stringContaining('not such a message') }],
    ['not-now', { outcome: 'failed', stage: 'message', error: expect.stringContaining('come back later') }],
    ['refuses-greeting', { outcome: 'failed', stage: 'before', error: expect.stringContaining('no service') }],
    ['stalls', { outcome: 'failed', stage: 'before' }],
    ['drops', { outcome: 'failed' }],
    ['unacknowledged', { outcome: 'failed' }],
  ])('that %s: what becomes of the mail', async (manner, delivery) => {
    expect(await send(manner)).toMatchObject(delivery)
  })

  test('that is not there is a host that fails', async () => {
    await smtp.stop()
    const delivery = await openSmtpTransport(smtp.url).send(LETTER, never)
    expect(delivery).toMatchObject({ outcome: 'failed', stage: 'before' })
  })

  test('is left in the middle when the time for a message is over', async () => {
    smtp.manner = 'stalls'
    const transport = openSmtpTransport(smtp.url)
    const delivery = await transport.send(LETTER, AbortSignal.timeout(200))
    expect(delivery).toMatchObject({ outcome: 'failed' })
  })

  test('is named with its port, and what it says of a password is told without it', async () => {
    await smtp.stop()
    smtp = await startSmtpServer({ password: 's3cret/ö' })
    expect(await openSmtpTransport(smtp.url).send(LETTER, never)).toEqual({ outcome: 'sent' })
    const wrong = openSmtpTransport(`smtp://site:wr0ng@127.0.0.1:${smtp.port}`)
    expect(wrong.host).toBe(`127.0.0.1:${smtp.port}`)
    const delivery = await wrong.send(LETTER, never)
    expect(delivery).toMatchObject({ outcome: 'failed', stage: 'before' })
    expect(JSON.stringify(delivery)).toContain('no such user, or not ...')
  })
})
