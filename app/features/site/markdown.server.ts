import { micromark } from 'micromark'
import { isPublic } from '#app/features/media/image-references.server.ts'
import { objectKey } from '#app/features/media/object-address.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'

/** Wide enough for a mail on a screen of twice its density. */
const IMAGE_WIDTH = 1280

const IMAGE = / src="([^"]*)"/g
const LINK = / href="([^"]*)"/g
const ALLOWED_LINK = /^(?:https?:\/\/|mailto:|\/(?!\/))/

const BAD_LINK = 'A link must begin with https://, http://, or mailto:, or with / for a page of this site.'
const badImage = (path: string) =>
  `A photo must be one that guests see on this site, with an address that begins with /objects/. This one isn’t: ${path || 'an empty address'}`

/**
 * An operator's Markdown as HTML. Its own HTML is shown as text, and addresses that run something are emptied: the
 * defaults of the library. The title is the only first heading, so headings begin with the second.
 */
export const markdownHtml = (text: string): string =>
  micromark(text)
    .replace(/<(\/?)h1>/g, '<$1h2>')
    .replace(/<(\/?)h[4-6]>/g, '<$1h3>')

const addressesIn = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, address = '']) => address)

/** A text in Markdown as it is typed. */
export const markdownInput = boundedText(50_000, 'Please keep this to 50,000 characters')
  .trim()
  .min(1, 'Please enter a text')
  .transform((text) => text.replaceAll('\r\n', '\n'))

/** The addresses of the photos of a text, in their order. */
export const imagesIn = (text: string): string[] => addressesIn(markdownHtml(text), IMAGE)

/** Why others may not read a text, in a sentence for the operator; null if they may. */
export async function markdownProblem(tx: Tx, text: string): Promise<string | null> {
  if (addressesIn(markdownHtml(text), LINK).some((address) => !ALLOWED_LINK.test(address))) return BAD_LINK
  for (const path of new Set(imagesIn(text))) {
    if (!objectKey(path) || !(await isPublic(tx, path))) return badImage(path)
  }
  return null
}

/** The text as HTML for a mail or a feed from the site at this address. */
export const markdownAbroad = (text: string, siteUrl: string): string =>
  markdownHtml(text)
    .replace(IMAGE, ` src="${siteUrl}$1?w=${IMAGE_WIDTH}"`)
    .replace(/ href="\//g, ` href="${siteUrl}/`)

const LONGEST_BEGINNING = 220
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The first words of a text without its marks, such as for search engines. */
export function beginningOf(text: string): string {
  const paragraphs = [...markdownHtml(text).matchAll(/<p>(.*?)<\/p>/gs)].map(([, html = '']) =>
    html
      .replace(/<[^<>]*>/g, '')
      .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ENTITIES[name] ?? '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const first = paragraphs.find(Boolean) ?? ''
  if (first.length <= LONGEST_BEGINNING) return first
  return `${first.slice(0, LONGEST_BEGINNING).replace(/\s\S*$/, '')}...`
}
