import { asc, ne, sql } from 'drizzle-orm'
import { FEATURES } from '#app/features/all-features.server.ts'
import { listTakenSpans } from '#app/features/availability/taken-nights.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { maySee } from './page-scopes.ts'
import type { Rail } from './rail.ts'

/** With more homes than this, the rail leads to their list instead. */
const MOST_PROPERTIES = 8

const WAITING = new Map(FEATURES.flatMap(({ waiting }) => Object.entries(waiting)))

/** What the rail shows beside the places. Two statements, and one for the nights of homes. */
export async function getRail(services: Services, by: Operator): Promise<Rail> {
  return { properties: await listProperties(services, by), waiting: await countWaiting(services, by) }
}

async function listProperties({ db, clock }: Services, by: Operator): Promise<Rail['properties']> {
  if (!maySee(by, '/admin/homes/:slug')) return []
  const { id, slug, name, status, timeZone, displayOrder } = properties
  const rows = await db
    .select({ id, slug, name, status, timeZone })
    .from(properties)
    .where(ne(status, 'retired'))
    .orderBy(asc(displayOrder), asc(name))
    .limit(MOST_PROPERTIES + 1)
  if (rows.length > MOST_PROPERTIES) return []
  const now = clock.now()
  const today = dateInZone(now, 'UTC')
  const around = { from: addDays(today, -1), to: addDays(today, 2), propertyIds: rows.map((row) => row.id) }
  const taken = rows.length > 0 ? await listTakenSpans(db, around, { now }) : []
  return rows.map((row) => {
    const tonight = dateInZone(now, row.timeZone)
    const isTaken = taken.some(({ propertyId, from, to }) => propertyId === row.id && from <= tonight && tonight < to)
    return { slug: row.slug, name: row.name, isVacant: row.status !== 'draft' && !isTaken }
  })
}

/** Whoever sees only some homes gets no counts: they are of all. */
async function countWaiting({ db }: Services, by: Operator): Promise<Rail['waiting']> {
  const own = by.properties === null ? [...WAITING].filter(([page]) => maySee(by, page)) : []
  if (own.length === 0) return {}
  const each = own.map(([page, count]) => sql`select ${page}::text as page, (${count})::int as count`)
  const { rows } = await db.execute<{ page: string; count: number }>(sql.join(each, sql` union all `))
  return Object.fromEntries(rows.flatMap(({ page, count }) => (count > 0 ? [[page, count]] : [])))
}
