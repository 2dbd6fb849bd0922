import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { enqueuePush } from '#app/platform/push/push.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import type { Bounce } from './bounce.server.ts'
import { ensureConversation } from './ensure-conversation.server.ts'
import { conversations, mailAttachments, mailMessages } from './inbox.tables.server.ts'
import type { IncomingMail } from './incoming-mail.server.ts'
import { conversationIn } from './reply-address.ts'

/** The format of our references; a booking from elsewhere has that of its platform. */
const REFERENCE = /(?<![A-Z\d-])[A-Z\d]{3}-[A-Z\d]{3}(?![A-Z\d-])/g
/** How long a report of one of our emails can take. */
const LATEST_BOUNCE = '5 days'

const isRecent = (now: Date) => sql`${bookings.checkOutDate} > ${now.toISOString()}::timestamptz - interval '1 year'`

/** The result for an email. `foreign`: its sender never wrote to the site or booked, so it stays in the mailbox. */
type Received = 'stored' | 'bounce' | 'known' | 'own' | 'foreign'

/**
 * Stores an email in the conversation that it belongs to. That is the one of its address for answers, or of our email
 * that it answers. Without either it is that of its sender, if they wrote to the site or booked before. The same email
 * again changes nothing, so a mailbox may be read twice.
 */
export async function receiveMail(services: Services, mail: IncomingMail): Promise<Received> {
  const { db, clock, log, config } = services
  const outcome = await db.transaction(async (tx): Promise<Received> => {
    const now = clock.now()
    const [operator] = await tx.select({ email: site.email }).from(site)
    const own = [operator?.email, config.mailFrom?.address].flatMap((address) => address?.toLowerCase() ?? [])
    if (mail.bounce) return recordBounce(tx, mail.bounce, { own, now })
    if (mail.from && own.includes(mail.from.email)) return 'own'
    const threads = [findByAddress, findByThread, findByReference]
    let answered: string | null = null
    for (const find of threads) answered ??= await find(tx, mail, { own, now })
    const conversation = answered ?? (await findBySender(tx, mail, now))
    if (!conversation) return 'foreign'
    const stored = await storeMail(tx, { mail, conversation, isReply: answered !== null, now })
    if (stored === 'stored' && !mail.isAutomatic) await enqueuePush(services, tx, { kind: 'message', property: null })
    return stored
  })
  if (outcome !== 'foreign') log.info({ event: 'inbox.email', outcome }, 'an email was read from the mailbox')
  return outcome
}

type Known = { own: string[]; now: Date }

async function findByAddress(tx: Tx, { to }: IncomingMail): Promise<string | null> {
  const ids = to.flatMap((address) => conversationIn(address) ?? [])
  if (ids.length === 0) return null
  const [row] = await tx.select({ id: conversations.id }).from(conversations).where(inArray(conversations.id, ids))
  return row?.id ?? null
}

/**
 * An answer to one of ours, or to any email of the site to somebody. Those to the operator are nobody's conversation.
 */
async function findByThread(tx: Tx, { answers }: IncomingMail, { own, now }: Known): Promise<string | null> {
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

/**
 * The conversation by the reference of a stay in the subject, if somebody else answers. Nobody can guess a reference.
 * Relays write Message-IDs of their own, so the thread does not show it. The sender stands beside it.
 */
async function findByReference(tx: Tx, { subject, isAutomatic }: IncomingMail, { now }: Known): Promise<string | null> {
  const references = [...new Set(subject.toUpperCase().match(REFERENCE))].slice(0, 5)
  if (references.length === 0 || isAutomatic) return null
  const isOfStay = and(inArray(bookings.reference, references), isRecent(now))
  const [stay] = await tx.select({ email: bookings.guestEmail }).from(bookings).where(isOfStay)
  return stay?.email ? ensureConversation(tx, { email: stay.email.toLowerCase(), name: '', now }) : null
}

/** The conversation of a sender who wrote before or has booked; others are ignored. */
async function findBySender(tx: Tx, { from }: IncomingMail, now: Date): Promise<string | null> {
  if (!from) return null
  const [known] = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.email, from.email))
  if (known) return known.id
  const isGuest = and(sql`lower(${bookings.guestEmail}) = ${from.email}`, isRecent(now))
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
 * The email that came back is recorded as refused, and the address that it was sent to is marked. It is the one of its
 * Message-ID. A relay may have written another: then it is the last one to an address that the report names. One of
 * its subject comes first. Anybody can send a report, so an address that we did not just write to means nothing.
 */
async function recordBounce(tx: Tx, bounce: Bounce, { own, now }: Known): Promise<Received> {
  const mail = (await findById(tx, bounce)) ?? (await findByRecipient(tx, bounce, { own, now }))
  if (!mail) return 'foreign'
  const { mailId } = mail
  if ((await tx.$count(emailLogs, and(eq(emailLogs.mailId, mailId), eq(emailLogs.status, 'refused')))) > 0)
    return 'known'
  await tx.insert(emailLogs).values({ ...mail, status: 'refused', error: bounce.reason, createdAt: now })
  await tx.update(conversations).set({ bouncedAt: now }).where(eq(conversations.email, mail.to.toLowerCase()))
  return 'bounce'
}

const { mailId, to, template, subject, payload } = emailLogs
const logged = { mailId: sql<string>`${mailId}`, to, template, subject, payload }

async function findById(tx: Tx, { mailIds }: Bounce) {
  if (mailIds.length === 0) return null
  const [mail] = await tx.select(logged).from(emailLogs).where(inArray(mailId, mailIds)).limit(1)
  return mail ?? null
}

async function findByRecipient(tx: Tx, bounce: Bounce, { own, now }: Known) {
  const named = bounce.to.filter((address) => !own.includes(address))
  // One with an id of ours is about that email, which is gone.
  if (named.length === 0 || bounce.mailIds.length > 0) return null
  const at = now.toISOString()
  const [mail] = await tx
    .select(logged)
    .from(emailLogs)
    .where(
      and(
        inArray(sql`lower(${to})`, named),
        eq(emailLogs.status, 'sent'),
        isNotNull(mailId),
        sql`${emailLogs.createdAt} between ${at}::timestamptz - ${LATEST_BOUNCE}::interval and ${at}::timestamptz`,
      ),
    )
    .orderBy(desc(sql`${subject} = ${bounce.subject ?? ''}`), desc(emailLogs.createdAt))
    .limit(1)
  return mail ?? null
}
