import { eq, sql } from 'drizzle-orm'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Values that an older release, or a mistake, may have left in a record. */
const ODD = [null, {}, [], '', 7, true, 'odd', ['odd'], { odd: 1 }]
/** More parts of a record than these are tried with TEST_ALL. */
const MOST_PARTS = process.env.TEST_ALL ? 1_000 : 12

type Path = readonly (string | number)[]

/** The ways to all parts of a value, itself included. */
function pathsOf(value: unknown, path: Path = []): Path[] {
  const parts = value && typeof value === 'object' ? Object.entries(value) : []
  return [
    path,
    ...parts.flatMap(([name, part]) => pathsOf(part, [...path, Array.isArray(value) ? Number(name) : name])),
  ]
}

function withPart(value: unknown, [name, ...rest]: Path, odd: unknown): unknown {
  if (name === undefined) return odd
  if (Array.isArray(value)) return value.map((part, at) => (at === name ? withPart(part, rest, odd) : part))
  return { ...(value as object), [name]: withPart((value as Record<string, unknown>)[name], rest, odd) }
}

class Back extends Error {}

/**
 * Undoes a record again and again, each time with another part of it that is odd. Returns where that failed instead of
 * being refused. Nothing of it stays.
 */
export async function failuresOfOddRecords(services: Services, id: string): Promise<string[]> {
  const [row] = await services.db.select().from(audit).where(eq(audit.id, id))
  if (!row) throw new Error('the record is gone')
  const failures: string[] = []
  const press = async (change: Partial<typeof row>, about: string) => {
    const undone = services.db.transaction(async (tx) => {
      await tx.update(audit).set(change).where(eq(audit.id, id))
      // Values that no schema refuses are refused by the database, and logged.
      const error = ({ err }: { err: Error }) => failures.push(`${row.action}: ${about}: ${err.cause ?? err}`)
      const log: Services['log'] = Object.assign(Object.create(services.log), { error })
      const inside = { ...services, log, db: tx as unknown as Services['db'] }
      const outcome = await undoChange(inside, { id, by: UNNAMED })
      // Values that the end of a transaction would refuse.
      if (outcome.ok) await tx.execute(sql`set constraints all immediate`)
      throw new Back()
    })
    await undone.catch((error: unknown) => {
      if (!(error instanceof Back)) failures.push(`${row.action}: ${about}: ${error}`)
    })
  }
  const parts = (['before', 'after'] as const).flatMap((when) => pathsOf(row[when]).map((path) => ({ when, path })))
  for (const [at, { when, path }] of parts.slice(0, 2 * MOST_PARTS).entries()) {
    // A few of them for each part, all for the whole.
    const odd = path.length === 0 || process.env.TEST_ALL ? ODD : [ODD[at % ODD.length], ODD[(at + 4) % ODD.length]]
    for (const one of odd) {
      await press({ [when]: withPart(row[when], path, one) }, `${[when, ...path].join('.')} = ${JSON.stringify(one)}`)
    }
  }
  for (const one of ODD) await press({ before: one, after: one }, `before and after = ${JSON.stringify(one)}`)
  await press({ subjectId: 'the first' }, 'a subject without an id')
  return failures
}
