import { and, eq, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { stayMessageMail } from '#app/features/bookings/mail/stay-message.mail.tsx'
import { type BookedStay, ofBooking } from '#app/features/bookings/manage/change-booking.server.ts'
import { type MessageText, MOMENTS } from '#app/features/bookings/moments.ts'
import { STAY_MOMENTS, type StayMoment } from '#app/features/bookings/stay-moments.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { isRefusal, refuse } from '#app/shared/refusal.ts'
import { stayMessages } from '../guest-messages.tables.server.ts'
import { goesAlong } from '../moved-messages.server.ts'
import {
  asSent,
  getStayMessages,
  type StayMessage,
  type StayMessages,
  storeStayMessage,
} from '../stay-messages.server.ts'
import { TEXT_FIELDS } from './message-fields.ts'
import { parseMessageText } from './message-text.server.ts'

const MESSAGE: FactFields = {
  moment: { label: 'Message', kind: 'choice', options: MOMENTS },
  anchor: { kind: 'hidden' },
}

const ofMoment = z.object({ moment: z.enum(STAY_MOMENTS) })
/** The page of a stay draws them by hand: the form of records weighs 6 KB, for two fields. */
const ownWords = ofMoment.and(formOf(TEXT_FIELDS) as z.ZodType<MessageText, { [Field in keyof MessageText]: string }>)

type Subject = BookedStay & { stay: StayMessages; message: StayMessage }
const gone = 'This stay has no such message by now. Look at its dates.'

/** Locks the booking, so that nothing is sent meanwhile. */
async function lockMessage(tx: Tx, posted: Posted, { moment }: { moment: StayMoment }): Promise<Subject | null> {
  const found = await ofBooking.lock(tx, posted)
  if (found?.booking.status !== 'confirmed') return null
  const stay = await getStayMessages(posted.services, tx, found.booking.id)
  const message = stay.messages.find((one) => one.moment === moment)
  return message ? { ...found, stay, message } : null
}

const ALREADY_SENT = refuse('refused', 'This message was sent meanwhile. Nothing was changed.')
/** A moment that the site no longer has has no words. */
const labeled = (say: (label: string) => string) =>
  fromRecorded({ after: ofMoment }, ({ after }) => say(MOMENTS[after.moment].label))
const shared = { scope: 'contacts:write', lock: lockMessage, gone } as const

/** A skipped message leaves again, unless it was sent since. */
const undoSkip = undoFrom({ after: ofMoment.extend({ anchor: z.iso.date() }) }, async (tx, _services, change) => {
  const { subjectId, after } = change
  const { moment, anchor } = after
  const isIt = and(eq(stayMessages.bookingId, subjectId), eq(stayMessages.moment, moment))
  const restored = await tx
    .update(stayMessages)
    .set({ skippedAt: null })
    .where(and(isIt, goesAlong(moment) ? undefined : eq(stayMessages.anchor, anchor), isNull(stayMessages.sentAt)))
    .returning({ moment: stayMessages.moment })
  return restored.length > 0 ? undefined : refuse('refused', 'The message was sent since.')
})

export const stayMessageChanges = {
  'send-message': defineChange({
    ...shared,
    name: 'booking.message-sent',
    words: labeled((label) => `“${label}” sent`),
    facts: MESSAGE,
    undo: 'The guest was told by email.',
    form: ofMoment,
    run: async (tx, _, { services, now, subject: { booking, stay, message } }) => {
      const { moment, anchor, sentAt, empty } = message
      if (sentAt) return ALREADY_SENT
      if (booking.guestEmail === '')
        return refuse('refused', `${booking.guestName} has no email address. Nothing was sent.`)
      if (empty.length > 0) {
        return refuse(
          'refused',
          `Of this stay, ${empty.map((name) => `{${name}}`).join(', ')} is empty. Change the words first.`,
        )
      }
      await storeStayMessage(
        tx,
        { bookingId: booking.id, moment, anchor },
        {
          ...asSent(message, stay.data, now),
          skippedAt: null,
        },
      )
      await enqueueMail(services, tx, stayMessageMail(stay.data, message))
      return { subjectId: booking.id, after: { moment } }
    },
  }),
  'skip-message': defineChange({
    ...shared,
    name: 'booking.message-skipped',
    words: labeled((label) => `“${label}” skipped`),
    facts: MESSAGE,
    undo: undoSkip,
    form: ofMoment,
    run: async (tx, _, { now, subject: { booking, message } }) => {
      const { moment, anchor, sentAt, skippedAt } = message
      if (sentAt) return ALREADY_SENT
      if (skippedAt) return null
      await storeStayMessage(tx, { bookingId: booking.id, moment, anchor }, { skippedAt: now })
      return { subjectId: booking.id, after: { moment, anchor } }
    },
  }),
  'unskip-message': defineChange({
    ...shared,
    name: 'booking.message-unskipped',
    words: labeled((label) => `“${label}” is sent after all`),
    facts: MESSAGE,
    undo: 'Skip it again instead.',
    form: ofMoment,
    run: async (tx, _, { subject: { booking, message } }) => {
      const { moment, anchor, skippedAt } = message
      if (!skippedAt) return null
      await storeStayMessage(tx, { bookingId: booking.id, moment, anchor }, { skippedAt: null })
      return { subjectId: booking.id, after: { moment } }
    },
  }),
  'change-message': defineChange({
    ...shared,
    name: 'booking.message-changed',
    words: labeled((label) => `“${label}” changed for this guest`),
    facts: MESSAGE,
    undo: 'Change it again instead.',
    form: ownWords,
    version: ({ message: { unfilled }, property: { timeZone } }) => {
      const { subject, body } = unfilled
      return { value: unfilled, lines: [subject, ...body.split('\n').filter(Boolean)], timeZone }
    },
    run: async (tx, typed, { subject: { booking, message } }) => {
      const { moment, anchor, sentAt, unfilled } = message
      if (sentAt) return ALREADY_SENT
      const text = parseMessageText(typed)
      if (isRefusal(text)) return text
      if (text.subject === unfilled.subject && text.body === unfilled.body) return null
      await storeStayMessage(tx, { bookingId: booking.id, moment, anchor }, { ...text, missingValues: null })
      return { subjectId: booking.id, after: { moment } }
    },
  }),
}
