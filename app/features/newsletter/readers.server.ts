import { and, sql } from 'drizzle-orm'
import { newsletterSubscriptions as subscriptions } from './newsletter.tables.server.ts'

/**
 * Who gets a newsletter: whoever confirmed, unless the last email to the address left and came back. One that arrives later
 * brings them back, such as the answer to signing up again.
 */
export const isReader = and(
  subscriptions.isActive,
  sql`not exists (select from email_logs back
    where lower(back."to") = lower(${subscriptions.email}) and back.status = 'refused'
      and exists (select from email_logs gone where gone.mail_id = back.mail_id and gone.status = 'sent')
      and not exists (select from email_logs later where lower(later."to") = lower(${subscriptions.email})
        and later.status = 'sent' and later.created_at > back.created_at))`,
)
