import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Undo, Values } from '#app/platform/change/audit.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { bookings, hostInquiries, inquiries, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { countOf } from '#app/shared/words.ts'
import type { InboxMessage } from './inbox.ts'
import { getOperatorTimeZone } from './operator-time-zone.server.ts'

/** How many messages of each kind are shown, the newest first. */
const SHOWN = 100

/** Messages of guests and of owners, unread ones first. Two statements. */
export async function listInbox(services: Pick<Services, 'db' | 'cache'>): Promise<InboxMessage[]> {
  const { db } = services
  const ownTimeZone = await getOperatorTimeZone(services)
  const guests = await db
    .select({
      message: inquiries,
      property: properties.name,
      timeZone: properties.timeZone,
      reference: bookings.reference,
    })
    .from(inquiries)
    .leftJoin(properties, eq(properties.id, inquiries.propertyId))
    .leftJoin(bookings, eq(bookings.id, inquiries.bookingId))
    .orderBy(sql`${inquiries.status} <> 'new'`, desc(inquiries.createdAt))
    .limit(SHOWN)
  const owners = await db
    .select()
    .from(hostInquiries)
    .orderBy(sql`${hostInquiries.status} <> 'new'`, desc(hostInquiries.createdAt))
    .limit(SHOWN)
  const messages = [
    ...guests.map(({ message, property, timeZone, reference }) => ({
      ...{ id: message.id, kind: 'guest' as const, name: message.name, email: message.email, phone: message.phone },
      subject: message.subject,
      text: message.message,
      about: property,
      reference,
      isNew: message.status === 'new',
      createdAt: message.createdAt,
      timeZone: timeZone ?? ownTimeZone,
    })),
    ...owners.map((row) => ({
      ...{ id: row.id, kind: 'owner' as const, name: row.name, email: row.email, phone: row.phone },
      subject: `Offers a home in ${row.propertyLocation}`,
      text: [
        `${countOf(row.bedrooms, 'bedroom')}, up to ${countOf(row.maxGuests, 'guest')}`,
        row.airbnbLink,
        row.vrboLink,
        row.additionalInfo,
      ]
        .filter(Boolean)
        .join('\n'),
      about: null,
      reference: null,
      isNew: row.status === 'new',
      createdAt: row.createdAt,
      timeZone: ownTimeZone,
    })),
  ]
  return messages
    .sort((a, b) => Number(b.isNew) - Number(a.isNew) || b.createdAt.getTime() - a.createdAt.getTime())
    .map(({ createdAt, timeZone, ...message }) => ({ ...message, at: formatMomentWithYear(createdAt, timeZone) }))
}

const tableOf = (kind: InboxMessage['kind']) => (kind === 'guest' ? inquiries : hostInquiries)

/** Gives a message its earlier mark back. */
const undo: Undo = async (tx, _services, { action, subjectId, before }) => {
  const table = tableOf(action === 'message.marked' ? 'guest' : 'owner')
  const restored = await tx
    .update(table)
    .set({ status: before as string })
    .where(eq(table.id, subjectId))
    .returning({ id: table.id })
  return restored.length > 0 ? undefined : { ok: false, message: 'The message is gone.' }
}

const marked = (message: string) => ({
  words: ({ after }: Values) => `${message} marked as ${after === 'new' ? 'unread' : 'read'}`,
  undo,
})

/** What the inbox changes: messages are marked as read, or as new again. */
export const inboxChanges = {
  mark: defineChange({
    scope: 'contacts:write',
    names: { 'message.marked': marked('Message'), 'host-inquiry.marked': marked('Owner’s message') },
    form: z.object({ id: z.guid(), kind: z.enum(['guest', 'owner']), mark: z.enum(['new', 'read']) }),
    gone: 'This message is gone.',
    lock: async (tx, _, { id, kind }) => {
      const table = tableOf(kind)
      const [message] = await tx.select({ before: table.status }).from(table).where(eq(table.id, id)).for('update')
      return message ?? null
    },
    run: async (tx, { id, kind, mark: after }, { subject: { before } }) => {
      const table = tableOf(kind)
      await tx.update(table).set({ status: after }).where(eq(table.id, id))
      const name = kind === 'guest' ? ('message.marked' as const) : ('host-inquiry.marked' as const)
      return { name, subjectId: id, before, after }
    },
  }),
}
