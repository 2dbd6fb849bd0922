import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { recordChange } from '#app/platform/change/record-change.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import type { Refusal } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { PART_NAMES, propertyFields } from './property-fields.ts'
import { PROPERTY_PARTS } from './property-parts.server.ts'
import { lockPropertyRecord, type PropertyRecord } from './property-record.server.ts'
import { PROPERTY_SCHEMAS, type PropertyInputs, type PropertyPart, type PropertyValues } from './property-record.ts'
import { TIME_ZONES } from './time-zones.server.ts'

const FIELDS = propertyFields(TIME_ZONES)

type Part<Value> = {
  read(record: PropertyRecord): Value
  check?(value: Value, record: PropertyRecord, posted: Posted): Value | Refusal
  store(tx: Tx, record: PropertyRecord, value: Value, services: Services): Promise<void>
}

/** The change of a part of a home’s page. */
const changeOf = <Name extends PropertyPart>(name: Name) => {
  type Schema = z.ZodType<PropertyValues[Name], PropertyInputs[Name]>
  return recordChange<`property.${Name}-changed`, Schema, PropertyRecord>({
    scope: 'content:write',
    ...(PROPERTY_PARTS[name] as unknown as Part<PropertyValues[Name]>),
    schema: PROPERTY_SCHEMAS[name] as unknown as Schema,
    fields: FIELDS[name] as unknown as RecordFields<PropertyInputs[Name]>,
    name: `property.${name}-changed`,
    title: PART_NAMES[name],
    gone: 'The home is gone.',
    lock: (db, { clock, log }, { params, subjectId }) => {
      if (subjectId && !isUuid(subjectId)) return Promise.resolve(null)
      const where = subjectId ? eq(properties.id, subjectId) : eq(properties.slug, params.slug ?? '')
      return lockPropertyRecord({ db, clock, log }, where)
    },
    about: ({ property: { id, timeZone } }) => ({ subjectId: id, propertyIds: [id], timeZone }),
  })
}

export const propertyPageChanges = {
  title: changeOf('title'),
  story: changeOf('story'),
  figures: changeOf('figures'),
  place: changeOf('place'),
  images: changeOf('images'),
  rooms: changeOf('rooms'),
  amenities: changeOf('amenities'),
  rules: changeOf('rules'),
  reviews: changeOf('reviews'),
  surroundings: changeOf('surroundings'),
  search: changeOf('search'),
  units: changeOf('units'),
}
