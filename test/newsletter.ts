import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { issueChanges } from '#app/features/newsletter/manage/issues.changes.server.ts'
import {
  newsletterIssues as issues,
  newsletterSubscriptions as subscriptions,
} from '#app/features/newsletter/newsletter.tables.server.ts'
import { sendNewsletterIssues } from '#app/features/newsletter/send-issues.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from './changes/post-change.ts'
import type { TestDatabase } from './database.ts'
import { makeSite, NOON, testClock, testServices } from './factories.ts'
import { queuedMail } from './mails/queued-mail.ts'

export const MINUTE = 60_000
export const SNOW = { subject: 'First snow', body: 'It came early.' }
export const MIA = { ...UNNAMED, name: 'mia' }

/** Newsletters and their readers, with a clock. */
export function useNewsletter(database: () => TestDatabase) {
  const clock = testClock()
  const services = () => testServices(database(), { clock })
  const later = (ms: number) => clock.set(new Date(clock.now().getTime() + ms))
  const post = (intent: keyof typeof issueChanges, fields: Record<string, string>) =>
    postChange(
      issueChanges[intent] as (typeof issueChanges)['draft'],
      { services: services(), by: MIA },
      { key: randomUUID(), ...fields },
    )
  const stored = async (id: string) => (await database().db.select().from(issues).where(eq(issues.id, id)))[0]

  async function makeReaders(many: number) {
    clock.set(NOON)
    await makeSite(database().db)
    const rows = Array.from({ length: many }, (_, at) => ({
      email: `reader${at}@example.com`,
      isActive: true,
      confirmedAt: NOON,
    }))
    if (many > 0) await database().db.insert(subscriptions).values(rows)
  }

  async function makeDraft(text: Partial<typeof SNOW> = {}): Promise<string> {
    const made = await post('draft', { ...SNOW, ...text })
    if (!made.ok) throw new Error(JSON.stringify(made))
    return made.subjectId ?? ''
  }

  async function send(id: string) {
    const asked = await post('send', { id })
    const issue = await stored(id)
    const version = versionOf(issue && { subject: issue.subject, body: issue.body })
    return { asked, sent: await post('send', { id, version, confirmed: 'yes' }) }
  }

  /** The work of three processes in a minute, all at once, while the mail host is unavailable. */
  async function minuteWithoutHost() {
    await Promise.all([1, 2, 3].map(() => sendNewsletterIssues(services())))
    later(MINUTE)
  }

  /** The same, and then the mail host takes what waits. */
  async function minute() {
    await minuteWithoutHost()
    await database().pool.query(`update pgboss.job set state = 'completed' where name = 'mail'`)
  }

  /** The emails to readers, whether they have left or wait. */
  const written = async () => (await queuedMail(database())).filter(({ template }) => template === 'newsletter-issue')

  return { clock, services, later, post, stored, makeReaders, makeDraft, send, minute, minuteWithoutHost, written }
}
