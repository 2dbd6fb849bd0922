import ICAL from 'ical.js'
import { WINDOWS_ZONES } from './windows-zones.ts'

/** A time on the clocks of a place, as milliseconds as if it were UTC. */
export type Wall = number

/** The clocks of a place: from a time on them to the instant, and back. */
export type Zone = { instantOf(wall: Wall): number; wallOf(instant: number): Wall }

export const UTC: Zone = { instantOf: (wall) => wall, wallOf: (instant) => instant }

const MINUTE_MS = 60_000

/** The instant of a time on clocks that are known the other way around. */
function zoneOf(wallOf: Zone['wallOf']): Zone {
  return {
    wallOf,
    instantOf(wall) {
      const near = wall - (wallOf(wall) - wall)
      return wall - (wallOf(near) - near)
    },
  }
}

/** An IANA zone; null if there is none of this name. */
export function ianaZone(timeZone: string): Zone | null {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, ...fields, second: '2-digit', hourCycle: 'h23' })
    return zoneOf((instant) => {
      const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
      return Date.UTC(year, month - 1, day, hour, minute, second)
    })
  } catch {
    return null
  }
}

/** `/mozilla.org/20050126_1/Europe/Berlin` and `/Europe/Berlin`: the longest end of the name that is a zone. */
function prefixedZone(name: string): Zone | null {
  const parts = name.split('/')
  for (let first = 0; first < parts.length; first += 1) {
    const found = ianaZone(parts.slice(first).join('/'))
    if (found) return found
  }
  return null
}

const windowsZone = (name: string): Zone | null => ianaZone(WINDOWS_ZONES[name] ?? '')

let cities: Map<string, string> | null = null

/** `(UTC+01:00) Amsterdam, Berlin, Bern`: the zone of the first city that has one. */
function cityZone(name: string): Zone | null {
  cities ??= new Map(Intl.supportedValuesOf('timeZone').map((zone) => [zone.split('/').at(-1) ?? '', zone]))
  const named = name.replace(/^\([^)]*\)/, '').split(',')
  const zone = named.map((city) => cities?.get(city.trim().replaceAll(' ', '_'))).find((found) => found !== undefined)
  return zone === undefined ? null : ianaZone(zone)
}

/** `GMT-0600`, `(UTC+01:00) Somewhere`: without daylight saving time, so an hour off for half of the year. */
function offsetZone(name: string): Zone | null {
  const [, sign, hours, minutes = '0'] = /\b(?:UTC|GMT)([+-])(\d{1,2}):?(\d{2})?\b/i.exec(name) ?? []
  if (hours === undefined) return null
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS
  return zoneOf((instant) => instant + offset)
}

const textOf = (text: string) => text.replace(/\\([\\;,])/g, '$1').trim()

/** A zone that a file defines; null if its definition is broken. */
function definedZone(lines: readonly string[]): { name: string; zone: Zone } | null {
  try {
    const component = new ICAL.Component(ICAL.parse(lines.join('\r\n')) as never)
    const timezone = new ICAL.Timezone(component)
    const offsetAt = (wall: Wall) =>
      timezone.utcOffset(ICAL.Time.fromDateTimeString(new Date(wall).toISOString().slice(0, 19))) * 1000
    const instantOf = (wall: Wall) => wall - offsetAt(wall)
    const wallOf = (instant: number) => instant + offsetAt(instant + offsetAt(instant))
    // The library reads a definition only when it is used.
    instantOf(Date.UTC(2027, 0, 1))
    return { name: textOf(String(component.getFirstPropertyValue('tzid') ?? '')), zone: { instantOf, wallOf } }
  } catch {
    return null
  }
}

/**
 * The zones that a calendar names. A known name wins over what the file defines, and an unknown one is the property's.
 * `definitions` are the file's VTIMEZONEs, as lines.
 */
export function zoneReader(propertyZone: string, definitions: readonly (readonly string[])[]) {
  const property = ianaZone(propertyZone)
  if (!property) throw new Error(`unknown time zone of a property: ${propertyZone}`)
  const defined = new Map(
    definitions.flatMap((lines) => definedZone(lines) ?? []).map(({ name, zone }) => [name, zone]),
  )
  const known = new Map<string, Zone>()
  const find = (name: string) =>
    prefixedZone(name) ?? windowsZone(name) ?? defined.get(name) ?? cityZone(name) ?? offsetZone(name) ?? property
  return {
    property,
    named(tzid: string): Zone {
      const name = textOf(tzid)
      const found = known.get(name) ?? find(name)
      known.set(name, found)
      return found
    },
  }
}

export type Zones = ReturnType<typeof zoneReader>
