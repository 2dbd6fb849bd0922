import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterSubscriptions,
} from '#app/features/newsletter/newsletter.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Chance } from './chance.ts'
import { SAMPLE_LETTER } from './sample-letter.ts'
import { type AuditRow, changeOf } from './stay-history.ts'

const DAY_MS = 86_400_000
const READERS = 14

const SENT = {
  subject: 'Sample: what is new at the homes',
  body: `*${SAMPLE_LETTER}*\n\nThe dock has new boards, and the condo has two new lamps.\n\nMay has the most open nights.`,
}
const DRAFT = {
  subject: 'Sample: the next season',
  body: `*${SAMPLE_LETTER}*\n\nThe calendars are open until next year.`,
}

/** Readers who confirmed, one of whom left again, a newsletter that was sent, and one that is begun. */
export async function loadNewsletter(tx: Tx, chance: Chance, { now }: { now: Date }): Promise<AuditRow[]> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const sentAt = daysAgo(41)
  const readers = Array.from({ length: READERS }, (_, index) => {
    const confirmedAt = daysAgo(60 + 19 * index)
    const hasLeft = index === READERS - 1
    return {
      id: chance.uuid(),
      email: `sample.reader.${index + 1}@example.com`,
      isActive: !hasLeft,
      subscribedAt: confirmedAt,
      requestedAt: confirmedAt,
      mailedAt: confirmedAt,
      confirmedAt,
      unsubscribedAt: hasLeft ? daysAgo(30) : null,
    }
  })
  await tx.insert(newsletterSubscriptions).values(readers)
  const sent = { id: chance.uuid(), ...SENT, createdAt: daysAgo(43), startedAt: sentAt, finishedAt: sentAt }
  const draft = { id: chance.uuid(), ...DRAFT, createdAt: daysAgo(1) }
  await tx.insert(newsletterIssues).values([{ ...sent, readers: READERS, sent: READERS }, draft])
  await tx
    .insert(newsletterDeliveries)
    .values(readers.map(({ id: subscriptionId }) => ({ issueId: sent.id, subscriptionId, sentAt })))
  const { subject } = SENT
  return [
    changeOf('newsletter.drafted', { subjectId: sent.id, before: null, after: SENT, happenedAt: sent.createdAt }),
    changeOf('newsletter.sent', { subjectId: sent.id, after: { subject, readers: READERS }, happenedAt: sentAt }),
    changeOf('newsletter.drafted', { subjectId: draft.id, before: null, after: DRAFT, happenedAt: draft.createdAt }),
  ]
}
