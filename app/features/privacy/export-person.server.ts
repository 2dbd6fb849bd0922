import { eq, inArray, sql } from 'drizzle-orm'
import { SITE_TABLES } from '#app/features/all-tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { conversations, mailMessages } from '#app/features/inbox/inbox.tables.server.ts'
import {
  newsletterDeliveries,
  newsletterIssues,
  newsletterSubscriptions,
} from '#app/features/newsletter/newsletter.tables.server.ts'
import { cleanerLinks, turnoverImages, turnoverMarks } from '#app/features/turnovers/turnovers.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { listMentions } from './mentions.server.ts'

/** Secrets that open something and are not personal data. */
const SECRET = ['token', 'key', 'digest', 'secret_hash', 'html', 'headers', 'attachments']

type Row = Record<string, unknown>

/** The columns with the address of the person of a row, by table. */
const ADDRESSES = new Map(SITE_TABLES.map(({ name, address }) => [name, address]))

function isOf(table: string, row: Row, email: string): boolean {
  const column = ADDRESSES.get(table)
  return column ? String(row[column] ?? '').toLowerCase() === email.toLowerCase() : false
}

function withoutSecrets(value: unknown): unknown {
  if (value instanceof Date) return value
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (value === null || typeof value !== 'object') return value
  const shown = Object.entries(value).filter(([name]) => !SECRET.includes(name))
  return Object.fromEntries(shown.map(([name, part]) => [name, withoutSecrets(part)]))
}

/** A cleaner's marks and photos, beside their link. */
async function getCleaned(db: Tx, email: string) {
  const links = db
    .select({ id: cleanerLinks.id })
    .from(cleanerLinks)
    .where(sql`lower(${cleanerLinks.email}) = lower(${email})`)
  const { turnover, day, doneAt } = turnoverMarks
  const marks = await db
    .select({ turnover, day, doneAt })
    .from(turnoverMarks)
    .where(inArray(turnoverMarks.linkId, links))
  const { path, createdAt } = turnoverImages
  const images = await db.select({ path, createdAt }).from(turnoverImages).where(inArray(turnoverImages.linkId, links))
  return { ...(marks.length > 0 && { turnover_marks: marks }), ...(images.length > 0 && { turnover_images: images }) }
}

/** Emails with the person, and the names of their files. */
async function getEmails(db: Tx, email: string) {
  const { isIncoming, subject, body, createdAt, conversationId } = mailMessages
  const files = sql`(select json_agg(name) from mail_attachments where message_id = ${mailMessages.id})`
  const found = await db
    .select({ isIncoming, subject, body, createdAt, files })
    .from(mailMessages)
    .innerJoin(conversations, eq(conversations.id, conversationId))
    .where(sql`lower(${conversations.email}) = lower(${email})`)
  return found.length > 0 ? { mail_messages: found } : {}
}

/** The newsletters that were sent to a reader. */
async function getNewsletters(db: Tx, email: string) {
  const { sentAt, issueId, subscriptionId } = newsletterDeliveries
  const sent = await db
    .select({ subject: newsletterIssues.subject, sentAt })
    .from(newsletterDeliveries)
    .innerJoin(newsletterIssues, eq(newsletterIssues.id, issueId))
    .innerJoin(newsletterSubscriptions, eq(newsletterSubscriptions.id, subscriptionId))
    .where(sql`lower(${newsletterSubscriptions.email}) = lower(${email})`)
  return sent.length > 0 ? { newsletter_deliveries: sent } : {}
}

/**
 * Everything stored about a person, by table, without secrets. A row of someone else that mentions the address may hold
 * that person's data. `mentioned` gives only its table and id, for the operator to check.
 */
export async function exportPerson({ db }: Pick<Services, 'db'>, email: string): Promise<Record<string, unknown>> {
  const own: Record<string, Row[]> = {}
  const mentioned: Record<string, unknown[]> = {}
  for (const [table, rows] of Object.entries(await listMentions(db, [email]))) {
    const theirs = rows.filter((row) => isOf(table, row, email))
    const others = rows.filter((row) => !isOf(table, row, email))
    if (theirs.length > 0) own[table] = theirs
    if (others.length > 0) mentioned[table] = others.map(({ id }) => id ?? null)
  }
  const stays = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(sql`lower(${bookings.guestEmail}) = lower(${email})`)
  const { bookingId, kind, status, amount, received, refunded, createdAt } = payments
  const paid = await db
    .select({ bookingId, kind, status, amount, received, refunded, createdAt })
    .from(payments)
    .where(inArray(payments.bookingId, stays))
  const elsewhere = {
    ...(await getCleaned(db, email)),
    ...(await getEmails(db, email)),
    ...(await getNewsletters(db, email)),
  }
  return withoutSecrets({ ...own, ...elsewhere, payments: paid, mentioned }) as Record<string, unknown>
}
