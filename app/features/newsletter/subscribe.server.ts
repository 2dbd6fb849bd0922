import { isNull, lt, or, sql } from 'drizzle-orm'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { confirmSubscriptionMail, newsletterMail, onTheList } from './newsletter.mail.tsx'
import { newsletterSubscriptions as subscriptions } from './newsletter.tables.server.ts'
import type { ConsentSource } from './newsletter.ts'
import { createLinks } from './newsletter-links.server.ts'

/** An address gets at most one such email in this time. */
const MAIL_AGAIN_AFTER_MS = 10 * 60_000

type Writes = Pick<Services, 'jobs' | 'clock' | 'config' | 'limits'>

/**
 * Records a newsletter sign-up and sends a confirmation link: the subscription becomes active only when confirmed.
 * An existing subscriber gets an email that says so. The result does not reveal which one was sent.
 */
export async function subscribe(
  services: Writes,
  tx: Tx,
  { email, source }: { email: string; source: ConsentSource },
): Promise<void> {
  const now = services.clock.now()
  const to = email.trim().toLowerCase()
  const [row] = await tx
    .insert(subscriptions)
    .values({ email: to, source, subscribedAt: now, requestedAt: now, mailedAt: now })
    .onConflictDoUpdate({
      target: subscriptions.email,
      // A subscriber's consent stays on record; anyone else has to consent again.
      set: {
        source: sql`case when ${subscriptions.isActive} then ${subscriptions.source} else excluded.source end`,
        requestedAt: sql`case when ${subscriptions.isActive} then ${subscriptions.requestedAt} else excluded.requested_at end`,
        mailedAt: now,
      },
      setWhere: or(
        isNull(subscriptions.mailedAt),
        lt(subscriptions.mailedAt, new Date(now.getTime() - MAIL_AGAIN_AFTER_MS)),
      ),
    })
    .returning({ id: subscriptions.id, isActive: subscriptions.isActive })
  if (!row) return
  const purpose = row.isActive ? 'unsubscribe' : 'confirm'
  const site = await getMailSite({ db: tx, config: services.config })
  const [token = ''] = await createLinks(tx, [{ subscriptionId: row.id, purpose, now }])
  const recipient = { site, siteUrl: services.config.siteUrl, to, token }
  await enqueueMail(
    services,
    tx,
    row.isActive ? { ...newsletterMail(recipient, onTheList), unverified: true } : confirmSubscriptionMail(recipient),
  )
}
