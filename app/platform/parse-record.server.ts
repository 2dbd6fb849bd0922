import { and, desc, eq, sql } from 'drizzle-orm'
import { type $ZodError, type $ZodType, type output, safeParse } from 'zod/v4/core'
import { recordVersions } from './change/change.tables.server.ts'
import type { Clock } from './clock.server.ts'
import type { Tx } from './db/database.server.ts'
import type { Logger } from './log.server.ts'

/** A JSON value of the database: `record` is its table and column, `key` its row, as in `record_versions`. */
type StoredRecord = { record: string; key: string; value: unknown }

const LOG_EVERY_MS = 60_000
const MOST_ISSUES = 5
const MOST_VERSIONS = 50
/** When a record was last reported in this log. */
const complaints = new WeakMap<Logger, Map<string, number>>()

/**
 * The fallback version of a record, and the newest version at that time. While that is the newest, nothing is read
 * again.
 */
type Found = { newest: string; version: { value: unknown } | null }
/** Known invalid records of a process (which has one log), by their schema. */
const findings = new WeakMap<Logger, WeakMap<$ZodType, Map<string, Found>>>()

/** Path and reason of each issue, without any content of the record. */
function issuesOf({ issues }: $ZodError): string[] {
  return issues.slice(0, MOST_ISSUES).map((issue) => {
    const reason = issue.code === 'invalid_type' ? `${issue.expected} expected` : issue.code
    return `${issue.path.join('.') || 'the whole'}: ${reason}`
  })
}

/**
 * Parses a JSON value of the database with its schema. If it is invalid, returns the newest valid earlier version with
 * `earlier`, or null if there is none. Both are logged as errors, at most once a minute per record. The version is
 * looked up once after each change. It stays in use even when later invalid versions have displaced it from the stored
 * ones.
 */
export async function parseRecord<Schema extends $ZodType>(
  { db, log, clock }: { db: Tx; log: Logger; clock: Clock },
  schema: Schema,
  { record, key, value }: StoredRecord,
): Promise<{ value: output<Schema>; earlier: boolean } | null> {
  const current = safeParse(schema, value)
  const known = findingsOf(log, schema)
  const name = `${record} ${key}`
  if (current.success) {
    known.delete(name)
    return { value: current.data, earlier: false }
  }
  const finding = await findEarlier(db, schema, { record, key }, known.get(name))
  if (finding) known.set(name, finding)
  // The cache of a schema holds values parsed by it.
  const found = finding?.version as { value: output<Schema> } | null | undefined
  const reportedAt = complaints.get(log) ?? new Map<string, number>()
  complaints.set(log, reportedAt)
  const now = clock.now().getTime()
  if (now - (reportedAt.get(name) ?? Number.NEGATIVE_INFINITY) >= LOG_EVERY_MS) {
    reportedAt.set(name, now)
    const shown = found ? 'an earlier version is shown' : 'no version can be shown'
    log.error(
      { event: 'record.invalid', record, key, issues: issuesOf(current.error) },
      `a record has the wrong shape: ${shown}`,
    )
  }
  return found ? { ...found, earlier: true } : null
}

function findingsOf(log: Logger, schema: $ZodType): Map<string, Found> {
  const bySchema = findings.get(log) ?? new WeakMap<$ZodType, Map<string, Found>>()
  findings.set(log, bySchema)
  const known = bySchema.get(schema) ?? new Map<string, Found>()
  bySchema.set(schema, known)
  return known
}

/** Null when the record has no versions. */
async function findEarlier(
  db: Tx,
  schema: $ZodType,
  { record, key }: Omit<StoredRecord, 'value'>,
  known: Found | undefined,
): Promise<Found | null> {
  const ofRecord = and(eq(recordVersions.record, record), eq(recordVersions.key, key))
  const newestFirst = desc(recordVersions.replacedAt)
  // As text: a JavaScript date has no microseconds.
  const replacedAt = sql<string>`${recordVersions.replacedAt}::text`
  const [last] = await db.select({ replacedAt }).from(recordVersions).where(ofRecord).orderBy(newestFirst).limit(1)
  if (!last) return null
  const newest = last.replacedAt
  if (known?.newest === newest) return known
  const { content } = recordVersions
  const versions = await db
    .select({ content })
    .from(recordVersions)
    .where(ofRecord)
    .orderBy(newestFirst)
    .limit(MOST_VERSIONS)
  for (const version of versions) {
    const parsed = safeParse(schema, version.content)
    if (parsed.success) return { newest, version: { value: parsed.data } }
  }
  return { newest, version: known?.version ?? null }
}
