import { desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import { bookings, quotes } from '#app/features/bookings/bookings.tables.server.ts'
import { STATUS_WORDS } from '#app/features/bookings/manage/list/booking-list.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { hostInquiries } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear, formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { centsFromNumeric, formatAmount } from '#app/shared/money.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { countOf } from '#app/shared/words.ts'
import { type Conversation, type Entry, type ListedConversation, type SavedAnswer, waitOf } from './conversations.ts'
import { foldQuotes } from './fold-quotes.ts'
import { conversations, mailAttachments, mailMessages, savedAnswers } from './inbox.tables.server.ts'
import { priceWhileOpen } from './offer-words.ts'
import { lastNamed, listQuotable, requestedStay, valuesFor } from './requested-stay.server.ts'

/** How many conversations are listed, and how many parts of one are shown. */
const SHOWN = 100
const LONGEST_EXCERPT = 200

type Row = {
  id: string
  name: string
  email: string
  subject: string | null
  text: string | null
  isOwn: boolean | null
  isOwner: boolean
  waitingSince: string | null
  lastAt: string
}

/** Whoever has waited longest comes first, then what was written last. One statement. */
export async function listConversations(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  timeZone: string,
  limit = SHOWN,
): Promise<ListedConversation[]> {
  const { rows } = await db.execute<Row>(sql`
    select person.id, person.name, person.email, latest.subject, latest.text, latest.own as "isOwn",
      exists (select from host_inquiries where lower(email) = person.email) as "isOwner",
      person.waiting_since as "waitingSince", person.last_at as "lastAt"
    from (select * from conversations order by waiting_since nulls last, last_at desc limit ${limit}) person
    left join lateral (
      (select null as subject, message as text, created_at, false as own from inquiries where lower(email) = person.email
        order by created_at desc limit 1)
      union all (select 'Offers a home in ' || property_location, coalesce(additional_info, ''), created_at, false
        from host_inquiries where lower(email) = person.email order by created_at desc limit 1)
      union all (select subject, body, created_at, not is_incoming from mail_messages where conversation_id = person.id
        order by created_at desc limit 1)
      order by created_at desc limit 1
    ) latest on true
    order by person.waiting_since nulls last, person.last_at desc`)
  const momentOf = (at: string) => formatMomentWithYear(new Date(at), timeZone)
  const now = clock.now()
  return rows.map(({ waitingSince, lastAt, subject, text, isOwn, ...person }) => ({
    ...person,
    isOwn: isOwn ?? false,
    wait: waitingSince ? waitOf(new Date(waitingSince), now) : null,
    subject: subject ?? '',
    text: foldQuotes(text ?? '')
      .text.slice(0, LONGEST_EXCERPT)
      .toWellFormed(),
    waiting: waitingSince && momentOf(waitingSince),
    last: momentOf(lastAt),
  }))
}

/** Everything that was written between the operator and one person. Null if there is no such conversation. */
export async function getConversation(
  services: Services,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<Conversation | null> {
  const { db } = services
  const [person] = await db.select().from(conversations).where(eq(conversations.id, id))
  if (!person) return null
  // First: messages that arrive while the rest is loaded count as not seen.
  const seen = await fingerprintOfReceived(db, person)
  const parts = [
    ...(await listForms(db, person.email)),
    ...(await listOwnerForms(db, person.email)),
    ...(await listEmails(db, person)),
  ]
  const named = await lastNamed(db, person.email)
  const sorted = parts.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime()).slice(-SHOWN)
  const received = sorted.findLast(({ kind }) => kind === 'form' || kind === 'in')
  if (received?.kind === 'in' && !received.isAutomatic) {
    received.asked = requestedStay(received.text, { ...NOTHING_NAMED, property: named?.property.slug ?? null })
  }
  const momentOf = (at: Date) => formatMomentWithYear(at, timeZone)
  const stays = await listStays(db, person.email)
  return {
    id,
    name: person.name,
    email: person.email,
    isWaiting: person.waitingSince !== null,
    bounced: person.bouncedAt && momentOf(person.bouncedAt),
    properties: await listQuotable(db),
    entries: sorted.map(({ createdAt, ...entry }) => ({ ...entry, at: momentOf(createdAt) }) as Entry),
    seen,
    version: versionOf(await lastAnswerOf(db, id)),
    stays: stays.map(({ id: _, checkIn, checkOut, status, ...stay }) => ({
      ...stay,
      dates: formatSpanWithYear(checkIn, checkOut),
      status: STATUS_WORDS[status],
    })),
    values: await valuesFor(services, { name: person.name, booking: stays[0]?.id, named }),
  }
}

/** Two operators must not give the same answer twice. */
export async function lastAnswerOf(db: Tx, conversation: string): Promise<{ by: string; text: string } | null> {
  const [last] = await db
    .select({ by: sql<string>`coalesce(${mailMessages.writtenBy}, '')`, text: mailMessages.body })
    .from(mailMessages)
    .where(sql`${mailMessages.conversationId} = ${conversation} and not ${mailMessages.isIncoming}`)
    .orderBy(desc(mailMessages.createdAt))
    .limit(1)
  return last ?? null
}

/**
 * The fingerprint of everything that the person wrote. Messages since a page was shown are not answered by its
 * operator.
 */
export async function fingerprintOfReceived(db: Tx, { id, email }: { id: string; email: string }): Promise<string> {
  const { rows } = await db.execute<{ ids: string }>(sql`
    select coalesce(md5(string_agg(id::text, ' ' order by id)), '') as ids from (
      select id from mail_messages where conversation_id = ${id} and is_incoming and not is_automatic
      union all select id from inquiries where lower(email) = ${email}
      union all select id from host_inquiries where lower(email) = ${email}
    ) received`)
  return rows[0]?.ids ?? ''
}

const NOTHING_NAMED = { checkIn: null, checkOut: null }

/** A part of a conversation with its instant. */
export type Dated<One extends Entry = Entry> = One extends Entry ? Omit<One, 'at'> & { createdAt: Date } : never

export async function listForms(db: Tx, email: string): Promise<Dated[]> {
  const rows = await db
    .select({ message: inquiries, property: properties.name, slug: properties.slug, reference: bookings.reference })
    .from(inquiries)
    .leftJoin(properties, eq(properties.id, inquiries.propertyId))
    .leftJoin(bookings, eq(bookings.id, inquiries.bookingId))
    .where(sql`lower(${inquiries.email}) = ${email}`)
    .orderBy(desc(inquiries.createdAt))
    .limit(SHOWN)
  return rows.map(({ message, property, slug, reference }) => {
    const { id, subject, message: text, phone, checkIn, checkOut, createdAt } = message
    const dates = checkIn && checkOut ? formatSpanWithYear(checkIn, checkOut) : null
    const asked = reference ? null : requestedStay(text, { property: slug, checkIn, checkOut })
    const about = [property, dates, reference && `Booking ${reference}`].flatMap((part) => part || [])
    return { kind: 'form', id, subject, text, phone, createdAt, about, asked }
  })
}

async function listOwnerForms(db: Tx, email: string): Promise<Dated[]> {
  const rows = await db
    .select()
    .from(hostInquiries)
    .where(sql`lower(${hostInquiries.email}) = ${email}`)
    .orderBy(desc(hostInquiries.createdAt))
    .limit(SHOWN)
  return rows.map((row) => ({
    kind: 'owner',
    id: row.id,
    phone: row.phone,
    state: row.status,
    createdAt: row.createdAt,
    subject: `Offers a home in ${row.propertyLocation}`,
    text: [
      `${countOf(row.bedrooms, 'bedroom')}, up to ${countOf(row.maxGuests, 'guest')}`,
      row.airbnbLink,
      row.vrboLink,
      row.additionalInfo,
    ]
      .filter(Boolean)
      .join('\n'),
  }))
}

/** Incoming emails, answers, and automatic emails of the site. */
export async function listEmails(db: Tx, { id, email }: { id: string; email: string }): Promise<Dated[]> {
  const mails = await db
    .select()
    .from(mailMessages)
    .where(eq(mailMessages.conversationId, id))
    .orderBy(desc(mailMessages.createdAt))
    .limit(SHOWN)
  const { name, size, messageId } = mailAttachments
  const isKept = sql<boolean>`${mailAttachments.content} is not null`
  const ids = mails.map((mail) => mail.id)
  const files =
    ids.length === 0
      ? []
      : await db
          .select({ id: mailAttachments.id, name, size, isKept, messageId })
          .from(mailAttachments)
          .where(inArray(messageId, ids))
  const sent = await db
    .select()
    .from(emailLogs)
    .where(sql`lower(${emailLogs.to}) = ${email} and ${emailLogs.template} <> 'answer'`)
    .orderBy(desc(emailLogs.createdAt))
    .limit(SHOWN)
  const attempts = ids.length === 0 ? [] : await db.select().from(emailLogs).where(inArray(emailLogs.mailId, ids))
  const bySite = sent.filter(({ status }) => status === 'sent')
  return [
    ...mails.map((mail): Dated => {
      const { subject, body, createdAt } = mail
      const shared = { id: mail.id, subject, createdAt }
      if (!mail.isIncoming) {
        const delivery = deliveryOf(attempts.filter(({ mailId }) => mailId === mail.id))
        return { ...shared, kind: 'out', text: body, by: mail.writtenBy ?? '', ...delivery }
      }
      return {
        ...shared,
        ...foldQuotes(body),
        kind: 'in',
        isReply: mail.isReply,
        isAutomatic: mail.isAutomatic,
        from: mail.fromEmail === email ? null : mail.fromEmail,
        files: files.filter((file) => file.messageId === mail.id).map(({ messageId: _, ...file }) => file),
        asked: null,
      }
    }),
    ...bySite.map(({ id, subject, createdAt }): Dated => ({ kind: 'site', id, subject, createdAt })),
  ]
}

type Attempt = Pick<typeof emailLogs.$inferSelect, 'status' | 'error'>

function deliveryOf(attempts: Attempt[]): { delivery: 'sending' | 'sent' | 'failed'; error: string | null } {
  const failed = attempts.find(({ status }) => status === 'refused' || status === 'given-up')
  if (failed) return { delivery: 'failed', error: failed.error }
  return { delivery: attempts.some(({ status }) => status === 'sent') ? 'sent' : 'sending', error: null }
}

/** Stays that are still to come first, then the latest ones. */
const listStays = (db: Tx, email: string) =>
  db
    .select({
      id: bookings.id,
      reference: bookings.reference,
      property: properties.name,
      status: bookings.status,
      checkIn: bookings.checkInDate,
      checkOut: bookings.checkOutDate,
    })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(sql`lower(${bookings.guestEmail}) = ${email} and ${bookings.status} <> 'held'`)
    .orderBy(sql`${bookings.status} <> 'confirmed'`, desc(bookings.checkInDate))
    .limit(10)

/** Texts that operators answer with, by title. */
export async function listSavedAnswers(db: Tx): Promise<SavedAnswer[]> {
  const rows = await db.select().from(savedAnswers).orderBy(savedAnswers.title)
  return rows.map((row) => ({ ...row, version: versionOf({ title: row.title, body: row.body }) }))
}

/** A quote in words, to answer with. Null if there is none. */
export async function quoteInWords(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id, timeZone }: { id: string; timeZone: string },
): Promise<string | null> {
  const [quote] = await db
    .select({ ...getTableColumns(quotes), property: properties.name })
    .from(quotes)
    .innerJoin(properties, eq(properties.id, quotes.propertyId))
    .where(eq(quotes.id, id))
  if (!quote) return null
  const { property, checkInDate, checkOutDate, totalAmount, expiresAt, token } = quote
  const stay = `${property}, ${formatSpanWithYear(checkInDate, checkOutDate)}, for ${partyWords(quote)}`
  const total = formatAmount(centsFromNumeric(totalAmount))
  const until = formatMomentWithYear(expiresAt, timeZone)
  return `${stay}: ${total} in total, with taxes and fees.\n\n${priceWhileOpen(until)} Book it here:\n\n${config.siteUrl}/quotes/${token}`
}
