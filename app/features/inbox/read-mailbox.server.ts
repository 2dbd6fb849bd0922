import { eq } from 'drizzle-orm'
import { errorCode } from '#app/platform/db/retry.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import { type MailboxPlace, readMailbox, type StoredMail } from '#app/platform/mail/mailbox.server.ts'
import { errorText } from '#app/platform/mail/message.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { mailboxState } from './inbox.tables.server.ts'
import { parseInThread } from './parse-in-thread.server.ts'
import { receiveMail } from './receive-mail.server.ts'

/** In bytes. */
const LONGEST_HEADERS = 100_000

/**
 * Reads new email from the mailbox of the settings into the inbox. After a crash it continues where it was. While the
 * mail server is unavailable, the time since when is stored for the operator.
 */
export async function readIncomingMail(services: Services, signal: AbortSignal): Promise<void> {
  const { db, clock, log, config } = services
  if (!config.mailbox) return
  const { username, hostname, password } = new URL(config.mailbox.url)
  const mailbox = `${decodeURIComponent(username)} at ${hostname}`
  const [state] = await db.select().from(mailboxState).where(eq(mailboxState.mailbox, mailbox))
  const keep = async (place: MailboxPlace) => {
    const set = { ...place, readAt: clock.now(), failingSince: null, error: null }
    await db
      .insert(mailboxState)
      .values({ mailbox, ...set })
      .onConflictDoUpdate({ target: mailboxState.mailbox, set })
  }
  let ownFailure: unknown = null
  const take = async (mail: StoredMail, place: MailboxPlace) => {
    try {
      await receiveOrNote(services, mail)
      await keep(place)
    } catch (error) {
      ownFailure = error
      throw error
    }
  }
  const reading = readMailbox(config.mailbox.url, state?.uidValidity ? state : null, take, signal)
  await reading.then(keep, async (error) => {
    // The error is not of the mailbox. The words of a failed query are the email's, and stay out of log and database.
    if (error === ownFailure) throw error
    const words = errorText(error, [password, decodeURIComponent(password)])
    log.warn({ event: 'inbox.mailbox-unavailable', reason: words }, 'the mailbox cannot be read')
    const failing = { failingSince: state?.failingSince ?? clock.now(), error: words }
    // Without numbers, reading begins with the first email after it works.
    const first = { mailbox, uidValidity: '', lastUid: 0, readAt: clock.now() }
    await db
      .insert(mailboxState)
      .values({ ...first, ...failing })
      .onConflictDoUpdate({ target: mailboxState.mailbox, set: failing })
  })
}

/** Stores an email, or a note if that fails: those after it must not wait for it. */
async function receiveOrNote(services: Services, mail: StoredMail): Promise<void> {
  const parsed = await parseInThread(mail)
  const error = parsed
    ? await receiveMail(services, parsed).then(() => null, onlyAboutMail)
    : new Error('it takes too long, or too much memory')
  if (!error) return
  services.log.error({ event: 'inbox.unreadable', uid: mail.uid, err: error }, 'an email cannot be read')
  if (!mail.isHeadersOnly) await receiveOrNote(services, headersOf(mail))
}

/**
 * Returns an error that another attempt has, too, and throws others. It is none of the database, or of class 22 (a bad
 * value), 23 (a constraint), or 54 (a limit).
 */
function onlyAboutMail(error: unknown): unknown {
  if (isDatabaseUnavailable(error) || !/^(?:22|23|54)/.test(errorCode(error) ?? '22')) throw error
  return error
}

/** The same email without its body. */
function headersOf(mail: StoredMail): StoredMail {
  const head = Buffer.from(mail.source.subarray(0, LONGEST_HEADERS)).toString('latin1')
  const end = head.search(/\r?\n\r?\n/)
  return { ...mail, isHeadersOnly: true, source: Uint8Array.from(mail.source.subarray(0, end < 0 ? head.length : end)) }
}
