import { ne, sql } from 'drizzle-orm'
import { FEATURES } from '#app/features/all-features.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { quarterHourEnd } from '#app/shared/dates.ts'
import { listNightsAhead } from './nights-ahead.server.ts'
import { maySee } from './page-scopes.ts'
import type { Rail } from './rail.ts'

/** With more homes than this, the rail leads to their list instead. */
const MOST_PROPERTIES = 8

const WAITING = new Map(FEATURES.flatMap(({ waiting }) => Object.entries(waiting)))

/** What the rail shows beside the places. One statement, and two for the homes after a change or a new day. */
export async function getRail(services: Services, by: Operator): Promise<Rail> {
  return { properties: await listProperties(services, by), waiting: await countWaiting(services, by) }
}

async function listProperties(services: Services, by: Operator): Promise<Rail['properties']> {
  if (!maySee(by, '/admin/homes/:slug')) return []
  // The day at a home changes only then.
  const until = quarterHourEnd(services.clock.now()).toISOString()
  return services.cache.read(`rail until ${until}`, () => readProperties(services), { dependsOn: 'nights' })
}

async function readProperties(services: Services): Promise<Rail['properties']> {
  const ahead = await listNightsAhead(services, {
    nights: 1,
    limit: MOST_PROPERTIES + 1,
    where: ne(properties.status, 'retired'),
  })
  if (ahead.length > MOST_PROPERTIES) return []
  return ahead.map(({ slug, name, status, uses }) => ({
    slug,
    name,
    isVacant: status !== 'draft' && uses[0] === 'vacant',
  }))
}

/** Whoever sees only some homes gets no counts: they are of all. */
async function countWaiting({ db }: Services, by: Operator): Promise<Rail['waiting']> {
  const own = by.properties === null ? [...WAITING].filter(([page]) => maySee(by, page)) : []
  if (own.length === 0) return {}
  const each = own.map(([page, count]) => sql`select ${page}::text as page, (${count})::int as count`)
  const { rows } = await db.execute<{ page: string; count: number }>(sql.join(each, sql` union all `))
  return Object.fromEntries(rows.flatMap(({ page, count }) => (count > 0 ? [[page, count]] : [])))
}
