import { notRun, RAN_IN } from '#test/not-run.ts'
import { test } from '../page.ts'
import type { Engine } from './session.ts'

/** Why an engine did not start, by its name. It is not tried again in this worker. */
const refused = new Map<string, string>()

/**
 * An engine that starts when its first session opens. One that does not start, or opens no session, is started again
 * once. If that fails too, the test is skipped, and the end of the run names it. Without `start` it is not installed:
 * its tests are skipped before they open it.
 */
export function engineOf(name: string, start: (() => Promise<Engine>) | null): Engine {
  let running: Engine | null = null

  async function open() {
    if (!start) throw new Error(`${name} is not installed.`)
    running ??= await start()
    return running.open()
  }

  async function close() {
    const engine = running
    running = null
    await engine?.close()
  }

  async function openTwice() {
    try {
      return await open()
    } catch {
      // It may be half started, and then it does not end well either.
      await close().catch(() => {})
      return open()
    }
  }

  return {
    async open() {
      if (!refused.has(name)) {
        const session = await openTwice().catch((error: unknown) => {
          refused.set(name, String(error).split('\n', 1)[0] ?? '')
          return null
        })
        if (session) {
          test.info().annotations.push({ type: RAN_IN, description: name })
          return session
        }
        await close().catch(() => {})
      }
      test.skip(true, notRun(name, refused.get(name) ?? ''))
      throw new Error('A skipped test goes no further.')
    },
    close,
  }
}
