import { createHash } from 'node:crypto'
import { compile } from 'html-to-text'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { StoredMail } from '#app/platform/mail/mailbox.server.ts'
import { emailFrom } from '#app/shared/input/email-address.ts'
import { type Bounce, bounceIn, ourIds } from './bounce.server.ts'
import { nameCharsets } from './mail-charset.server.ts'

/** A file of an email. Without `content` there are too many, or too large ones, to keep it. */
type IncomingFile = { name: string; contentType: string; size: number; content: Uint8Array | null }

/** An email from outside, with nothing in it trusted. */
export type IncomingMail = {
  messageId: string
  from: { name: string; email: string } | null
  /** The addresses that it was sent to. */
  to: string[]
  /** The ids in the Message-IDs of ours that it answers. */
  answers: string[]
  subject: string
  text: string
  /** By the clock of the mail server. Its `Date:` header may say anything. */
  receivedAt: Date | null
  isAutomatic: boolean
  /** It reports that an email of ours was returned. */
  bounce: Bounce | null
  files: IncomingFile[]
}

const LONGEST_TEXT = 50_000
const LONGEST_LINE = 300
const MOST_FILES = 20
const MOST_NAMES = 100
/** In bytes. */
const SMALLEST_IMAGE = 50_000
/** Of all files that are kept of an email. */
const MOST_BYTES = 25_000_000

/** Without tables of cells, as our own emails have: a large `colspan` takes minutes. */
const textOf = compile({
  wordwrap: 78,
  limits: { maxDepth: 100, maxChildNodes: 5000, maxBaseElements: 1 },
  selectors: [
    { selector: 'head', format: 'skip' },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
  ],
})

/** PostgreSQL accepts no NUL, and half a surrogate pair is no text. */
const clean = (text: string, most: number) => text.replaceAll('\0', '').toWellFormed().slice(0, most).toWellFormed()
/** Reading order: `x\u202egpj.exe` looks like a picture. */
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const oneLine = (text: string | undefined) =>
  clean((text ?? '').replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').replace(BIDI, ''), LONGEST_LINE).trim()

/** Parses an email. Of one that is only headers, the text is a note. */
export async function parseMail({ source, size, receivedAt, isHeadersOnly }: StoredMail): Promise<IncomingMail> {
  // Each email within an email is a copy of its contents.
  const email = await PostalMime.parse(nameCharsets(source), {
    attachmentEncoding: 'arraybuffer',
    maxRfc822NestingDepth: 3,
  })
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? ''
  const { address = '', name = '' } = (email.from && flat(email.from)[0]) ?? {}
  const sender = emailFrom(address)
  const bounce = isHeadersOnly ? null : bounceIn(email, source)
  return {
    messageId: oneLine(email.messageId) || createHash('sha256').update(source).digest('hex'),
    from: sender ? { email: sender.toLowerCase(), name: oneLine(name) } : null,
    to: [...(email.to ?? []), ...(email.cc ?? [])].flatMap(flat).map(({ address: to = '' }) => to.toLowerCase()),
    answers: ourIds(`${header('in-reply-to')} ${header('references')}`),
    subject: oneLine(email.subject) || 'No subject',
    text: isHeadersOnly ? noteOf(size) : clean(textIn(email), LONGEST_TEXT).trim(),
    receivedAt,
    isAutomatic: isAutomatic(header),
    bounce: bounce && { ...bounce, reason: oneLine(bounce.reason) || 'Its mail server gave no reason.' },
    files: filesOf(email),
  }
}

/** The note for a reader about an email that could not be parsed. */
function noteOf(size: number): string {
  const megabytes = Math.round(size / 1_000_000)
  return `This email ${megabytes > 0 ? `has ${megabytes} MB and ` : ''}was not read. Open it in your mailbox.`
}

const flat = (one: Address): { name: string; address?: string | undefined }[] => one.group ?? [one]

function textIn({ text, html }: Email): string {
  if (text?.trim()) return text
  return html ? textOf(html.slice(0, 10 * LONGEST_TEXT)) : ''
}

/** By RFC 3834, and by the habits of older programs. Reports about an email come from programs, too. */
function isAutomatic(header: (name: string) => string): boolean {
  const submitted = header('auto-submitted').toLowerCase()
  if (submitted !== '' && submitted !== 'no') return true
  if (/^multipart\/report\b/i.test(header('content-type'))) return true
  if (header('x-autoreply') || header('x-autorespond') || header('list-id')) return true
  return ['bulk', 'auto_reply', 'junk', 'list'].includes(header('precedence').toLowerCase())
}

const bytesOf = (content: Attachment['content']) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

/** Without small pictures that its HTML shows, such as a logo in a signature. A photo that a guest pasted is larger. */
function filesOf({ attachments, html = '' }: Email): IncomingFile[] {
  const shown = new Set(Array.from(html.matchAll(/\bcid:([^"'\s<>)]+)/gi), ([, id]) => `<${id}>`))
  const isLogo = ({ related, disposition, contentId = '', content }: Attachment) =>
    (related || disposition === 'inline') && shown.has(contentId) && bytesOf(content).byteLength < SMALLEST_IMAGE
  const files = attachments.filter((part) => !isLogo(part))
  let kept = 0
  let bytesKept = 0
  const named = files.slice(0, MOST_NAMES).map(({ filename, mimeType, content }) => {
    const bytes = bytesOf(content)
    const isKept = kept < MOST_FILES && bytesKept + bytes.byteLength <= MOST_BYTES
    if (isKept) {
      kept += 1
      bytesKept += bytes.byteLength
    }
    const name = oneLine(filename ?? '').replaceAll(/["\\/]/g, '') || 'File'
    const contentType = oneLine(mimeType).toLowerCase() || 'application/octet-stream'
    return { name, contentType, size: bytes.byteLength, content: isKept ? bytes : null }
  })
  const more = files.length - named.length
  if (more === 0) return named
  return [...named, { name: `${more} more`, contentType: 'application/octet-stream', size: 0, content: null }]
}
