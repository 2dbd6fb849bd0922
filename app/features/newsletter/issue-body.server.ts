import { micromark } from 'micromark'
import { isPublic } from '#app/features/media/image-references.server.ts'
import { objectKey } from '#app/features/media/object-address.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'

/** Wide enough for the mail on a screen of twice its density. */
const PHOTO_WIDTH = 1280

const PHOTO = / src="([^"]*)"/g
const LINK = / href="([^"]*)"/g
const ALLOWED_LINK = /^(?:https?:\/\/|mailto:|\/(?!\/))/

const BAD_LINK = 'A link must begin with https://, http://, or mailto:, or with / for a page of this site.'
const badPhoto = (path: string) =>
  `A photo must be one that guests see on this site, with an address that begins with /objects/. This one isn’t: ${path || 'an empty address'}`

/** Markdown as HTML. Its own HTML is shown as text, and addresses that run something are emptied: the defaults of the library. */
const plainHtml = (body: string) => micromark(body)

const addressesIn = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, address = '']) => address)

/** Why a text cannot be sent, in a sentence for the operator; null if it can. */
export async function bodyProblem(tx: Tx, body: string): Promise<string | null> {
  const html = plainHtml(body)
  if (addressesIn(html, LINK).some((address) => !ALLOWED_LINK.test(address))) return BAD_LINK
  for (const path of new Set(addressesIn(html, PHOTO))) {
    if (!objectKey(path) || !(await isPublic(tx, path))) return badPhoto(path)
  }
  return null
}

/**
 * The text of an issue as HTML for a mail from the site at this address. The subject is its only first heading, so
 * headings begin with the second.
 */
export function bodyHtml(body: string, siteUrl: string): string {
  return plainHtml(body)
    .replace(/<(\/?)h1>/g, '<$1h2>')
    .replace(/<(\/?)h[4-6]>/g, '<$1h3>')
    .replace(PHOTO, ` src="${siteUrl}$1?w=${PHOTO_WIDTH}"`)
    .replace(/ href="\//g, ` href="${siteUrl}/`)
}
