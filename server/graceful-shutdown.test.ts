import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'

/** A process that stops like the site, with `close` as the code that closes its database. */
function startProcess(close: string) {
  const script = `
    import { createServer } from 'node:http'
    import { pino } from 'pino'
    import { stopGracefully } from './graceful-shutdown.ts'
    const server = createServer().listen(0, '127.0.0.1', () => console.log('open'))
    stopGracefully(server, { close: () => ${close}, log: pino(), stopping: new AbortController(), isLive: false })`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    cwd: path.resolve(import.meta.dirname),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (bytes) => {
    said += bytes
  })
  return { child, says: (words: string) => expect.poll(() => said, { timeout: 10_000 }).toContain(words) }
}

async function codeOf(child: ChildProcess) {
  const [code] = await once(child, 'exit')
  return code
}

test('a stop signal closes the database and exits with 0', async () => {
  const { child, says } = startProcess('Promise.resolve()')
  await says('open')
  child.kill('SIGTERM')
  expect(await codeOf(child)).toBe(0)
  await says('stopped')
})

test('a database that fails to close is logged, and the process exits with 1', async () => {
  const { child, says } = startProcess(`Promise.reject(new Error('the disk is full'))`)
  await says('open')
  child.kill('SIGTERM')
  expect(await codeOf(child)).toBe(1)
  await says('the disk is full')
})

test('one Ctrl-C that arrives twice counts once; a second one ends the process at once', async () => {
  const { child, says } = startProcess('new Promise(() => {})')
  await says('open')
  child.kill('SIGINT')
  await says('finishing requests in flight')
  child.kill('SIGINT')
  // Longer than a second signal counts as the same one.
  await wait(600)
  expect(child.exitCode).toBeNull()
  child.kill('SIGINT')
  expect(await codeOf(child)).toBe(1)
  await says('exiting at once')
})
