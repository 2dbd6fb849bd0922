import type ICAL from 'ical.js'
import { type IsoDate, isIsoDate } from '#app/shared/dates.ts'

/** The local time of a zone at an instant, as if it were UTC milliseconds. Null if there is no such zone. */
function clocksOf(timeZone: string): ((at: number) => number) | null {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, ...fields, second: '2-digit', hourCycle: 'h23' })
    return (at) => {
      const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
      return Date.UTC(year, month - 1, day, hour, minute, second)
    }
  } catch {
    return null
  }
}

/** A date in a calendar that is invalid: month 13, or a year out of range. */
class InvalidDate extends Error {}

/** A date within range: anything later is treated as endless. Throws `InvalidDate`. */
export function validDate(text: string): IsoDate {
  const date = text > '2199-12-31' && /^\d{4}-/.test(text) ? '2199-12-31' : text
  if (!isIsoDate(date)) throw new InvalidDate()
  return date
}

/**
 * Converts a calendar value to a local date at the property. A date stays as it is, a time without a zone is local, any
 * other is an instant. A known zone in `tzid` wins over one that the file defines. An unknown zone is treated as the
 * property's.
 */
export function localDateReader(propertyZone: string): (time: ICAL.Time, tzid: string | undefined) => IsoDate {
  const zones = new Map<string, ReturnType<typeof clocksOf>>()
  const clocks = (zone: string) => {
    if (!zones.has(zone)) zones.set(zone, clocksOf(zone))
    return zones.get(zone) ?? null
  }
  const property = clocks(propertyZone)
  if (!property) throw new Error(`unknown time zone of a property: ${propertyZone}`)

  function instantOf(time: ICAL.Time, tzid: string | undefined): number | null {
    const { year, month, day, hour, minute, second } = time
    const shown = Date.UTC(year, month - 1, day, hour, minute, second)
    if (time.zone?.tzid === 'UTC') return shown
    const known = tzid === undefined ? null : clocks(tzid)
    if (known) {
      const near = shown - (known(shown) - shown)
      return shown - (known(near) - near)
    }
    return tzid !== undefined && time.zone?.tzid === tzid ? time.toUnixTime() * 1000 : null
  }

  return (time, tzid) => {
    const written = time.toString().slice(0, 10)
    if (time.isDate || tzid === propertyZone) return validDate(written)
    const at = instantOf(time, tzid)
    if (at === null) return validDate(written)
    if (!Number.isFinite(at)) throw new InvalidDate()
    return validDate(new Date(property(at)).toISOString().slice(0, 10))
  }
}
