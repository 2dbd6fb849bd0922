/** How many days, weeks and months keep a backup. */
type Retention = { days: number; weeks: number; months: number }

const DAY_MS = 86_400_000

/** The day, the week from Monday, and the month of a backup, in UTC. */
const PERIODS: Record<keyof Retention, (at: Date) => string> = {
  days: (at) => at.toISOString().slice(0, 10),
  weeks: (at) => String(Math.floor((at.getTime() / DAY_MS + 3) / 7)),
  months: (at) => at.toISOString().slice(0, 7),
}

/**
 * The backups to retain, by their times. Of the latest days, weeks and months that have any, each retains its last one.
 * The newest is always retained.
 */
export function backupsToRetain<Backup extends { madeAt: Date }>(
  backups: readonly Backup[],
  keep: Retention,
): Set<Backup> {
  const newestFirst = backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const kept = new Set(newestFirst.slice(0, 1))
  for (const [period, nameOf] of Object.entries(PERIODS)) {
    const seen = new Set<string>()
    for (const backup of newestFirst) {
      if (seen.size === keep[period as keyof Retention]) break
      const name = nameOf(backup.madeAt)
      if (!seen.has(name)) kept.add(backup)
      seen.add(name)
    }
  }
  return kept
}
