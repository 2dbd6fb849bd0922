import { countOf } from '#app/shared/words.ts'

const HOUR = 3600

/** A nightly backup older than this, in seconds, was missed. */
export const LATE_BACKUP = 26 * HOUR

/** The age of a backup in words, from seconds. */
export function backupAge(seconds: number): string {
  const hours = Math.floor(seconds / HOUR)
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.floor(hours / 24), 'day')
}
