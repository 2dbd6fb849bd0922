import { desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ofBooking } from '#app/features/bookings/manage/change-booking.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { answerText, placeholderIn } from './answer-text.server.ts'
import { ensureConversation } from './ensure-conversation.server.ts'
import { whyUnread } from './inbox.changes.server.ts'
import { conversations } from './inbox.tables.server.ts'
import { sendAnswer } from './send-answer.server.ts'

/** The Message-ID of the last email to the guest about this stay, whose thread a new one joins. */
async function lastMailAbout(tx: Tx, { config }: Services, about: { reference: string; email: string }) {
  const [last] = await tx
    .select({ id: emailLogs.mailId })
    .from(emailLogs)
    .where(
      sql`${emailLogs.payload} ->> 'reference' = ${about.reference} and lower(${emailLogs.to}) = ${about.email}
        and ${eq(emailLogs.status, 'sent')}`,
    )
    .orderBy(desc(emailLogs.createdAt))
    .limit(1)
  const domain = config.mailFrom?.address.split('@').at(-1)
  return last?.id && domain ? `<${last.id}@${domain}>` : null
}

/** The operator's messages to a guest from the page of a booking. */
export const writeToGuestChanges = {
  write: defineChange({
    scope: 'contacts:write',
    name: 'conversation.started',
    words: 'Message sent to the guest',
    facts: {},
    undo: 'The message was sent by email.',
    form: z.object({
      key: z.guid(),
      subject: boundedText(150, 'Please keep this to 150 characters').trim().min(1, 'Please enter a subject'),
      text: answerText('Please write a message'),
      // What the page showed of the conversation: then this answers it.
      seen: boundedText(40).optional(),
    }),
    once: 'write-to-guest',
    reused: 'This message was sent before with other words. Look at it in the inbox.',
    ...ofBooking,
    run: async (tx, { subject, text, seen }, { services, by, now, subject: { booking } }) => {
      const { reference, guestName: name } = booking
      const email = booking.guestEmail.toLowerCase()
      if (email === '') return refuse('refused', `${name} has no email address. Nothing was sent.`)
      const unfilled = placeholderIn(text)
      if (unfilled) return unfilled
      const id = await ensureConversation(tx, { email, name, now })
      const unread = seen && (await whyUnread(tx, { person: { id, email, name }, seen }))
      if (unread) return unread
      const answers = await lastMailAbout(tx, services, { reference, email })
      await sendAnswer(tx, { services, by, now }, { person: { id, email }, subject, text, answers })
      if (seen) await tx.update(conversations).set({ waitingSince: null }).where(eq(conversations.id, id))
      return { subjectId: id }
    },
  }),
}
