import { and, eq, gte, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Tx } from '#app/platform/db/database.server.ts'
import {
  bookings,
  emailLogs,
  giveawayEntries,
  giveawayShares,
  hostInquiries,
  idempotencyKeys,
  inquiries,
  newsletterSubscriptions,
  payments,
} from '#app/platform/db/schema.server.ts'
import { inTransaction } from '#app/platform/jobs/jobs.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { anonymizeBookings } from './anonymize-bookings.server.ts'
import { removeMailFilesAbout } from './mail-files.server.ts'
import { listMentions, patternOf } from './mentions.server.ts'

export type Erased =
  /** `left`: tables in which the address is still mentioned, in words of somebody else. */
  | { ok: true; erased: Record<string, number>; left: string[] }
  /** A stay is to come, or its money is not settled: the person's details are needed for it. */
  | { ok: false; reason: 'has-stay'; references: string[] }

/**
 * Erases a person by the email address, in one transaction. Bookings stay as the accounts need them, without the person. Mail
 * about the person that still waits is not sent any more.
 */
export async function erasePerson(services: Services, email: string): Promise<Erased> {
  const { db, log } = services
  const outcome = await db.transaction(async (tx) => {
    const references = await listOpenStays(services, tx, email)
    if (references.length > 0) return { ok: false as const, reason: 'has-stay' as const, references }
    return eraseRows(services, tx, email)
  })
  if (!outcome.ok) return outcome
  await removeMailFilesAbout(services, email)
  log.info({ erased: outcome.erased }, 'a person was erased')
  return outcome
}

const isOf = (column: AnyPgColumn, email: string) => sql`lower(${column}) = lower(${email})`

async function listOpenStays({ clock }: Services, tx: Tx, email: string): Promise<string[]> {
  // A day more than any time zone is behind.
  const today = addDays(dateInZone(clock.now(), 'UTC'), -1)
  const toCome = and(inArray(bookings.status, ['held', 'pending', 'confirmed']), gte(bookings.checkOutDate, today))
  const rows = await tx
    .selectDistinct({ reference: bookings.reference })
    .from(bookings)
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .where(and(isOf(bookings.guestEmail, email), or(toCome, isNotNull(payments.nextAt))))
  return rows.map(({ reference }) => reference)
}

/** All that the person is called, so that mail to others about the person is found. */
async function wordsOf(tx: Tx, email: string): Promise<string[]> {
  const { rows } = await tx.execute<{ word: string | null }>(sql`
    select guest_name as word from bookings where ${isOf(bookings.guestEmail, email)}
    union select guest_phone from bookings where ${isOf(bookings.guestEmail, email)}
    union select name from inquiries where ${isOf(inquiries.email, email)}
    union select phone from inquiries where ${isOf(inquiries.email, email)}
    union select name from host_inquiries where ${isOf(hostInquiries.email, email)}
    union select phone from host_inquiries where ${isOf(hostInquiries.email, email)}
    union select full_name from staycation_entries where ${isOf(giveawayEntries.email, email)}
    union select phone from staycation_entries where ${isOf(giveawayEntries.email, email)}`)
  return [email, ...rows.flatMap(({ word }) => (word && word.trim().length > 1 ? word.trim() : []))]
}

async function eraseRows(services: Services, tx: Tx, email: string) {
  const words = await wordsOf(tx, email)
  const stays = await tx
    .select({ id: bookings.id, reference: bookings.reference })
    .from(bookings)
    .where(isOf(bookings.guestEmail, email))
  await anonymizeBookings(
    tx,
    stays.map(({ id }) => id),
  )
  const messages = await tx.delete(inquiries).where(isOf(inquiries.email, email)).returning({ id: inquiries.id })
  const hosts = await tx
    .delete(hostInquiries)
    .where(isOf(hostInquiries.email, email))
    .returning({ id: hostInquiries.id })
  await tx.delete(giveawayShares).where(isOf(giveawayShares.email, email))
  const entries = await tx
    .delete(giveawayEntries)
    .where(isOf(giveawayEntries.email, email))
    .returning({ id: giveawayEntries.id })
  const readers = await tx
    .delete(newsletterSubscriptions)
    .where(isOf(newsletterSubscriptions.email, email))
    .returning({ id: newsletterSubscriptions.id })

  const mails = await eraseMails(services, tx, { email, words })
  // An answer that is kept for a form sent twice names what it made.
  const made = [...stays, ...messages, ...hosts].map(({ id }) => id)
  await tx.delete(idempotencyKeys).where(mentions(sql`${idempotencyKeys.response}::text`, [email, ...made]))

  const erased = {
    'bookings without the person': stays.length,
    messages: messages.length,
    'inquiries of owners': hosts.length,
    'giveaway entries': entries.length,
    'newsletter subscriptions': readers.length,
    'records of email': mails.logged,
    'mails that waited': mails.waiting,
  }
  return { ok: true as const, erased, left: Object.keys(await listMentions(tx, [email])) }
}

/**
 * Deletes what is recorded of mail to the person, and mail that waits and names the address, to whomever. In the record of mail
 * to others the person's name is taken out with the subject: somebody else may have the same, and keeps the record.
 */
async function eraseMails({ jobs }: Services, tx: Tx, { email, words }: { email: string; words: string[] }) {
  const toPerson = await tx.delete(emailLogs).where(isOf(emailLogs.to, email)).returning({ id: emailLogs.id })
  const told = sql`concat_ws(' ', ${emailLogs.subject}, ${emailLogs.payload}, ${emailLogs.error})`
  const toOthers = await tx
    .update(emailLogs)
    .set({ subject: 'Erased', payload: {}, error: null })
    .where(mentions(told, words))
    .returning({ id: emailLogs.id })
  const { 'pgboss.job_common': waiting = [] } = await listMentions(tx, [email])
  for (const { name, id } of waiting) await jobs.deleteJob(String(name), String(id), { db: inTransaction(tx) })
  return { logged: toPerson.length + toOthers.length, waiting: waiting.length }
}

const mentions = (text: SQL, words: string[]) => sql`${text} ~* ${patternOf(words)}`
