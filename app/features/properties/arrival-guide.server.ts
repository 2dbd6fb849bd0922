import { eq } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import {
  type ArrivalGuide,
  type GuideDates,
  type GuideOutline,
  type GuideSecret,
  SECRET_DAYS,
} from './arrival-guide.ts'
import { arrivalGuides } from './properties.tables.server.ts'

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

async function getGuide(db: Tx, propertyId: string): Promise<GuideRow | null> {
  const [row] = await db.select().from(arrivalGuides).where(eq(arrivalGuides.propertyId, propertyId))
  return row ?? null
}

/**
 * What a guide has, in the words of its readers. Only this decides what pages and emails say of it before it is open.
 */
function partsOf(guide: GuideRow, ownCode: string | null): { parts: string[]; secrets: string[] } {
  const named = (rows: [string | null, string][]) => rows.flatMap(([value, words]) => (value?.trim() ? words : []))
  return {
    parts: named([
      [guide.directions, 'directions'],
      [guide.parking, 'parking'],
      [guide.wifiName, 'Wi-Fi'],
      [guide.nightPhone || guide.nightContact, 'whom to call at night'],
      [guide.houseManual, 'the house manual'],
      [guide.localTips, 'local tips'],
    ]),
    secrets: named([
      [ownCode ?? guide.doorCode, 'the door code'],
      [guide.wifiPassword, 'the Wi-Fi password'],
    ]),
  }
}

/** The contents of a property's guide, for its page; null if it has none. */
export async function getGuideOutline(db: Tx, propertyId: string): Promise<GuideOutline | null> {
  const guide = await getGuide(db, propertyId)
  return guide && { shownDays: guide.shownDays, ...partsOf(guide, null), codesOpen: guide.codesOpen }
}

/** The contents of a stay's guide, and the days on which it and its secrets open. Null if there is nothing to open. */
export async function getGuideDates(db: Tx, { propertyId, checkIn, ownCode }: Stay): Promise<GuideDates | null> {
  const guide = (await getGuide(db, propertyId)) ?? NO_GUIDE
  const { parts, secrets } = partsOf(guide, ownCode)
  if (parts.length + secrets.length === 0) return null
  return { parts, secrets, ...datesOf(guide.shownDays, checkIn) }
}

/**
 * The door code in a property's guide. From `shownOn` on, the guest of a stay reads this one, or the stay's own.
 * `isOpen`: paid or not.
 */
export async function getPropertyCode(
  db: Tx,
  { propertyId, checkIn }: Pick<Stay, 'propertyId' | 'checkIn'>,
): Promise<{ code: string | null; shownOn: IsoDate; isOpen: boolean }> {
  const { doorCode, shownDays, codesOpen } = (await getGuide(db, propertyId)) ?? NO_GUIDE
  return { code: doorCode || null, shownOn: datesOf(shownDays, checkIn).secretsOn, isOpen: codesOpen }
}

function datesOf(shownDays: number, checkIn: IsoDate) {
  return { opensOn: addDays(checkIn, -shownDays), secretsOn: addDays(checkIn, -Math.min(shownDays, SECRET_DAYS)) }
}

/**
 * The arrival guide of a property, as far as it is open on the day `today` at the property. The stay's own code stands
 * instead of the property's. Secrets wait while `waitsFor` is above 0. Null if there is neither. Call it for a
 * confirmed stay only: what it returns is sent to the guest.
 */
export async function getArrivalGuide(
  db: Tx,
  { propertyId, checkIn, ownCode, today, waitsFor }: Stay & { today: IsoDate; waitsFor: Cents },
): Promise<ArrivalGuide | null> {
  const guide = await getGuide(db, propertyId)
  if (!guide && ownCode === null) return null
  const row = guide ?? NO_GUIDE
  const { opensOn, secretsOn } = datesOf(row.shownDays, checkIn)
  const { parts, secrets } = partsOf(row, ownCode)
  // Without a guide there is only a code, which has its own day.
  if (guide && parts.length + secrets.length > 0 && today < opensOn)
    return { isOpen: false, opensOn, parts, secrets, secretsOn, waitsFor }
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
