import { inArray, type SQL } from 'drizzle-orm'
import { firstName } from '#app/shared/greeting.ts'
import { may } from '#app/shared/may.ts'
import { bookings, properties } from '../db/schema.server.ts'
import type { Operator } from './operator-access.server.ts'

/** Limits a statement on `properties` to the homes that this operator sees. */
export const propertiesSeenBy = ({ homes }: Pick<Operator, 'homes'>): SQL | undefined =>
  homes ? inArray(properties.id, [...homes]) : undefined

/** Limits a statement on `bookings` to the homes that this operator sees. */
export const staysSeenBy = ({ homes: properties }: Pick<Operator, 'homes'>): SQL | undefined =>
  properties ? inArray(bookings.propertyId, [...properties]) : undefined

/** A guest's name for this operator: only the first one, for whoever may not see how to reach guests. */
export const guestNameSeenBy = (by: Pick<Operator, 'scopes'>, name: string): string =>
  may(by, 'contacts:read') ? name : firstName(name)
