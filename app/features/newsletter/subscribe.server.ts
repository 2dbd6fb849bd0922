import { isNull, lt, or, sql } from 'drizzle-orm'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { newsletterSubscriptions as subscriptions } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { confirmSubscriptionMail, letterMail, onTheList } from './newsletter.mail.tsx'
import type { ConsentSource } from './newsletter.ts'
import { makeLinks } from './newsletter-links.server.ts'

/** An address gets no second mail so soon, whoever types it in how often. */
const MAIL_AGAIN_AFTER_MS = 10 * 60_000

type Writes = Pick<Services, 'jobs' | 'clock' | 'config' | 'limits'>

/**
 * Notes that somebody asked for the newsletter at an address, and asks back by mail; it is active only once confirmed, also
 * after having been ended. A reader is told of being one. Gives no sign of which it was.
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
    .values({ email: to, source, subscribedAt: now, askedAt: now, mailedAt: now })
    .onConflictDoUpdate({
      target: subscriptions.email,
      // What a reader once agreed to stays on record; who is none agrees anew.
      set: {
        source: sql`case when ${subscriptions.isActive} then ${subscriptions.source} else excluded.source end`,
        askedAt: sql`case when ${subscriptions.isActive} then ${subscriptions.askedAt} else excluded.asked_at end`,
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
  const site = await getMailSite({ db: tx })
  const [token = ''] = await makeLinks(tx, [{ subscriptionId: row.id, purpose, now }])
  const facts = { site, siteUrl: services.config.siteUrl, to, token }
  await enqueueMail(
    services,
    tx,
    row.isActive ? { ...letterMail(facts, onTheList), unverified: true } : confirmSubscriptionMail(facts),
  )
}
