import { expect, test } from '../page.ts'
import type { Session } from './session.ts'
import { engineOf } from './start-engine.ts'

/** An engine that fails at these of its starts and first sessions. */
function brittle(...failures: string[]) {
  const seen: string[] = []
  const happens = (what: string) => {
    seen.push(what)
    if (failures.shift() === what) throw new Error(`no ${what}`)
  }
  const start = async () => {
    happens('start')
    return {
      open: async () => {
        happens('session')
        return {} as Session<unknown>
      },
      close: async () => void seen.push('end'),
    }
  }
  return { seen, engine: engineOf(`one that does ${failures.join(' and ') || 'start'}`, start) }
}

test('an engine that does not start, or opens no session, is started again once', async () => {
  const quiet = brittle()
  await quiet.engine.open()
  await quiet.engine.open()
  expect(quiet.seen).toEqual(['start', 'session', 'session'])
  const late = brittle('start')
  await late.engine.open()
  expect(late.seen).toEqual(['start', 'start', 'session'])
  const silent = brittle('', 'session')
  await silent.engine.open()
  await silent.engine.close()
  expect(silent.seen).toEqual(['start', 'session', 'end', 'start', 'session', 'end'])
})
