import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { listOf } from '#app/shared/words.ts'

/**
 * What a property's guide has, in words and in its order, and from how many days before check-in. `secrets` open later.
 * Nothing of it.
 */
export type GuideOutline = { shownDays: number; parts: string[]; secrets: string[]; codesOpen: boolean }

/** Door code and Wi-Fi password are shown from so many days before check-in, however early the guide opens. */
export const SECRET_DAYS = 2

/**
 * The parts that guests will read, to begin a sentence with: `Directions and parking are`. Call it with at least one
 * part.
 */
export function partsAre(parts: string[]): string {
  const words = listOf(parts)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${parts.length > 1 ? 'are' : 'is'}`
}

/** From when, for guests and operators. */
export function daysText(days: number): string {
  if (days === 0) return 'on the day of check-in'
  return `from ${days === 1 ? 'the day' : `${days} days`} before check-in`
}

/** How guests of a property will find and enter it, in sentences. */
export function arrivalLines({ guide, hasStreet }: { guide: GuideOutline | null; hasStreet: boolean }): string[] {
  const lines = hasStreet ? ['Your confirmation has the exact address.'] : []
  if (!guide) return lines
  const { shownDays, parts, secrets, codesOpen } = guide
  if (parts.length > 0) lines.push(`${partsAre(parts)} on your private page ${daysText(shownDays)}.`)
  if (secrets.length > 0) {
    const days = daysText(Math.min(shownDays, SECRET_DAYS))
    lines.push(`${partsAre(secrets)} there ${days}${codesOpen ? '' : ', once your stay is paid'}.`)
  }
  return lines
}

/** The contents of a stay's guide, and the day from which its guest sees it. One of the two lists may be empty. */
export type GuideDates = { parts: string[]; secrets: string[]; opensOn: IsoDate; secretsOn: IsoDate }

/**
 * A secret of the guide before and from its day. It waits for what is due of the stay (`waitsFor`, above 0), if
 * anything is.
 */
export type GuideSecret = { opensOn: IsoDate | null; waitsFor: Cents } | { value: string }

/** The arrival guide of a property as the guest of a confirmed stay reads it. Unknown parts are null or empty. */
export type ArrivalGuide =
  /** Not yet open: what it will have, in words. The secrets have their own day, and wait for `waitsFor`. */
  | { isOpen: false; opensOn: IsoDate; parts: string[]; secrets: string[]; secretsOn: IsoDate; waitsFor: Cents }
  | {
      isOpen: true
      /** Paragraphs. */
      directions: string[]
      parking: string | null
      doorCode: GuideSecret | null
      wifiName: string | null
      wifiPassword: GuideSecret | null
      houseManual: string[]
      localTips: string[]
      nightContact: string | null
      nightPhone: string | null
      sample: boolean
    }
