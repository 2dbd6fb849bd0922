import { asc, desc, eq, sql } from 'drizzle-orm'
import { type IssuePhoto, type IssueText, issueProgress, issueState } from '#app/features/newsletter/issues.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { newsletterIssues as issues, newsletterSubscriptions as subscriptions } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'

/** More issues, or photos, than this are not listed. */
const MOST_ISSUES = 200
const MOST_PHOTOS = 120

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

const countReaders = ({ db }: Page) => db.$count(subscriptions, eq(subscriptions.isActive, true))

/** An issue with its text. Null if there is none. */
export async function getIssue({ db }: Page, { id, timeZone }: { id: string; timeZone: string }) {
  const [row] = await db.select().from(issues).where(eq(issues.id, id))
  if (!row) return null
  const text: IssueText = { subject: row.subject, body: row.body }
  return { ...shown(row, timeZone), text, version: versionOf(text), readers: await countReaders({ db }) }
}

/** The photos of published homes, in the order of the homes. */
export async function listPhotos({ db }: Page): Promise<IssuePhoto[]> {
  const { rows } = await db.execute<IssuePhoto>(sql`
    select image.path, coalesce(nullif(image.alt_text, ''), min(shown.alt), '') as alt
      from (
        select unnest(home.images) as path, home.name as alt, home.display_order as at
          from properties home where home.published
        union all
        select photo.gcs_path, coalesce(nullif(photo.alt_text, ''), home.name), home.display_order
          from unit_images photo join property_units unit on unit.id = photo.unit_id
            join properties home on home.id = unit.property_id and home.published
      ) shown join media_objects image on image.path = shown.path
      group by image.path, image.alt_text order by min(shown.at), image.path limit ${MOST_PHOTOS}`)
  return rows
}
