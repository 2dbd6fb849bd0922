import type { IsoDate } from '#app/shared/dates.ts'
import type { Cents } from '#app/shared/money.ts'
import { listOf } from '#app/shared/words.ts'

/** What a property's guide has, and from how many days before check-in; nothing of it. */
export type GuideOutline = { shownDays: number; parts: string[]; secretDays: number | null; codesOpen: boolean }

/** Door code and Wi-Fi password are shown from so many days before check-in, however early the guide opens. */
export const SECRET_DAYS = 2

/** From when, for guests and operators. */
export function daysText(days: number): string {
  if (days === 0) return 'on the day of check-in'
  return `from ${days === 1 ? 'the day' : `${days} days`} before check-in`
}

/** How guests of a property will find and enter it, in sentences. */
export function arrivalLines({ guide, hasStreet }: { guide: GuideOutline | null; hasStreet: boolean }): string[] {
  const lines = hasStreet ? ['Your confirmation has the exact address.'] : []
  if (!guide) return lines
  const { shownDays, parts, secretDays, codesOpen } = guide
  const [first, ...others] = parts
  if (first) {
    const verb = others.length > 0 ? 'are' : 'is'
    const words = listOf([first.charAt(0).toUpperCase() + first.slice(1), ...others])
    lines.push(`${words} ${verb} on your private page ${daysText(shownDays)}.`)
  }
  if (secretDays !== null)
    lines.push(`The door code is there ${daysText(secretDays)}${codesOpen ? '' : ', once your stay is paid'}.`)
  return lines
}

/** A secret of the guide before and from its day. It waits for what is due of the stay (`waitsFor`, above 0), if anything is. */
export type GuideSecret = { opensOn: IsoDate | null; waitsFor: Cents } | { value: string }

/** The arrival guide of a property as the guest of a confirmed stay reads it. Unknown parts are null or empty. */
export type ArrivalGuide =
  /** Not yet open. */
  | { isOpen: false; opensOn: IsoDate }
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
