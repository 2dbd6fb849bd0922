import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config.server.ts'
import type { Services } from '../services.server.ts'
import { openFolderTransport } from './folder-transport.server.ts'
import { sendNext } from './send-mail.server.ts'
import { openSmtpTransport } from './smtp-transport.server.ts'
import type { Transport } from './transport.server.ts'

export type MailWorker = {
  /** Takes no more mail, and waits for the one that is being sent. */
  stop(): Promise<void>
}

/** Milliseconds. */
const LIMITS = {
  /** Between two looks at an empty outbox, or at a host that rests. */
  idle: 1000,
  /** For one message, however slowly its server answers. */
  send: 45 * 60_000,
  /** Between two signs, while a message is being sent, that this process is at it. */
  renew: 30_000,
  /** For the message being sent, once the process was told to stop. */
  stop: 15_000,
  /** A mail without a sign for so long was taken by a process that died. */
  lost: 150_000,
}

/** Where mail goes by the settings: a server, or without one a folder. */
export function openTransport({ smtpUrl, dataDir }: Config): Transport {
  return smtpUrl ? openSmtpTransport(smtpUrl) : openFolderTransport(path.join(dataDir, 'mail'))
}

/** Sends what is in the outbox from now on, one mail at a time. Several processes may, and share it. */
export function startMailWorker(
  services: Services,
  transport: Transport = openTransport(services.config),
  limits: typeof LIMITS = LIMITS,
): MailWorker {
  const { jobs, database, log } = services
  const stopping = new AbortController()
  const cutOff = new AbortController()
  let lookedBackAt = Number.NEGATIVE_INFINITY

  const rest = (ms: number) => wait(ms, undefined, { signal: stopping.signal }).catch(() => {})
  const pause = async () => {
    if (cutOff.signal.aborted) throw new Error('told to stop before the try was recorded')
    await wait(limits.idle)
  }

  /** Nobody but this process can have taken mail from an embedded database: at the start whatever is taken is lost. */
  async function takeBackLost() {
    const first = lookedBackAt === Number.NEGATIVE_INFINITY
    if (!first && performance.now() - lookedBackAt < limits.lost / 5) return
    const lost = await jobs.takeBack('mail', first && database.kind === 'embedded' ? 0 : limits.lost / 1000)
    lookedBackAt = performance.now()
    if (lost > 0) log.warn({ mails: lost }, 'mail came back that another process had taken and not sent')
  }

  async function run() {
    while (!stopping.signal.aborted) {
      try {
        await takeBackLost()
        const signal = AbortSignal.any([AbortSignal.timeout(limits.send), cutOff.signal])
        const outcome = await sendNext(services, transport, { signal, pause, renewMs: limits.renew })
        if (outcome === 'idle' || outcome === 'rests') await rest(limits.idle)
      } catch (error) {
        log.error({ err: error }, 'the outbox could not be worked on')
        // A database that was away comes back for all: first for those who have a try to record.
        if (lookedBackAt !== Number.NEGATIVE_INFINITY) lookedBackAt = performance.now()
        await rest(limits.idle)
      }
    }
  }

  const running = run()
  return {
    async stop() {
      stopping.abort()
      const timer = setTimeout(() => cutOff.abort(), limits.stop)
      await running
      clearTimeout(timer)
    },
  }
}
