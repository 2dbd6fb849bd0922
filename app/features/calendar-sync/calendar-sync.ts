import { z } from 'zod'
import { boundedText } from '#app/shared/input/bounded-text.ts'

/** The path of a property's calendar export; anyone who knows it may read it. */
export function ownCalendarPath(propertyId: string, key: string): string {
  return `/calendar/${propertyId}/${key}.ics`
}

/** The address of a calendar feed: `https:`, `http:`, or `webcal:`, which is an alias of https. */
export const feedAddressSchema = boundedText(2000)
  .trim()
  .transform((text) => text.replace(/^webcal:/i, 'https:').replace(/#.*$/s, ''))
  .pipe(z.url({ protocol: /^https?$/ }))
  .transform((text) => new URL(text).href)

/** The part of a feed's address that may be shown: the rest is a secret. */
export function maskedAddress(address: string): string {
  return `${new URL(address).origin}/...`
}
