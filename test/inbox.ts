import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { getConversation } from '#app/features/inbox/conversations.server.ts'
import { inboxChanges } from '#app/features/inbox/inbox.changes.server.ts'
import { conversations } from '#app/features/inbox/inbox.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import { postChange } from './changes/post-change.ts'
import type { TestDatabase } from './database.ts'
import { NOON, testServices } from './factories.ts'

/** The operator who answers. */
export const MIA = { ...UNNAMED, name: 'Mia' }

/** A conversation, and what an operator does with it. */
export function useInbox(database: () => TestDatabase) {
  const services = (settings: Record<string, string> = {}) => testServices(database(), { config: readConfig(settings) })
  const write = (name: string, hour = 0, more: Partial<typeof inquiries.$inferInsert> = {}) =>
    database()
      .db.insert(inquiries)
      .values({
        name,
        email: `${name}@Example.com`,
        subject: 'Towels',
        message: 'Two',
        createdAt: new Date(NOON.getTime() + hour * 3_600_000),
        ...more,
      })
  const only = async () => {
    const [row] = await database().db.select().from(conversations)
    if (!row) throw new Error('there is no conversation')
    return row
  }
  const shown = async () => {
    const found = await getConversation(services(), { id: (await only()).id, timeZone: 'UTC' })
    if (!found) throw new Error('there is no conversation')
    return found
  }
  const post = async (intent: keyof typeof inboxChanges, fields: Record<string, string>, of = services()) =>
    postChange(
      inboxChanges[intent] as typeof inboxChanges.mark,
      {
        services: of,
        by: MIA,
        params: { conversation: (await only()).id },
      },
      { intent, seen: (await shown()).seen, ...fields },
    )
  const queued = async () => (await database().jobs.findJobs<Mail>('mail')).map(({ id, data }) => ({ ...data, id }))
  return { services, write, only, shown, post, queued }
}
