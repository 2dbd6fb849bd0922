import type { Mail } from '#app/platform/mail/mail.server.ts'
import { textOf } from '#app/platform/mail/message.server.ts'
import type { TestDatabase } from '../database.ts'

/** The emails waiting to be sent with their plain text, ordered by creation time, then by template. */
export async function queuedMail({ jobs }: Pick<TestDatabase, 'jobs'>): Promise<(Mail & { text: string })[]> {
  const found = await jobs.findJobs<Mail>('mail')
  const order = ({ createdOn, data, id }: (typeof found)[number]) => `${createdOn.toISOString()} ${data.template} ${id}`
  return found
    .toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
    .map(({ data }) => ({ ...data, text: textOf(data.html) }))
}
