import { asc, desc, eq } from 'drizzle-orm'
import { type IssueText, issueProgress, issueState } from '#app/features/newsletter/issues.ts'
import { isReader } from '#app/features/newsletter/readers.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { newsletterIssues as issues, newsletterSubscriptions as subscriptions } from '../newsletter.tables.server.ts'

/** More than this are not listed. */
const MOST_ISSUES = 200

type Page = Pick<Services, 'db'>
type Row = typeof issues.$inferSelect

function shown(row: Row, timeZone: string) {
  const { id, subject, readers, sent, startedAt, createdAt } = row
  const state = issueState(row)
  const day = startedAt
    ? `sent ${formatMomentWithYear(startedAt, timeZone)}`
    : `begun ${formatMomentWithYear(createdAt, timeZone)}`
  return { id, subject, state, progress: issueProgress({ state, sent, readers }), day }
}

export type ShownIssue = ReturnType<typeof shown>

/** All issues, the latest first, and how many confirmed readers there are. */
export async function listIssues({ db }: Page, timeZone: string) {
  const rows = await db.select().from(issues).orderBy(desc(issues.createdAt), asc(issues.id)).limit(MOST_ISSUES)
  return { issues: rows.map((row) => shown(row, timeZone)), readers: await countReaders({ db }) }
}

const countReaders = ({ db }: Page) => db.$count(subscriptions, isReader)

/** An issue with its text. Null if there is none. */
export async function getIssue({ db }: Page, { id, timeZone }: { id: string; timeZone: string }) {
  const [row] = await db.select().from(issues).where(eq(issues.id, id))
  if (!row) return null
  const text: IssueText = { subject: row.subject, body: row.body }
  return { ...shown(row, timeZone), text, version: versionOf(text), readers: await countReaders({ db }) }
}
