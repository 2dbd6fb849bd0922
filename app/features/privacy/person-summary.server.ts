import { type SQL, sql } from 'drizzle-orm'
import { bookingChanges, bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { giveawayEntries, giveawayShares, giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { hostInquiries } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { conversations, mailMessages } from '#app/features/inbox/inbox.tables.server.ts'
import { newsletterDeliveries, newsletterSubscriptions } from '#app/features/newsletter/newsletter.tables.server.ts'
import { cleanerLinks, turnoverImages, turnoverMarks } from '#app/features/turnovers/turnovers.tables.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { periodInWords, RETENTION } from '#app/shared/retention.ts'
import { exportPerson } from './export-person.server.ts'
import type { PersonSummary } from './person.ts'

/** Rows of one kind. `at` is when each came, and `ends` is the start of its period; null while it is in use. */
type Kind = { name: string; period: keyof typeof RETENTION; from: SQL; where: SQL; at: SQL; ends: SQL }

const isOf = (column: SQL, email: string) => sql`lower(${column}) = lower(${email})`

/** A booking belongs to the accounts once it was confirmed or paid for. Before, it is a request. */
const isKept = sql`(${bookings.status} in ('held', 'pending', 'confirmed')
  or exists (select 1 from ${bookingChanges}
    where ${bookingChanges.bookingId} = ${bookings.id} and ${bookingChanges.toStatus} = 'confirmed')
  or exists (select 1 from ${payments} where ${payments.bookingId} = ${bookings.id} and ${payments.received} > 0))`

const lastChange = sql`(select max(${bookingChanges.changedAt}) from ${bookingChanges}
  where ${bookingChanges.bookingId} = ${bookings.id})`

function cleanerKindsOf(email: string): Kind[] {
  const cleaner = isOf(sql`${cleanerLinks.email}`, email)
  const ofCleaner = (table: typeof turnoverMarks | typeof turnoverImages) => ({
    from: sql`${table} join ${cleanerLinks} on ${cleanerLinks.id} = ${table.linkId}`,
    where: cleaner,
  })
  return [
    {
      name: 'Links as a cleaner',
      period: 'cleanerLinks',
      from: sql`${cleanerLinks}`,
      where: cleaner,
      at: sql`${cleanerLinks.createdAt}`,
      ends: sql`${cleanerLinks.revokedAt}`,
    },
    {
      ...ofCleaner(turnoverMarks),
      name: 'Marks as a cleaner',
      period: 'turnoverMarks',
      at: sql`${turnoverMarks.day}`,
      ends: sql`${turnoverMarks.day}`,
    },
    {
      ...ofCleaner(turnoverImages),
      name: 'Photos as a cleaner',
      period: 'damageImages',
      at: sql`${turnoverImages.createdAt}`,
      ends: sql`${turnoverImages.handledAt}`,
    },
  ]
}

const ofEmails = (email: string): Kind => ({
  name: 'Emails with us',
  period: 'messages',
  where: isOf(sql`${conversations.email}`, email),
  from: sql`${mailMessages} join ${conversations} on ${conversations.id} = ${mailMessages.conversationId}`,
  at: sql`${mailMessages.createdAt}`,
  ends: sql`${mailMessages.createdAt}`,
})

/** What is stored of somebody as a reader of the newsletter. */
function readerKindsOf(email: string): Kind[] {
  const reader = isOf(sql`${newsletterSubscriptions.email}`, email)
  const readers = { from: sql`${newsletterSubscriptions}`, at: sql`${newsletterSubscriptions.subscribedAt}` }
  const { confirmedAt, unsubscribedAt, requestedAt } = newsletterSubscriptions
  const isUnanswered = sql`(${confirmedAt} is null and ${unsubscribedAt} is null and ${requestedAt} is not null)`
  return [
    {
      ...readers,
      name: 'Newsletter address, not confirmed',
      period: 'newsletterUnconfirmed',
      where: sql`${reader} and ${isUnanswered}`,
      ends: sql`${requestedAt}`,
    },
    {
      ...readers,
      name: 'Newsletter address',
      period: 'newsletterUnsubscribed',
      where: sql`${reader} and not ${isUnanswered}`,
      ends: sql`null::date`,
    },
    {
      name: 'Newsletters sent to them',
      period: 'mails',
      from: sql`${newsletterDeliveries} join ${newsletterSubscriptions}
        on ${newsletterSubscriptions.id} = ${newsletterDeliveries.subscriptionId}`,
      where: sql`${reader} and ${newsletterDeliveries.sentAt} is not null`,
      at: sql`${newsletterDeliveries.sentAt}`,
      ends: sql`${newsletterDeliveries.sentAt}`,
    },
  ]
}

/** By the rules of `privacy.server.ts`, which deletes it. */
function kindsOf(email: string): Kind[] {
  const guest = isOf(sql`${bookings.guestEmail}`, email)
  const stays = { from: sql`${bookings}`, at: sql`${bookings.createdAt}`, ends: sql`${bookings.checkOutDate}` }
  const hasMore = sql`coalesce(${bookings.guestPhone}, ${bookings.specialRequests}, ${bookings.privateNote}) is not null`
  const ofGiveaway = (table: typeof giveawayEntries | typeof giveawayShares) => ({
    from: sql`${table} join ${giveaways} on ${giveaways.id} = ${table.giveawayId}`,
    where: isOf(sql`${table.email}`, email),
    at: sql`${table.createdAt}`,
    ends: sql`${giveaways.closesAt}`,
  })
  const ofTime = (table: typeof inquiries | typeof hostInquiries) => ({
    from: sql`${table}`,
    where: isOf(sql`${table.email}`, email),
    at: sql`${table.createdAt}`,
    ends: sql`${table.createdAt}`,
  })
  return [
    { ...stays, name: 'Bookings', period: 'bookings', where: sql`${guest} and ${isKept}` },
    {
      ...stays,
      name: 'Phone numbers, requests, and notes of bookings',
      period: 'stayRequests',
      where: sql`${guest} and ${hasMore}`,
    },
    {
      ...stays,
      name: 'Requests that came to nothing',
      period: 'requests',
      where: sql`${guest} and not ${isKept}`,
      ends: lastChange,
    },
    { ...ofTime(inquiries), name: 'Messages', period: 'messages' },
    ofEmails(email),
    { ...ofTime(hostInquiries), name: 'Inquiries as an owner', period: 'hostInquiries' },
    { ...ofGiveaway(giveawayEntries), name: 'Giveaway entries', period: 'entries' },
    { ...ofGiveaway(giveawayShares), name: 'Giveaway shares, with the IP address', period: 'shareAddresses' },
    ...readerKindsOf(email),
    ...cleanerKindsOf(email),
    {
      name: 'Our records of email to them',
      period: 'mails',
      from: sql`${emailLogs}`,
      where: isOf(sql`${emailLogs.to}`, email),
      at: sql`${emailLogs.createdAt}`,
      ends: sql`${emailLogs.createdAt}`,
    },
  ]
}

/** The stored data about the person with this address, how long each kind of it is stored, and why. */
export async function summarizePerson({ db }: Pick<Services, 'db'>, email: string): Promise<PersonSummary> {
  const kinds: PersonSummary['kinds'] = []
  const day = (moment: SQL) => sql`to_char(${moment}, 'YYYY-MM-DD')`
  for (const { name, period, from, where, at, ends } of kindsOf(email)) {
    type Row = { count: number; first: IsoDate | null; last: IsoDate | null; ends: IsoDate | null }
    const { rows } = await db.execute<Row>(sql`
      select count(*)::int as count, ${day(sql`min(${at})`)} as first, ${day(sql`max(${at})`)} as last,
        case when bool_or(${ends} is null) then null else ${day(sql`max(${ends})`)} end as ends
      from ${from} where ${where}`)
    const [found] = rows
    if (!found?.first || !found.last) continue
    const { days, after } = RETENTION[period]
    const until = found.ends === null || days === null ? null : addDays(found.ends, days)
    kinds.push({
      name,
      count: found.count,
      from: found.first,
      to: found.last,
      until,
      why: `${periodInWords(days)} ${after}`,
    })
  }
  const { mentioned } = await exportPerson({ db }, email)
  const elsewhere = Object.entries(mentioned as Record<string, unknown[]>)
  return { email, kinds, mentioned: elsewhere.map(([table, ids]) => ({ table, count: ids.length })) }
}
