import type { Database } from '#app/platform/db/database.server.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { textOf } from '#app/platform/mail/mail-text.server.ts'

/** What waits in the outbox, the oldest first and of one moment by template, with the plain text that it is sent with. */
export async function waitingMail({ pool }: Pick<Database, 'pool'>): Promise<(Mail & { text: string })[]> {
  const { rows } = await pool.query<{ data: Mail }>(
    `select data from pgboss.job where name = 'mail' order by created_on, data ->> 'template', id`,
  )
  return rows.map(({ data }) => ({ ...data, text: textOf(data.html) }))
}
