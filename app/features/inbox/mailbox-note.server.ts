import { desc } from 'drizzle-orm'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { mailboxState } from './inbox.tables.server.ts'

/** The address of answers to the site's emails, and whether they can be read. */
export async function getMailboxNote(
  { db, config }: Pick<Services, 'db' | 'config'>,
  timeZone: string,
): Promise<string> {
  if (!config.mailbox) return 'Replies to your answers go to your own mailbox. They can come here, too: set IMAP_URL.'
  const [state] = await db.select().from(mailboxState).orderBy(desc(mailboxState.readAt)).limit(1)
  if (!state) return 'Replies come here. The mailbox is read within a minute.'
  if (!state.failingSince)
    return `Replies come here. The mailbox was read ${formatMomentWithYear(state.readAt, timeZone)}.`
  const since = formatMomentWithYear(state.failingSince, timeZone)
  return `The mailbox can’t be read since ${since}: ${state.error}. Look into your own mail program meanwhile.`
}
