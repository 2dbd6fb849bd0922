import { sql } from 'drizzle-orm'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { MAIL_WORK } from '#app/platform/mail/mail-worker.server.ts'
import type { Transport } from '#app/platform/mail/message.server.ts'
import { sendMail } from '#app/platform/mail/send-mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/**
 * Runs the mail queue until one email was attempted. Returns the result: `completed`, `failed` or `deadletter`. It is
 * `idle` when none is due, and `waits` when its host is paused and the email was requeued.
 */
export async function sendOneMail(services: Services, transport: Transport): Promise<string> {
  const { jobs, db } = services
  // By the clock of the queue, which is the database's.
  const due = await db.execute(
    sql`select from pgboss.job where name = 'mail' and state < 'active' and start_after <= clock_timestamp()`,
  )
  if (due.rows.length === 0) return 'idle'
  const attempt = Promise.withResolvers<string>()
  let waited = false
  const options = {
    signal: new AbortController().signal,
    pause: async () => {},
    stopping: () => {
      waited = true
      return true
    },
  }
  const id = await jobs.work<Mail, unknown, typeof MAIL_WORK>('mail', MAIL_WORK, async ([job]) => {
    if (!job) return []
    const result = await sendMail(services, transport, job, options)
    attempt.resolve(waited ? 'waits' : result.status)
    return [result]
  })
  const outcome = await attempt.promise
  await jobs.offWork('mail', { id, wait: true })
  return outcome
}
