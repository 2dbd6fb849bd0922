import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Posted, Refusal } from '#app/platform/change/change.server.ts'
import { recordChange } from '#app/platform/change/record-change.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { homeFields, PART_NAMES } from './home-fields.ts'
import { HOME_PARTS } from './home-parts.server.ts'
import { type HomeRecord, lockHomeRecord } from './home-record.server.ts'
import { HOME_SCHEMAS, type HomeInputs, type HomePart, type HomeValues } from './home-record.ts'
import { TIME_ZONES } from './time-zones.server.ts'

const FIELDS = homeFields(TIME_ZONES)

type Part<Value> = {
  read(record: HomeRecord): Value
  judge?(value: Value, record: HomeRecord, posted: Posted): Value | Refusal
  store(tx: Tx, record: HomeRecord, value: Value, services: Services): Promise<void>
}

/** The change of a part of what a home’s page says. */
const changeOf = <Name extends HomePart>(name: Name) => {
  type Schema = z.ZodType<HomeValues[Name], HomeInputs[Name]>
  return recordChange<`home.${Name}-changed`, Schema, HomeRecord>({
    scope: 'content:write',
    ...(HOME_PARTS[name] as unknown as Part<HomeValues[Name]>),
    schema: HOME_SCHEMAS[name] as unknown as Schema,
    fields: FIELDS[name] as unknown as RecordFields<HomeInputs[Name]>,
    name: `home.${name}-changed`,
    title: PART_NAMES[name],
    gone: 'The home is gone.',
    lock: (db, { clock, log }, { params, subjectId }) => {
      const where = subjectId ? eq(properties.id, subjectId) : eq(properties.slug, params.slug ?? '')
      return lockHomeRecord({ db, clock, log }, where)
    },
    about: ({ home: { id, timeZone } }) => ({ subjectId: id, propertyIds: [id], timeZone }),
  })
}

/** What the page about a home’s page changes, by its sections. */
export const homePageChanges = {
  title: changeOf('title'),
  story: changeOf('story'),
  figures: changeOf('figures'),
  place: changeOf('place'),
  photos: changeOf('photos'),
  rooms: changeOf('rooms'),
  amenities: changeOf('amenities'),
  rules: changeOf('rules'),
  reviews: changeOf('reviews'),
  surroundings: changeOf('surroundings'),
  search: changeOf('search'),
  units: changeOf('units'),
}
