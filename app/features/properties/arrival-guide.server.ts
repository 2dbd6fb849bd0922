import { eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { arrivalGuides } from '#app/platform/db/schema.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { type ArrivalGuide, type GuideOutline, type GuideSecret, SECRET_DAYS } from './arrival-guide.ts'

/** What the guide of a property has, for its page; null if it has none. */
export async function getGuideOutline(db: Tx, propertyId: string): Promise<GuideOutline | null> {
  const { shownDays, directions, parking, doorCode, wifiName, nightContact, nightPhone } = arrivalGuides
  const has = {
    directions,
    parking,
    wifi: wifiName,
    night: sql`coalesce(${nightPhone}, ${nightContact})`,
    code: doorCode,
  }
  const columns = Object.fromEntries(
    Object.entries(has).map(([name, column]) => [name, sql<boolean>`coalesce(${column}, '') <> ''`]),
  ) as Record<keyof typeof has, SQL<boolean>>
  const [row] = await db
    .select({ shownDays, ...columns })
    .from(arrivalGuides)
    .where(eq(arrivalGuides.propertyId, propertyId))
  if (!row) return null
  const parts: [boolean, string][] = [
    [row.directions, 'directions'],
    [row.parking, 'parking'],
    [row.wifi, 'Wi-Fi'],
    [row.night, 'whom to call at night'],
  ]
  return {
    shownDays: row.shownDays,
    parts: parts.flatMap(([isKnown, words]) => (isKnown ? words : [])),
    secretDays: row.code ? Math.min(row.shownDays, SECRET_DAYS) : null,
  }
}

/** The days on which the guide and its secrets open for a stay; null if the property has none. */
export async function getGuideDates(
  db: Tx,
  { propertyId, checkIn }: { propertyId: string; checkIn: IsoDate },
): Promise<{ opensOn: IsoDate; secretsOn: IsoDate } | null> {
  const columns = { shownDays: arrivalGuides.shownDays }
  const [row] = await db.select(columns).from(arrivalGuides).where(eq(arrivalGuides.propertyId, propertyId))
  return row ? datesOf(row.shownDays, checkIn) : null
}

function datesOf(shownDays: number, checkIn: IsoDate) {
  return { opensOn: addDays(checkIn, -shownDays), secretsOn: addDays(checkIn, -Math.min(shownDays, SECRET_DAYS)) }
}

/**
 * The arrival guide of a property, as far as it is open on the day `today` at the property. Null if it has none. Call
 * it for a confirmed stay only: what it returns is sent to the guest.
 */
export async function getArrivalGuide(
  db: Tx,
  { propertyId, checkIn, today }: { propertyId: string; checkIn: IsoDate; today: IsoDate },
): Promise<ArrivalGuide | null> {
  const [row] = await db.select().from(arrivalGuides).where(eq(arrivalGuides.propertyId, propertyId))
  if (!row) return null
  const { opensOn, secretsOn } = datesOf(row.shownDays, checkIn)
  if (today < opensOn) return { isOpen: false, opensOn }
  const secret = (value: string | null): GuideSecret | null => {
    if (!value) return null
    return today < secretsOn ? { opensOn: secretsOn } : { value }
  }
  return {
    isOpen: true,
    directions: paragraphsOf(row.directions),
    parking: row.parking,
    doorCode: secret(row.doorCode),
    wifiName: row.wifiName,
    wifiPassword: secret(row.wifiPassword),
    houseManual: paragraphsOf(row.houseManual),
    localTips: paragraphsOf(row.localTips),
    nightContact: row.nightContact,
    nightPhone: row.nightPhone,
    sample: row.sample,
  }
}

const paragraphsOf = (text: string | null) => (text ?? '').split(/\n\s*\n/).flatMap((part) => part.trim() || [])
