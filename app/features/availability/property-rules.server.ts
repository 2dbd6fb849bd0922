import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { ALL_NIGHTS, listPrices } from '#app/features/pricing/list-prices.server.ts'
import { type PriceSettings, pricingRulesOf } from '#app/features/pricing/price-settings.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { IsoDate } from '#app/shared/dates.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { PropertyRules } from './stay-rules.ts'

export type BookableProperty = {
  id: string
  timeZone: string
  /** Whether the operator offers it at all. */
  isAvailable: boolean
  rules: PropertyRules
}

/** One array instead of a placeholder per id: a statement takes at most 65,535. */
export function isOneOf(column: PgColumn, ids: string[]): SQL {
  return sql`${column} = any(${sql.param(ids)}::uuid[])`
}

/**
 * The properties that match `where`, with their rates and the overrides of the nights `[from, to)`, in one statement.
 */
export async function listPropertyRules(
  db: Tx,
  where: SQL | undefined,
  nights: { from: IsoDate; to: IsoDate },
): Promise<BookableProperty[]> {
  const found = await listPrices(db, where, nights)
  return found.map(({ id, timeZone, isAvailable, maxGuests, maxInfants, maxPets, settings, overrides }) => {
    const pricing = pricingRulesOf(settings, overrides)
    return { id, timeZone, isAvailable, rules: { maxGuests, maxInfants, maxPets, notice: noticeOf(settings), pricing } }
  })
}

/** How far ahead a stay can begin, of the settings of a property. */
export function noticeOf({ stayRules }: Pick<PriceSettings, 'stayRules'>): PropertyRules['notice'] {
  const { noticeDays, noticeUntilHour, bookingWindowDays } = stayRules
  return { days: noticeDays, untilHour: noticeUntilHour, windowDays: bookingWindowDays }
}

/** The published properties with their rules, in the operator's order, from the cache. */
export function listPublishedRules({ db, cache }: Pick<Services, 'db' | 'cache'>): Promise<BookableProperty[]> {
  return cache.read('rules', () => listPropertyRules(db, eq(properties.published, true), ALL_NIGHTS))
}

/** A published property with its rules, from the cache; null if there is none. */
export async function getPublishedRules(
  { db, cache }: Pick<Services, 'db' | 'cache'>,
  propertyId: string,
): Promise<BookableProperty | null> {
  if (!isUuid(propertyId)) return null
  return cache.read(`rules of ${propertyId.toLowerCase()}`, async () => {
    const [property] = await listPropertyRules(db, isPublished(propertyId), ALL_NIGHTS)
    return property ?? null
  })
}

/** The condition on a published property. */
export const isPublished = (propertyId: string) => and(eq(properties.id, propertyId), eq(properties.published, true))

/** Without a payment gateway, every booking is a request, which the operator has to answer first. */
export const answerHoursOf = ({ gateway, config }: Pick<Services, 'gateway' | 'config'>): number =>
  gateway ? 0 : config.requestHours
