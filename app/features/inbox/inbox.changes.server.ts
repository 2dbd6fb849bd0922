import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { count } from '#app/features/bookings/manage/by-hand/by-hand-forms.server.ts'
import { createQuote } from '#app/features/bookings/quotes/quotes.server.ts'
import { refreshBeforeSale } from '#app/features/calendar-sync/refresh-before-sale.server.ts'
import { hostInquiries, hostInquiryStates } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange, unnamedChange } from '#app/platform/change/define.server.ts'
import { dateField, wholeField } from '#app/platform/change/fields.server.ts'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { fromRecorded, undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import { addDays } from '#app/shared/dates.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { answerText, placeholderIn } from './answer-text.server.ts'
import { fingerprintOfReceived, lastAnswerOf } from './conversations.server.ts'
import { OWNER_STATES } from './conversations.ts'
import { findOfferedProperty, HOLD_FACTS, holdForText, recordOf, undoHold, withOfferLock } from './hold-offer.server.ts'
import { conversations, mailMessages } from './inbox.tables.server.ts'
import { sendAnswer } from './send-answer.server.ts'

type Person = typeof conversations.$inferSelect

async function lockConversation(tx: Tx, id: string): Promise<Person | null> {
  if (!isUuid(id)) return null
  const [person] = await tx.select().from(conversations).where(eq(conversations.id, id)).for('update')
  return person ?? null
}

/** The conversation of the page's address. */
const lockShown = (tx: Tx, { params }: Posted) => lockConversation(tx, params.conversation ?? '')
const gone = 'This conversation is gone.'

/** A stored time; null where nobody waits. */
const since = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullable()

/** Lets the person wait as before, or not, if nothing was changed since. */
const undoMark = undoFrom({ before: since, after: since }, async (tx, _services, { subjectId, before, after }) => {
  const person = await lockConversation(tx, subjectId)
  if (!person) return refuse('refused', gone)
  if (person.waitingSince?.getTime() !== after?.getTime()) {
    return refuse('refused', 'Something was written since.')
  }
  await tx.update(conversations).set({ waitingSince: before }).where(eq(conversations.id, subjectId))
  return undefined
})

const state = z.enum(hostInquiryStates)

async function lockInquiry(tx: Tx, id: string) {
  const [row] = isUuid(id) ? await tx.select().from(hostInquiries).where(eq(hostInquiries.id, id)).for('update') : []
  return row ?? null
}

const ownerState = defineRecord({
  scope: 'contacts:write',
  name: 'host-inquiry.state-changed',
  words: fromRecorded({ after: state }, ({ after }) => `Owner’s inquiry: ${OWNER_STATES[after]}`),
  facts: { label: 'State', kind: 'choice', options: OWNER_STATES },
  gone: 'This inquiry is gone.',
  lock: (tx, { id }) => lockInquiry(tx, id),
  read: ({ status }) => status,
  store: async (tx, { id }, status) => {
    await tx.update(hostInquiries).set({ status }).where(eq(hostInquiries.id, id))
  },
  restore: { schema: state, find: (tx, _, id) => lockInquiry(tx, id), changed: 'It was changed again since.' },
  about: ({ id }) => ({ subjectId: id, timeZone: 'UTC' }),
})

/** The answered message: the last email of the person, or the form that they sent. */
async function answered(tx: Tx, { id, email }: Person): Promise<{ subject: string; messageId: string | null } | null> {
  const { subject, messageId, createdAt } = mailMessages
  const ofPerson = and(eq(mailMessages.conversationId, id), eq(mailMessages.isIncoming, true))
  const [mail] = await tx
    .select({ subject, messageId })
    .from(mailMessages)
    .where(ofPerson)
    .orderBy(desc(createdAt))
    .limit(1)
  if (mail) return mail
  const { rows } = await tx.execute<{ subject: string }>(sql`
    select subject from (
      select subject, created_at from inquiries where lower(email) = ${email}
      union all select 'Your home in ' || property_location, created_at from host_inquiries where lower(email) = ${email}
    ) form order by created_at desc limit 1`)
  const [form] = rows
  return form ? { subject: form.subject, messageId: null } : null
}

/** Nobody may answer, or mark as done, messages that they have not read. Undefined if all of them were shown. */
export async function whyUnread(
  tx: Tx,
  { person, seen }: { person: Pick<Person, 'id' | 'email' | 'name'>; seen: string },
) {
  if ((await fingerprintOfReceived(tx, person)) === seen) return undefined
  return refuse('refused', `${person.name} wrote meanwhile. Read it, then press again if this still fits.`)
}

const withBrand = async (tx: Tx, { config }: Posted['services']) => {
  return { subject: (await getMailSite({ db: tx, config })).brand, messageId: null }
}

export const inboxChanges = {
  answer: defineChange({
    scope: 'contacts:write',
    names: {
      'conversation.answered': { words: 'Message answered', facts: {}, undo: 'The answer was sent by email.' },
      'conversation.offer-held': { words: 'Offer sent, with its nights on hold', facts: HOLD_FACTS, undo: undoHold },
    },
    form: z.object({
      key: z.guid(),
      seen: boundedText(40),
      text: answerText('Please write an answer'),
      // The offer whose nights are held for the person.
      hold: z.guid().optional(),
    }),
    once: 'inbox-answer',
    reused: 'This answer was sent before with other words. Load the page again and look at what was sent.',
    prepare: async ({ services }, { hold }) => {
      const propertyId = hold ? await findOfferedProperty(services.db, hold) : null
      if (propertyId) await refreshBeforeSale(services, propertyId)
    },
    transaction: ({ services }, { hold }, work) =>
      hold ? withOfferLock(services, hold, work) : retryTransaction(() => services.db.transaction(work)),
    lock: async (tx, posted) => {
      const person = await lockShown(tx, posted)
      return person && { person, last: await lastAnswerOf(tx, person.id) }
    },
    gone,
    version: ({ last }) => ({
      value: last,
      lines: last ? [`${last.by || 'Somebody'} answered:`, ...last.text.split('\n').filter(Boolean)] : [],
      timeZone: 'UTC',
    }),
    run: async (tx, { text, seen, hold: id }, { services, by, now, subject: { person } }) => {
      const refused = placeholderIn(text) ?? (await whyUnread(tx, { person, seen }))
      if (refused) return refused
      const held = id ? await holdForText(services, tx, { id, text }) : null
      if (held?.ok === false) return held
      const { subject, messageId } = (await answered(tx, person)) ?? (await withBrand(tx, services))
      await sendAnswer(
        tx,
        { services, by, now },
        {
          id,
          person,
          text: held?.text ?? text,
          answers: messageId,
          subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
        },
      )
      await tx.update(conversations).set({ waitingSince: null }).where(eq(conversations.id, person.id))
      const sent = { subjectId: person.id, answer: { to: `/admin/inbox/${person.id}` } }
      if (!held) return { ...sent, name: 'conversation.answered' as const }
      const { hold } = held
      return {
        ...sent,
        name: 'conversation.offer-held' as const,
        propertyIds: [hold.propertyId],
        after: recordOf(hold),
      }
    },
  }),
  mark: defineChange({
    scope: 'contacts:write',
    name: 'conversation.marked',
    words: ({ after }) => (after ? 'Message marked as waiting for an answer' : 'Message marked as done'),
    facts: { label: 'Waits for an answer since', kind: 'instant' },
    undo: undoMark,
    form: z.object({ mark: z.enum(['waiting', 'done']), seen: boundedText(40) }),
    lock: lockShown,
    gone,
    run: async (tx, { mark, seen }, { now, subject: person }) => {
      const { id, waitingSince } = person
      if ((mark === 'waiting') === (waitingSince !== null)) return null
      const refused = mark === 'done' ? await whyUnread(tx, { person, seen }) : undefined
      if (refused) return refused
      const after = mark === 'waiting' ? now : null
      await tx.update(conversations).set({ waitingSince: after }).where(eq(conversations.id, id))
      return { subjectId: id, before: waitingSince, after }
    },
  }),
  'owner-state': ownerState.press({ form: z.object({ state }), make: ({ state: chosen }) => chosen }),
  quote: unnamedChange('A quote changes nothing: guests make them, too.', {
    scope: 'contacts:write',
    form: z.object({
      property: boundedText(200).min(1, 'Please choose a home'),
      checkIn: dateField,
      nights: wholeField(1, 999),
      adults: count(1, 'A group needs at least one adult'),
      children: count(0, 'Please enter a number'),
    }),
    run: async ({ services, params }, { property, checkIn, nights, adults, children }) => {
      const isIt = eq(properties.slug, property)
      const [found] = await services.db.select({ id: properties.id }).from(properties).where(isIt)
      if (!found) return refuse('invalid-input', '', { property: 'Please choose a home' })
      const outcome = await createQuote(services, {
        propertyId: found.id,
        checkInDate: checkIn,
        checkOutDate: addDays(checkIn, nights),
        adults,
        children,
        infants: 0,
        pets: 0,
        currency: 'USD',
        isOffer: true,
      })
      if (!outcome.ok) return refuse('refused', outcome.message)
      return { ok: true, to: `/admin/inbox/${params.conversation}?quote=${outcome.quote.id}#answer` }
    },
  }),
}
