import { and, sql } from 'drizzle-orm'
import { newsletterSubscriptions as subscriptions } from './newsletter.tables.server.ts'

/**
 * The condition on readers: confirmed, unless the last email to the address was sent and came back. A later delivered
 * one makes them readers again, such as the answer to signing up again.
 */
export const isReader = and(
  subscriptions.isActive,
  sql`not exists (select from email_logs back
    where lower(back."to") = lower(${subscriptions.email}) and back.status = 'refused'
      and exists (select from email_logs gone where gone.mail_id = back.mail_id and gone.status = 'sent')
      and not exists (select from email_logs later where lower(later."to") = lower(${subscriptions.email})
        and later.status = 'sent' and later.created_at > back.created_at))`,
)
