import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import {
  bookings,
  conversations,
  emailLogs,
  mailAttachments,
  mailMessages,
  site,
} from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { ensureConversation } from './ensure-conversation.server.ts'
import type { IncomingMail } from './incoming-mail.server.ts'
import { conversationIn } from './reply-address.ts'

/** What became of an email. `foreign`: it is from nobody who wrote to the site or booked, and stays in the mailbox. */
type Received = 'stored' | 'bounce' | 'known' | 'own' | 'foreign'

/**
 * Stores an email in the conversation that it belongs to. That is the one of its address for answers, or of our email that it
 * answers. Without either it is that of its sender, if they wrote to the site or booked before. The same email again changes
 * nothing, so a mailbox may be read twice.
 */
export async function receiveMail(services: Services, mail: IncomingMail): Promise<Received> {
  const { db, clock, log, config } = services
  const outcome = await db.transaction(async (tx): Promise<Received> => {
    const now = clock.now()
    if (mail.bounce) return recordBounce(tx, mail.bounce, now)
    const [operator] = await tx.select({ email: site.email }).from(site)
    const own = [operator?.email, config.mailFrom?.address].flatMap((address) => address?.toLowerCase() ?? [])
    if (mail.from && own.includes(mail.from.email)) return 'own'
    const answered = (await findByAddress(tx, mail)) ?? (await findByThread(tx, mail, { own, now }))
    const conversation = answered ?? (await findBySender(tx, mail, now))
    if (!conversation) return 'foreign'
    return storeMail(tx, { mail, conversation, isReply: answered !== null, now })
  })
  if (outcome !== 'foreign') log.info({ event: 'inbox.email', outcome }, 'an email was read from the mailbox')
  return outcome
}

async function findByAddress(tx: Tx, { to }: IncomingMail): Promise<string | null> {
  const ids = to.flatMap((address) => conversationIn(address) ?? [])
  if (ids.length === 0) return null
  const [row] = await tx.select({ id: conversations.id }).from(conversations).where(inArray(conversations.id, ids))
  return row?.id ?? null
}

/** An answer to one of ours, or to any email of the site to somebody. Those to the operator are nobody's conversation. */
async function findByThread(
  tx: Tx,
  { answers }: IncomingMail,
  { own, now }: { own: string[]; now: Date },
): Promise<string | null> {
  if (answers.length === 0) return null
  const [answered] = await tx
    .select({ id: mailMessages.conversationId })
    .from(mailMessages)
    .where(inArray(mailMessages.id, answers))
  if (answered) return answered.id
  const sent = await tx.select({ to: emailLogs.to }).from(emailLogs).where(inArray(emailLogs.mailId, answers))
  const to = sent.map((row) => row.to.toLowerCase()).find((address) => !own.includes(address))
  return to === undefined ? null : ensureConversation(tx, { email: to, name: '', now })
}

/** Of somebody who wrote before or has booked; whoever else writes to the mailbox is none of the site's. */
async function findBySender(tx: Tx, { from }: IncomingMail, now: Date): Promise<string | null> {
  if (!from) return null
  const [known] = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.email, from.email))
  if (known) return known.id
  const isGuest = sql`lower(${bookings.guestEmail}) = ${from.email} and ${bookings.checkOutDate} > ${now.toISOString()}::timestamptz - interval '1 year'`
  if ((await tx.$count(bookings, isGuest)) === 0) return null
  return ensureConversation(tx, { ...from, now })
}

type Storing = { mail: IncomingMail; conversation: string; isReply: boolean; now: Date }

async function storeMail(tx: Tx, { mail, conversation, isReply, now }: Storing): Promise<Received> {
  const { messageId, from, subject, text, isAutomatic, receivedAt, files } = mail
  // A clock that is ahead would keep it on top for ever.
  const createdAt = receivedAt && receivedAt < now ? receivedAt : now
  const about = { messageId, fromEmail: from?.email ?? null, subject, body: text, isAutomatic, isReply, createdAt }
  const [stored] = await tx
    .insert(mailMessages)
    .values({ conversationId: conversation, isIncoming: true, ...about })
    .onConflictDoNothing({ target: mailMessages.messageId })
    .returning({ id: mailMessages.id })
  if (!stored) return 'known'
  if (files.length > 0)
    await tx.insert(mailAttachments).values(files.map((file) => ({ ...file, messageId: stored.id })))
  const at = createdAt.toISOString()
  await tx
    .update(conversations)
    .set({
      lastAt: sql`greatest(${conversations.lastAt}, ${at}::timestamptz)`,
      ...(!isAutomatic && {
        waitingSince: sql`coalesce(${conversations.waitingSince}, ${at}::timestamptz)`,
        bouncedAt: null,
      }),
    })
    .where(eq(conversations.id, conversation))
  return 'stored'
}

/**
 * The email that came back is recorded as refused, and the address that it was sent to is marked. Which address the report
 * names means nothing: anybody can send one.
 */
async function recordBounce(
  tx: Tx,
  { mailId, reason }: NonNullable<IncomingMail['bounce']>,
  now: Date,
): Promise<Received> {
  const isOfMail = eq(emailLogs.mailId, mailId)
  const { to, template, subject, payload } = emailLogs
  const [mail] = await tx.select({ to, template, subject, payload }).from(emailLogs).where(isOfMail).limit(1)
  if (!mail) return 'foreign'
  if ((await tx.$count(emailLogs, and(isOfMail, eq(emailLogs.status, 'refused')))) > 0) return 'known'
  await tx.insert(emailLogs).values({ ...mail, mailId, status: 'refused', error: reason, createdAt: now })
  await tx.update(conversations).set({ bouncedAt: now }).where(eq(conversations.email, mail.to.toLowerCase()))
  return 'bounce'
}
