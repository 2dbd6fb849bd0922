import { asc, eq } from 'drizzle-orm'
import { type $ZodType, type output, parse } from 'zod/v4/core'
import { parseRecord } from '#app/platform/parse-record.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Feature, featuresOf } from './fact-features.ts'
import { type Facts, factsSchema } from './facts.ts'
import { type Host, hostSchema } from './host.ts'
import { type Bed, bedsSchema } from './presentation.ts'
import { properties, rooms } from './properties.tables.server.ts'
import type { PropertyView } from './properties.ts'

type Row = typeof properties.$inferSelect
type ReadServices = Pick<Services, 'db' | 'clock' | 'log'>

/**
 * The presentation of a property page or card. When no version of it can be read it is empty, and the facts still show.
 */
export async function presentationOf<Part extends $ZodType>(
  services: ReadServices,
  schema: Part,
  { id, presentation }: Pick<Row, 'id' | 'presentation'>,
): Promise<output<Part>> {
  const stored = { record: 'properties.presentation', key: id, value: presentation }
  return (await parseRecord(services, schema, stored))?.value ?? parse(schema, {})
}

/** The facts of a property; none when no version can be read. */
export async function factsOf(services: ReadServices, { id, facts }: Pick<Row, 'id' | 'facts'>): Promise<Facts> {
  const stored = { record: 'properties.facts', key: id, value: facts }
  return (await parseRecord(services, factsSchema, stored))?.value ?? {}
}

/** The host of a property; unknown when no version can be read. */
export async function hostOf(services: ReadServices, { id, host }: Pick<Row, 'id' | 'host'>): Promise<Host> {
  return (await parseRecord(services, hostSchema, { record: 'properties.host', key: id, value: host }))?.value ?? {}
}

/** The beds of a room; none when no version can be read. */
export async function bedsOf(
  services: ReadServices,
  { id, beds }: Pick<typeof rooms.$inferSelect, 'id' | 'beds'>,
): Promise<Bed[]> {
  return (await parseRecord(services, bedsSchema, { record: 'rooms.beds', key: id, value: beds }))?.value ?? []
}

/** The features of each listed property, by property id, from the cache. */
export function listFeatures(services: ReadServices & Pick<Services, 'cache'>): Promise<Map<string, Feature[]>> {
  return services.cache.read('features', async () => {
    const { id, facts, listed } = properties
    const [rows, allRooms] = await Promise.all([
      services.db.select({ id, facts }).from(properties).where(eq(listed, true)),
      services.db.select().from(rooms),
    ])
    const roomsOf = Map.groupBy(allRooms, ({ propertyId }) => propertyId)
    const featuresIn = async (row: (typeof rows)[number]) => {
      const own = await Promise.all((roomsOf.get(row.id) ?? []).map((room) => roomOf(services, room)))
      return [row.id, featuresOf(await factsOf(services, row), own)] as const
    }
    return new Map(await Promise.all(rows.map(featuresIn)))
  })
}

async function roomOf(services: ReadServices, room: typeof rooms.$inferSelect): Promise<PropertyView['rooms'][number]> {
  return {
    name: room.name,
    beds: await bedsOf(services, room),
    floor: room.floor ?? undefined,
    bathroom: room.bathroom ?? undefined,
    bathroomNote: room.bathroomNote ?? undefined,
  }
}

/** The rooms of a property in order. Ids are left out: nothing needs them, and random characters compress badly. */
export async function listRooms(services: ReadServices, propertyId: string): Promise<PropertyView['rooms']> {
  const rows = await services.db
    .select()
    .from(rooms)
    .where(eq(rooms.propertyId, propertyId))
    .orderBy(asc(rooms.displayOrder))
  return Promise.all(rows.map((room) => roomOf(services, room)))
}
