import { and, desc, eq } from 'drizzle-orm'
import { type $ZodError, type $ZodType, type output, safeParse } from 'zod/v4/core'
import type { Tx } from './db/database.server.ts'
import { recordVersions } from './db/schema.server.ts'
import type { Logger } from './log.server.ts'
import type { Clock } from './services.server.ts'

/** A JSON value of the database: `record` is its table and column, `key` its row, as `record_versions` has them. */
export type StoredRecord = { record: string; key: string; value: unknown }

const LOG_EVERY_MS = 60_000
const MOST_ISSUES = 5
/** When a record was last complained of in this log. */
const complaints = new WeakMap<Logger, Map<string, number>>()

/** Path and reason of each issue, nothing of what the record holds. */
function issuesOf({ issues }: $ZodError): string[] {
  return issues.slice(0, MOST_ISSUES).map((issue) => {
    const reason = issue.code === 'invalid_type' ? `${issue.expected} expected` : issue.code
    return `${issue.path.join('.') || 'the whole'}: ${reason}`
  })
}

/**
 * A JSON value of the database as its schema reads it. Where it does not fit, the newest of the versions before it that does, with
 * `earlier`; null when none does. Either is an error in the log, at most once a minute for each record.
 */
export async function readRecord<Schema extends $ZodType>(
  { db, log, clock }: { db: Tx; log: Logger; clock: Clock },
  schema: Schema,
  { record, key, value }: StoredRecord,
): Promise<{ value: output<Schema>; earlier: boolean } | null> {
  const current = safeParse(schema, value)
  if (current.success) return { value: current.data, earlier: false }
  const found = await findEarlier(db, schema, { record, key })
  const told = complaints.get(log) ?? new Map<string, number>()
  complaints.set(log, told)
  const now = clock.now().getTime()
  if (now - (told.get(`${record} ${key}`) ?? Number.NEGATIVE_INFINITY) >= LOG_EVERY_MS) {
    told.set(`${record} ${key}`, now)
    const shown = found ? 'an earlier version is shown' : 'no version can be shown'
    log.error({ record, key, issues: issuesOf(current.error) }, `a record has the wrong shape: ${shown}`)
  }
  return found && { ...found, earlier: true }
}

async function findEarlier<Schema extends $ZodType>(
  db: Tx,
  schema: Schema,
  { record, key }: Omit<StoredRecord, 'value'>,
): Promise<{ value: output<Schema> } | null> {
  const ofRecord = and(eq(recordVersions.record, record), eq(recordVersions.key, key))
  for (let offset = 0; ; offset += 1) {
    const [version] = await db
      .select({ content: recordVersions.content })
      .from(recordVersions)
      .where(ofRecord)
      .orderBy(desc(recordVersions.replacedAt))
      .offset(offset)
      .limit(1)
    if (!version) return null
    const parsed = safeParse(schema, version.content)
    if (parsed.success) return { value: parsed.data }
  }
}
