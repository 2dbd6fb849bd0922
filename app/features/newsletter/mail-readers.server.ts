import { and, asc, eq, gt } from 'drizzle-orm'
import type { ReactNode } from 'react'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { newsletterSubscriptions as subscriptions } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { letterMail } from './newsletter.mail.tsx'
import { makeLinks } from './newsletter-links.server.ts'

const AT_ONCE = 200

/** Puts a letter into the outbox for every reader, each with a link of their own that ends it. Gives their number. */
export async function mailReaders(
  services: Pick<Services, 'jobs' | 'clock' | 'config' | 'limits'>,
  tx: Tx,
  letter: { subject: string; heading?: string; body: ReactNode },
): Promise<number> {
  const now = services.clock.now()
  const site = await getMailSite({ db: tx })
  let count = 0
  for (let after = ''; ; ) {
    const readers = await tx
      .select({ id: subscriptions.id, email: subscriptions.email })
      .from(subscriptions)
      .where(and(eq(subscriptions.isActive, true), gt(subscriptions.email, after)))
      .orderBy(asc(subscriptions.email))
      .limit(AT_ONCE)
    if (readers.length === 0) return count
    const tokens = await makeLinks(
      tx,
      readers.map(({ id }) => ({ subscriptionId: id, purpose: 'unsubscribe', now })),
    )
    const { siteUrl } = services.config
    const mails = readers.map(({ email }, index) =>
      letterMail(
        { site, siteUrl, to: email, token: tokens[index] ?? '' },
        { ...letter, template: 'newsletter-letter' },
      ),
    )
    await enqueueMail(services, tx, mails)
    count += readers.length
    after = readers.at(-1)?.email ?? after
  }
}
