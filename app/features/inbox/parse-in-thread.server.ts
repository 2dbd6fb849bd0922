import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { StoredMail } from '#app/platform/mail/mailbox.server.ts'
import { PROJECT_ROOT } from '#app/platform/project-root.server.ts'
import type { IncomingMail } from './incoming-mail.server.ts'

export type FromThread = 'loaded' | IncomingMail

/** Of the largest email that a provider takes, a few seconds are needed. */
const LIMIT_MS = 20_000
/** Node runs it from source: the build does not emit a worker. */
const workerFile = path.join(PROJECT_ROOT, 'app/features/inbox/incoming-mail-worker.server.ts')

/**
 * Parses an email in a thread of its own: a hostile one takes minutes or all memory. Nothing else can stop it.
 * Null if it was too much. Throws if the thread cannot start, such as during an upgrade: that says nothing about the email.
 */
export function parseInThread(mail: StoredMail, limit = LIMIT_MS): Promise<IncomingMail | null> {
  const worker = new Worker(workerFile, {
    workerData: mail,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  })
  let isLoaded = false
  let timer: NodeJS.Timeout | undefined
  return new Promise<IncomingMail | null>((resolve, reject) => {
    const end = (error: Error) => (isLoaded ? resolve(null) : reject(error))
    worker.on('message', (message: FromThread) => {
      if (message === 'loaded') isLoaded = true
      else resolve(message)
    })
    worker.on('error', end)
    worker.on('exit', (code) => end(new Error(`The thread that parses emails ended with ${code}`)))
    timer = setTimeout(() => end(new Error('The thread that parses emails does not start')), limit)
  }).finally(() => {
    clearTimeout(timer)
    return worker.terminate()
  })
}
