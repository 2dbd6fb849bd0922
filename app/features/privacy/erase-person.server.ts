import { and, eq, gt, gte, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { lockProperty } from '#app/features/availability/property-lock.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { releaseOffer } from '#app/features/bookings/holds/offer-hold.server.ts'
import { payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { giveawayEntries, giveawayRounds, giveawayShares } from '#app/features/giveaway/giveaway.tables.server.ts'
import { hostInquiries } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { listHeldOffers } from '#app/features/inbox/held-offers.server.ts'
import { conversations } from '#app/features/inbox/inbox.tables.server.ts'
import { newsletterSubscriptions } from '#app/features/newsletter/newsletter.tables.server.ts'
import { cleanerLinks } from '#app/features/turnovers/turnovers.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { idempotencyKeys } from '#app/platform/http/http.tables.server.ts'
import { inTransaction } from '#app/platform/jobs/jobs.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { anonymizeBookings } from './anonymize-bookings.server.ts'
import { forgetCleaners } from './forget-cleaners.server.ts'
import { removeMailFilesAbout } from './mail-files.server.ts'
import { listMentions, patternOf } from './mentions.server.ts'
import { stillNeeded } from './person.ts'

/** The erased kinds of data of a person, for counting. */
export const ERASED = [
  'bookings without the person',
  'messages',
  'inquiries of owners',
  'giveaway entries',
  'newsletter subscriptions',
  'links of a cleaner',
  'records of email',
  'mails that waited',
] as const

type ErasedCounts = Record<(typeof ERASED)[number], number>

export type Erased =
  /** `left`: tables whose free text still mentions the address, written by someone else. */
  | { ok: true; erased: ErasedCounts; left: string[] }
  /** A stay is upcoming or not settled: the person's details are still needed. */
  | Refusal<'has-stay'>

/**
 * Erases a person by email address, in one transaction. Bookings stay for the accounts, without the person. Queued mail
 * about the person is not sent.
 */
export async function erasePerson(services: Services, email: string): Promise<Erased> {
  const outcome = await services.db.transaction((tx) => erasePersonIn(services, tx, email))
  if (outcome.ok) await removeMailFilesAbout(services, email)
  return outcome
}

/** The same within a transaction. The files of email are removed after it, with `removeMailFilesAbout`. */
export async function erasePersonIn(services: Services, tx: Tx, email: string): Promise<Erased> {
  const references = await listOpenStays(services, tx, email)
  if (references.length > 0) return refuse('has-stay', stillNeeded(references))
  const outcome = await eraseRows(services, tx, email)
  services.log.info({ event: 'privacy.person-erased', erased: outcome.erased }, 'person erased')
  return outcome
}

const isOf = (column: AnyPgColumn, email: string) => sql`lower(${column}) = lower(${email})`

/** By the address of the entry, or by the one at which a winner was reached. */
const isEntrant = (email: string) =>
  sql`(${isOf(giveawayEntries.email, email)} or ${giveawayEntries.id} in (
    select entry_id from giveaway_rounds where ${isOf(giveawayRounds.email, email)}))`

async function listOpenStays({ clock }: Services, tx: Tx, email: string): Promise<string[]> {
  // One day more than the furthest time zone is behind.
  const today = addDays(dateInZone(clock.now(), 'UTC'), -1)
  const toCome = and(inArray(bookings.status, ['held', 'pending', 'confirmed']), gte(bookings.checkOutDate, today))
  const rows = await tx
    .selectDistinct({ reference: bookings.reference })
    .from(bookings)
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .where(and(isOf(bookings.guestEmail, email), or(toCome, isNotNull(payments.nextAt), gt(bookings.returnDue, '0'))))
  return rows.map(({ reference }) => reference)
}

/** All names of the person, to find mail to others about them. */
async function wordsOf(tx: Tx, email: string): Promise<string[]> {
  const { rows } = await tx.execute<{ word: string | null }>(sql`
    select guest_name as word from bookings where ${isOf(bookings.guestEmail, email)}
    union select guest_phone from bookings where ${isOf(bookings.guestEmail, email)}
    union select name from conversations where ${isOf(conversations.email, email)}
    union select name from inquiries where ${isOf(inquiries.email, email)}
    union select phone from inquiries where ${isOf(inquiries.email, email)}
    union select name from host_inquiries where ${isOf(hostInquiries.email, email)}
    union select phone from host_inquiries where ${isOf(hostInquiries.email, email)}
    union select full_name from staycation_entries where ${isEntrant(email)}
    union select phone from staycation_entries where ${isEntrant(email)}`)
  return [email, ...rows.flatMap(({ word }) => (word && word.trim().length > 1 ? word.trim() : []))]
}

async function eraseRows(services: Services, tx: Tx, email: string) {
  const words = await wordsOf(tx, email)
  const isPerson = isOf(conversations.email, email)
  const stays = await tx
    .select({ id: bookings.id, reference: bookings.reference })
    .from(bookings)
    .where(isOf(bookings.guestEmail, email))
  await anonymizeBookings(
    tx,
    stays.map(({ id }) => id),
  )
  // A guest whose address was corrected: the history of the booking has the earlier one, too.
  await tx
    .update(audit)
    .set({ before: null, after: null })
    .where(
      and(
        eq(audit.action, 'booking.guest-corrected'),
        or(
          sql`lower(${audit.before} ->> 'email') = lower(${email})`,
          sql`lower(${audit.after} ->> 'email') = lower(${email})`,
        ),
      ),
    )
  // Nobody could release them without the conversation.
  for (const { offer, property } of await listHeldOffers({ db: tx, clock: services.clock }, isPerson)) {
    await lockProperty(tx, property.id)
    await releaseOffer(tx, offer)
  }
  // With the emails in it and their files.
  await tx.delete(conversations).where(isPerson)
  const messages = await tx.delete(inquiries).where(isOf(inquiries.email, email)).returning({ id: inquiries.id })
  const hosts = await tx
    .delete(hostInquiries)
    .where(isOf(hostInquiries.email, email))
    .returning({ id: hostInquiries.id })
  await tx.delete(giveawayShares).where(isOf(giveawayShares.email, email))
  const entries = await tx.delete(giveawayEntries).where(isEntrant(email)).returning({ id: giveawayEntries.id })
  const readers = await tx
    .delete(newsletterSubscriptions)
    .where(isOf(newsletterSubscriptions.email, email))
    .returning({ id: newsletterSubscriptions.id })

  const cleaners = await forgetCleaners(tx, isOf(cleanerLinks.email, email))
  const mails = await eraseMails(services, tx, { email, words })
  // A stored idempotent response names what its request created.
  const made = [...stays, ...messages, ...hosts].map(({ id }) => id)
  await tx.delete(idempotencyKeys).where(mentions(sql`${idempotencyKeys.response}::text`, [email, ...made]))

  const erased: ErasedCounts = {
    'bookings without the person': stays.length,
    messages: messages.length,
    'inquiries of owners': hosts.length,
    'giveaway entries': entries.length,
    'newsletter subscriptions': readers.length,
    'links of a cleaner': cleaners,
    'records of email': mails.logged,
    'mails that waited': mails.waiting,
  }
  return { ok: true as const, erased, left: Object.keys(await listMentions(tx, [email])) }
}

/**
 * Deletes the mail log of the person, and queued mail that names the address, to any recipient. In the mail log of
 * others, the subject that names the person is removed. Someone else may have the same name, and keeps the record.
 */
async function eraseMails({ jobs }: Services, tx: Tx, { email, words }: { email: string; words: string[] }) {
  const toPerson = await tx.delete(emailLogs).where(isOf(emailLogs.to, email)).returning({ id: emailLogs.id })
  const content = sql`concat_ws(' ', ${emailLogs.subject}, ${emailLogs.payload}, ${emailLogs.error})`
  const toOthers = await tx
    .update(emailLogs)
    .set({ subject: 'Erased', payload: {}, error: null })
    .where(mentions(content, words))
    .returning({ id: emailLogs.id })
  const { 'pgboss.job_common': waiting = [] } = await listMentions(tx, [email])
  for (const { name, id } of waiting) await jobs.deleteJob(String(name), String(id), { db: inTransaction(tx) })
  return { logged: toPerson.length + toOthers.length, waiting: waiting.length }
}

const mentions = (text: SQL, words: string[]) => sql`${text} ~* ${patternOf(words)}`
