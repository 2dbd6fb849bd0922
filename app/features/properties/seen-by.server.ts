import { type Column, inArray, type SQL } from 'drizzle-orm'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { firstName } from '#app/shared/greeting.ts'
import { may } from '#app/shared/may.ts'
import { properties } from './properties.tables.server.ts'

/** Limits a statement to the homes that this operator sees, by the column with their ids. */
export const seenBy = (by: Pick<Operator, 'properties'>, propertyId: Column = properties.id): SQL | undefined =>
  by.properties ? inArray(propertyId, [...by.properties]) : undefined

/**
 * A guest's name for this operator: only the first name, for operators without access to contact data. An email address
 * in place of a name is contact data.
 */
export function guestNameSeenBy(by: Pick<Operator, 'scopes'>, name: string): string {
  if (may(by, 'contacts:read')) return name
  return name.includes('@') ? 'a guest' : firstName(name)
}
