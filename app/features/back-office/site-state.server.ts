import { sql } from 'drizzle-orm'
import { LATE_BACKUP } from '#app/features/set-up/set-up.ts'
import { lastBackupAge } from '#app/platform/db/last-backup.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { countOf, wholeDuration } from '#app/shared/words.ts'
import type { SiteState } from './today.ts'

type Row = {
  feeds: number
  failing: number
  /** Since the oldest of the last readings, in seconds; null if a calendar was never read. */
  readAge: number | null
  hostFails: boolean
  backupAge: number | null
}

/** Whether calendars are read, emails leave, and backups are made. One statement. */
export async function getSiteState({ db, clock, config }: Services): Promise<SiteState> {
  const now = clock.now()
  const { rows } = await db.execute<Row>(sql`select
    count(*)::int as feeds,
    count(*) filter (where failing_since is not null)::int as failing,
    case when count(last_success_at) = count(*)
      then extract(epoch from ${now.toISOString()}::timestamptz - min(last_success_at))::float8 end as "readAge",
    exists (select from mail_hosts) as "hostFails",
    ${lastBackupAge(now)} as "backupAge"
    from calendar_feeds`)
  const [row] = rows
  if (!row) throw new Error('a count without a group always has a row')
  return [
    { ...calendarsOf(row), path: '/admin/calendars' },
    { ...emailOf(row, config), path: null },
    { ...backupOf(row, config), path: '/admin/set-up#backup' },
  ]
}

function calendarsOf({ feeds, failing, readAge }: Row) {
  if (feeds === 0) return { words: 'No calendars of other sites', isFine: true }
  if (failing > 0) return { words: `${countOf(failing, 'calendar')} can’t be read`, isFine: false }
  const age = readAge === null ? 'not read yet' : `read ${wholeDuration(readAge)} ago`
  return { words: `${countOf(feeds, 'calendar')}, ${age}`, isFine: readAge !== null }
}

function emailOf({ hostFails }: Row, { smtpUrl, demo }: Services['config']) {
  if (!smtpUrl) return { words: 'No email leaves this machine', isFine: demo }
  return hostFails
    ? { words: 'Email is waiting: its server fails', isFine: false }
    : { words: 'Email works', isFine: true }
}

function backupOf({ backupAge: age }: Row, { demo }: Services['config']) {
  if (age === null) return { words: 'No backup yet', isFine: demo }
  return { words: `Last backup ${wholeDuration(age)} ago`, isFine: age <= LATE_BACKUP }
}
