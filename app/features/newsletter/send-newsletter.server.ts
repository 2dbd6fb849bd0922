import { and, asc, eq, gt } from 'drizzle-orm'
import type { ReactNode } from 'react'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { newsletterSubscriptions as subscriptions } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { newsletterMail } from './newsletter.mail.tsx'
import { createLinks } from './newsletter-links.server.ts'

const BATCH_SIZE = 200

/** Queues a newsletter email for every subscriber, each with their own unsubscribe link. Returns how many. */
export async function sendNewsletter(
  services: Pick<Services, 'jobs' | 'clock' | 'config' | 'limits'>,
  tx: Tx,
  newsletter: { subject: string; heading?: string; body: ReactNode },
): Promise<number> {
  const now = services.clock.now()
  const site = await getMailSite({ db: tx, config: services.config })
  let count = 0
  for (let after = ''; ; ) {
    const subscribers = await tx
      .select({ id: subscriptions.id, email: subscriptions.email })
      .from(subscriptions)
      .where(and(eq(subscriptions.isActive, true), gt(subscriptions.email, after)))
      .orderBy(asc(subscriptions.email))
      .limit(BATCH_SIZE)
    if (subscribers.length === 0) return count
    const tokens = await createLinks(
      tx,
      subscribers.map(({ id }) => ({ subscriptionId: id, purpose: 'unsubscribe', now })),
    )
    const { siteUrl } = services.config
    const mails = subscribers.map(({ email }, index) =>
      newsletterMail(
        { site, siteUrl, to: email, token: tokens[index] ?? '' },
        { ...newsletter, template: 'newsletter-letter' },
      ),
    )
    await enqueueMail(services, tx, mails)
    count += subscribers.length
    after = subscribers.at(-1)?.email ?? after
  }
}
