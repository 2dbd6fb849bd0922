import { eq } from 'drizzle-orm'
import { mailboxState } from '#app/platform/db/schema.server.ts'
import { type MailboxPlace, readMailbox } from '#app/platform/mail/mailbox.server.ts'
import { errorText } from '#app/platform/mail/message.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { parseMail } from './incoming-mail.server.ts'
import { receiveMail } from './receive-mail.server.ts'

/**
 * Reads new email from the mailbox of the settings into the inbox. After a crash it goes on where it was. While the mail server is
 * away, the time since when is stored for the operator.
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
  try {
    const reached = await readMailbox(
      config.mailbox.url,
      state?.uidValidity ? state : null,
      async (mail, place) => {
        const parsed = await parseMail(mail).catch((error) => {
          // It stays in the mailbox; those after it must not wait for it.
          log.error({ event: 'inbox.unreadable', uid: mail.uid, err: error }, 'an email cannot be parsed')
          return null
        })
        if (parsed) await receiveMail(services, parsed)
        await keep(place)
      },
      signal,
    )
    await keep(reached)
  } catch (error) {
    const words = errorText(error, [password, decodeURIComponent(password)])
    log.warn({ event: 'inbox.mailbox-unavailable', reason: words }, 'the mailbox cannot be read')
    const failing = { failingSince: state?.failingSince ?? clock.now(), error: words }
    // Without numbers, reading begins with what comes once it works.
    const first = { mailbox, uidValidity: '', lastUid: 0, readAt: clock.now() }
    await db
      .insert(mailboxState)
      .values({ ...first, ...failing })
      .onConflictDoUpdate({ target: mailboxState.mailbox, set: failing })
  }
}
