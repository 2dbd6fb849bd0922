import { eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { arrivalGuides } from '#app/platform/db/schema.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { type ArrivalGuide, type GuideOutline, type GuideSecret, SECRET_DAYS } from './arrival-guide.ts'

/** What the guide of a property has, for its page; null if it has none. */
export async function getGuideOutline(db: Tx, propertyId: string): Promise<GuideOutline | null> {
  const { shownDays, codesOpen, directions, parking, doorCode, wifiName, nightContact, nightPhone } = arrivalGuides
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
    .select({ shownDays, codesOpen, ...columns })
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
    codesOpen: row.codesOpen,
    secretDays: row.code ? Math.min(row.shownDays, SECRET_DAYS) : null,
  }
}

type GuideRow = Omit<typeof arrivalGuides.$inferSelect, 'propertyId'>

/** The guide of a property that has none: guests see it two weeks ahead, once there is something in it. */
export const NO_GUIDE: GuideRow = {
  shownDays: 14,
  directions: null,
  parking: null,
  doorCode: null,
  wifiName: null,
  wifiPassword: null,
  houseManual: null,
  localTips: null,
  nightContact: null,
  nightPhone: null,
  codesOpen: false,
  sample: false,
}

type Stay = { propertyId: string; checkIn: IsoDate /** The door code of this stay alone. */; ownCode: string | null }

async function readGuide(db: Tx, propertyId: string): Promise<GuideRow | null> {
  const [row] = await db.select().from(arrivalGuides).where(eq(arrivalGuides.propertyId, propertyId))
  return row ?? null
}

/**
 * The days on which the guide and its secrets open for a stay. Null if there is nothing to open. `opensOn` is null for a
 * stay with a door code in a property without a guide.
 */
export async function getGuideDates(
  db: Tx,
  { propertyId, checkIn, ownCode }: Stay,
): Promise<{ opensOn: IsoDate | null; secretsOn: IsoDate } | null> {
  const guide = await readGuide(db, propertyId)
  if (guide) return datesOf(guide.shownDays, checkIn)
  return ownCode === null ? null : { ...datesOf(NO_GUIDE.shownDays, checkIn), opensOn: null }
}

/**
 * The door code in a property's guide. From `shownOn` on, the guest of a stay reads this one, or the stay's own. `isOpen`: paid
 * or not.
 */
export async function getHomeCode(
  db: Tx,
  { propertyId, checkIn }: Pick<Stay, 'propertyId' | 'checkIn'>,
): Promise<{ code: string | null; shownOn: IsoDate; isOpen: boolean }> {
  const { doorCode, shownDays, codesOpen } = (await readGuide(db, propertyId)) ?? NO_GUIDE
  return { code: doorCode || null, shownOn: datesOf(shownDays, checkIn).secretsOn, isOpen: codesOpen }
}

function datesOf(shownDays: number, checkIn: IsoDate) {
  return { opensOn: addDays(checkIn, -shownDays), secretsOn: addDays(checkIn, -Math.min(shownDays, SECRET_DAYS)) }
}

/**
 * The arrival guide of a property, as far as it is open on the day `today` at the property. The stay's own code stands
 * instead of the property's. Secrets wait while `waitsFor` is above 0. Null if there is neither. Call it for a confirmed stay only: what it returns is sent to the
 * guest.
 */
export async function getArrivalGuide(
  db: Tx,
  { propertyId, checkIn, ownCode, today, waitsFor }: Stay & { today: IsoDate; waitsFor: Cents },
): Promise<ArrivalGuide | null> {
  const guide = await readGuide(db, propertyId)
  if (!guide && ownCode === null) return null
  const row = guide ?? NO_GUIDE
  const { opensOn, secretsOn } = datesOf(row.shownDays, checkIn)
  // Without a guide there is only a code, which has its own day.
  if (guide && today < opensOn) return { isOpen: false, opensOn }
  const secret = (value: string | null): GuideSecret | null => {
    if (!value) return null
    const opensOn = today < secretsOn ? secretsOn : null
    return opensOn || waitsFor > 0 ? { opensOn, waitsFor } : { value }
  }
  return {
    isOpen: true,
    directions: paragraphsOf(row.directions),
    parking: row.parking,
    doorCode: secret(ownCode ?? row.doorCode),
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
