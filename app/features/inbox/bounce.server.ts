import { decodeWords, type Email } from 'postal-mime'
import { emailFrom } from '#app/shared/input/email-address.ts'

/**
 * A report that an email came back. `mailIds`: the ids in the Message-IDs of ours that it names. `to`: addresses that
 * it names, for relays that write Message-IDs of their own. `subject`: of the email that came back, if it says so.
 */
export type Bounce = { mailIds: string[]; to: string[]; subject: string | null; reason: string }

const OUR_ID = /<([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})@[^<>\s]+>/g
/** The ids in Message-IDs of ours. */
export const ourIds = (text: string) => [...new Set([...text.matchAll(OUR_ID)].map(([, id = '']) => id))].slice(0, 50)

/** The headers of the email that came back. Its References name others, which were delivered. */
const RETURNED = /^Content-Type:[ \t]*(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/global-headers)\b/im
const DAEMON = /^(?:mailer-daemon|postmaster|mail-daemon|maildaemon|microsoftexchange[^@]*)@/i
const FAILED =
  /undeliver|delivery (?:status|failure|has failed)|returned mail|failure notice|mail delivery failed|unzustellbar|delivery incomplete/i
const NOT_YET = /\b(?:delayed|not yet been delivered|will (?:keep|continue) (?:trying|to try)|still trying)\b/i
/** An answer of a mail server that no later attempt changes, or the words of one that gives none. */
const FOR_GOOD =
  /\b(?:5\d\d[ -]|5\.\d{1,3}\.\d{1,3}\b|permanent(?:ly)? |could not be (?:delivered|reached)|couldn['’]t be delivered|did not reach)/i
const LONGEST = 1_000_000
const MOST_ADDRESSES = 20

const header = ({ headers }: Email, name: string) => headers.find(({ key }) => key === name)?.value ?? ''

/** By RFC 3464, or as programs wrote before it: which email of ours failed for good, and why. */
export function bounceIn(email: Email, source: Uint8Array): Bounce | null {
  const type = header(email, 'content-type')
  if (/^multipart\/report\b/i.test(type) && /report-type="?delivery-status\b/i.test(type))
    return ofReport(email, source)
  return ofText(email)
}

function ofReport(email: Email, source: Uint8Array): Bounce | null {
  const report = new TextDecoder().decode(source.subarray(0, LONGEST)).replaceAll('\r\n', '\n')
  const [status, returned = ''] = report.split(RETURNED)
  if (!status || !/^Action:[ \t]*failed\b/im.test(status)) return null
  const [, head = ''] = returned.split('\n\n', 2)
  const own = fieldIn(head, 'Message-ID')
  // Exchange without a copy names the email in a header of its own.
  const mailIds = ourIds(own === '' ? header(email, 'in-reply-to') : own)
  const named = Array.from(status.matchAll(/^(?:Final|Original)-Recipient:[ \t]*[\w-]+;[ \t]*<?([^\s<>]+)>?/gim))
  const [, reason = ''] = /^Diagnostic-Code:[ \t]*[\w-]+;[ \t]*(.+)$/im.exec(status) ?? []
  const subject = fieldIn(head, 'Subject')
  return { mailIds, to: addressesIn(named.map(([, to = '']) => to)), subject: subject || null, reason }
}

/** For Exim, qmail and old servers: the words, and often a copy. */
function ofText(email: Email): Bounce | null {
  const text = (email.text ?? '').slice(0, LONGEST).replaceAll('\r\n', '\n')
  const failed = header(email, 'x-failed-recipients')
  const sender = email.from?.address ?? ''
  const isReport = DAEMON.test(sender) || failed !== ''
  const subject = email.subject ?? ''
  const isFinal = failed !== '' || ((FAILED.test(subject) || FOR_GOOD.test(text)) && FOR_GOOD.test(text))
  if (!isReport || !isFinal || NOT_YET.test(subject) || (failed === '' && NOT_YET.test(text))) return null
  const own = fieldIn(text, 'Message-ID')
  const mailIds = ourIds(own === '' ? header(email, 'in-reply-to') : own)
  const words = failed === '' ? text.slice(0, 20_000) : failed
  const reason = text.split('\n').find((line) => /\b5\d\d[ -]|\b5\.\d{1,3}\.\d{1,3}\b/.test(line)) ?? ''
  return { mailIds, to: addressesIn(words.split(/[\s,;:<>()"]+/)), subject: fieldIn(text, 'Subject') || null, reason }
}

/** A header in a copy, with the lines that continue it. */
function fieldIn(text: string, name: string): string {
  const [, value = ''] = new RegExp(`^${name}:((?:.|\\n[ \\t]){0,1000})`, 'im').exec(text) ?? []
  return decodeWords(value.replace(/\s+/g, ' ').trim())
}

const addressesIn = (words: string[]) =>
  [...new Set(words.flatMap((word) => emailFrom(word)?.toLowerCase() ?? []))].slice(0, MOST_ADDRESSES)
