import { expect, test } from 'vitest'
import { listFiles, readText } from './files.ts'

/** The time of the machine, of the process or of the database. */
const TIME =
  /\bnew Date\(\)|\bDate\.now\b|\bnow\(\)|\b(?:clock|statement|transaction)_timestamp\b|\bcurrent_(?:date|time)/gi
/** No time of day, or that of the clock. */
const RIGHT = /\b(?:clock|performance)\.now\(\)/g

/** Files that read another time than that of `services.clock`, and why. Those in a browser have the visitor's clock. */
const OTHERS: Record<string, string> = {
  'app/platform/clock.server.ts': 'the clock itself',
  'app/platform/db/migrate.server.ts': 'when a migration ran, for whoever looks; nothing reads it',
  'app/platform/storage/disk-storage.server.ts': 'compared with times of files, which the machine sets',
  'server/backups/backup-folder.ts': 'compared with times of files, which the machine sets',
  'app/features/back-office/offline/store-today.ts': 'browser',
  'app/features/calendar-board/board-bar.tsx': 'browser',
  'app/features/bookings/widget/pay-card.tsx': 'browser',
  'app/features/bookings/widget/session-storage.ts': 'browser',
  'app/features/bookings/widget/use-quotes-and-hold.ts': 'browser',
  'app/features/embeds/script/stay.tsx': 'browser',
  'app/ui/form/form-draft.ts': 'browser',
  'app/ui/form/use-form-draft.tsx': 'browser',
  'app/ui/toast-queue.ts': 'browser',
  'app/ui/tooltip.ts': 'browser',
}

/** How often the code reads such a time. */
const readsOf = (code: string) => code.replace(RIGHT, '').match(TIME)?.length ?? 0

test('code of the site reads the time from its clock, and from nowhere else', () => {
  const files = listFiles().filter((file) => /^(?:app|server|content)\/.*(?<!\.test)\.tsx?$/.test(file))
  const found = files.filter((file) => readsOf(readText(file)) > 0)
  expect(found).toEqual(Object.keys(OTHERS).sort())
})

test.each([
  ['const today = new Date()', 1],
  ['setTimeout(run, until - Date.now())', 1],
  ['sql`next_at <= now() and day > current_date`', 2],
  ['sql`clock_timestamp()`', 1],
  ['const now = services.clock.now()', 0],
  ['new Date(row.createdAt), updatedAt: timestamp().defaultNow(), performance.now()', 0],
])('a time is found: %s', (code, count) => {
  expect(readsOf(code)).toBe(count)
})
