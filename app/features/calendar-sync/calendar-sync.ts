import { z } from 'zod'
import { boundedText } from '#app/shared/bounded-text.ts'

/** Who writes our calendars: their `PRODID` after its first `-`. */
export const OWN_CALENDAR = '//stay//calendar//EN'

/** The path of a home's calendar; whoever knows it may read it. */
export function ownCalendarPath(propertyId: string, key: string): string {
  return `/calendar/${propertyId}/${key}.ics`
}

/** The address of a calendar of another site: `https:`, `http:`, or `webcal:`, which is https by another name. */
export const feedAddressSchema = boundedText(2000)
  .trim()
  .transform((text) => text.replace(/^webcal:/i, 'https:').replace(/#.*$/s, ''))
  .pipe(z.url({ protocol: /^https?$/ }))
  .transform((text) => new URL(text).href)

/** What may be shown of a calendar's address: the rest of it is the secret that opens it. */
export function maskedAddress(address: string): string {
  return `${new URL(address).origin}/...`
}
