import { and, asc, eq, gte, isNotNull, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { wordsOf } from '#app/features/bookings/moment-texts.server.ts'
import { isMailMoment, MAILS, MOMENTS, missingValues, paragraphProblem } from '#app/features/bookings/moments.ts'
import {
  MAIL_MOMENTS,
  type MailMoment,
  MOMENTS_WITH_TEXT,
  STAY_MOMENTS,
  type StayMoment,
} from '#app/features/bookings/stay-moments.ts'
import { addressForTests } from '#app/features/operators/email-address.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { unnamedChange } from '#app/platform/change/define.server.ts'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { CHECK_FIELDS } from '#app/shared/problem.ts'
import { isRefusal, refuse } from '#app/shared/refusal.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { messageTexts, stayMessages } from '../guest-messages.tables.server.ts'
import { getStayMessages } from '../stay-messages.server.ts'
import { exampleMail } from './example-mail.server.ts'
import { MESSAGE_FIELDS, PARAGRAPH_FIELDS } from './message-fields.ts'
import { parseMessageText } from './message-text.server.ts'

/**
 * The statement of a row. Without a text, the next level applies: the site's for a home, and the default for the site.
 * For an email that is sent at once, it is the paragraph, or none.
 */
const saidSchema = z
  .object({ isOn: z.boolean(), text: z.object({ subject: z.string(), body: z.string() }).nullable() })
  .nullable()
type Statement = NonNullable<z.output<typeof saidSchema>>

type Moment = StayMoment | MailMoment

const ofMoment = { moment: z.enum(MOMENTS_WITH_TEXT) }
const messageForm = z.object({ moment: z.enum(STAY_MOMENTS) }).and(formOf(MESSAGE_FIELDS))
const paragraphForm = z.object({ moment: z.enum(MAIL_MOMENTS) }).and(formOf(PARAGRAPH_FIELDS))

const rowOf = (moment: Moment, propertyId: string | null) =>
  and(
    eq(messageTexts.moment, moment),
    propertyId === null ? isNull(messageTexts.propertyId) : eq(messageTexts.propertyId, propertyId),
  )

type Subject = { moment: Moment; property: { id: string; name: string } | null; said: Statement | null }

async function lockText(tx: Tx, moment: Moment, slug: string | undefined): Promise<Subject | null> {
  // A new row has nothing else to lock.
  await tx.select({ id: site.id }).from(site).for('update')
  const { id, name } = properties
  const [property] = slug ? await tx.select({ id, name }).from(properties).where(eq(properties.slug, slug)) : []
  if (slug && !property) return null
  const [row] = await tx
    .select()
    .from(messageTexts)
    .where(rowOf(moment, property?.id ?? null))
  return { moment, property: property ?? null, said: row ? { isOn: row.isOn, text: wordsOf(row) } : null }
}

async function store(tx: Tx, { moment, property }: Subject, said: Statement | null): Promise<void> {
  await tx.delete(messageTexts).where(rowOf(moment, property?.id ?? null))
  if (!isMailMoment(moment)) {
    // The text may no longer have a placeholder without a value. The next sending finds the messages that do.
    const isWaiting = and(eq(stayMessages.moment, moment), isNotNull(stayMessages.missingValues))
    await tx.update(stayMessages).set({ missingValues: null }).where(isWaiting)
  }
  if (!said) return
  const { isOn, text } = said
  await tx.insert(messageTexts).values({
    moment,
    propertyId: property?.id ?? null,
    isOn,
    subject: text?.subject || null,
    body: text?.body ?? null,
  })
}

const RECORDED = { before: saidSchema, after: saidSchema }

/** A recorded change has the moment and the home in its subject: `day-before`, or `day-before cabin-id`. */
async function findText(tx: Tx, _: unknown, subjectId: string): Promise<Subject | null> {
  const [moment, propertyId] = subjectId.split(' ')
  const known = z.enum(MOMENTS_WITH_TEXT).safeParse(moment)
  if (!known.success) return null
  if (!propertyId) return lockText(tx, known.data, undefined)
  if (!isUuid(propertyId)) return null
  const [property] = await tx.select({ slug: properties.slug }).from(properties).where(eq(properties.id, propertyId))
  return property ? lockText(tx, known.data, property.slug) : null
}

const saidWords = (said: Statement | null) => {
  const { isOn, text } = said ?? { isOn: true, text: null }
  return [isOn ? 'on' : 'off', text ? `${text.subject}\n${text.body}`.trim() : 'no text of its own'].join(', ')
}

const message = defineRecord({
  scope: 'content:write',
  name: 'guest-message.changed',
  words: 'Message to guests changed',
  facts: fromRecorded(RECORDED, ({ before, after }) => [
    { name: 'Message', before: saidWords(before), after: saidWords(after) },
  ]),
  gone: 'This home is gone.',
  lock: (tx, { params }, { moment }: { moment: Moment }) => lockText(tx, moment, params.slug),
  read: ({ said }) => said,
  store,
  restore: { schema: saidSchema, find: findText, changed: 'The message was changed again since.' },
  about: ({ moment, property }) => ({
    subjectId: property ? `${moment} ${property.id}` : moment,
    ...(property && { propertyIds: [property.id] }),
    timeZone: 'UTC',
  }),
})

const lines = (said: Statement | null) => saidWords(said).split('\n')

export const messageTextsChanges = {
  text: message.change({
    form: messageForm,
    make: ({ moment, on: isOn, ...typed }) => {
      const text = parseMessageText(typed)
      if (isRefusal(text)) return text
      const given = MOMENTS[moment].text
      const isGiven = text.subject === given.subject && text.body === given.body
      return { isOn, text: isGiven ? null : text }
    },
    lines,
  }),
  /** The operator's own paragraph in an email of the site. */
  paragraph: message.change({
    form: paragraphForm,
    make: ({ moment, on, body }, _, { subject: { property } }) => {
      const problem = paragraphProblem(body, moment)
      if (problem) return refuse('invalid-input', CHECK_FIELDS, { body: problem })
      const said = { isOn: on || !MAILS[moment].canBeOff, text: body ? { subject: '', body } : null }
      return !property && said.isOn && !said.text ? null : said
    },
    lines,
  }),
  /** The home uses the text of the site again; the site uses the default. */
  reset: message.press({ form: z.object(ofMoment), make: () => null }),
  test: unnamedChange('It changes nothing: an operator gets an email.', {
    scope: 'content:write',
    form: z.object(ofMoment),
    run: async ({ services, by, params }, { moment }) => {
      const sample = await findSampleStay(services, params.slug)
      if (!sample) return refuse('refused', 'There’s no confirmed stay ahead yet to fill it with.')
      return services.db.transaction(async (tx) => {
        const { data, values } = await getStayMessages(services, tx, sample.id)
        const to = await addressForTests(tx, by, data.site)
        const { attachments: _, unverified: __, ...mail } = exampleMail(data, { moment, values })
        await enqueueMail(services, tx, { ...mail, to, subject: `Test: ${mail.subject}`, payload: {} })
        const empty = missingValues(data.texts[moment], values)
        const note = empty.length > 0 ? ` Of this stay, ${empty.map((name) => `{${name}}`).join(', ')} is empty.` : ''
        return { ok: true, message: `A test is on its way to ${to}.${note}` }
      })
    },
  }),
}

/** The next confirmed stay, of this home or of any. */
export async function findSampleStay({ db, clock }: Pick<Services, 'db' | 'clock'>, slug: string | undefined) {
  const { id, propertyId, reference, guestName } = bookings
  const [stay] = await db
    .select({ id, propertyId, reference, guestName, property: properties.name })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, propertyId))
    .where(
      and(
        eq(bookings.status, 'confirmed'),
        gte(bookings.checkInDate, dateInZone(clock.now(), 'UTC')),
        slug ? eq(properties.slug, slug) : undefined,
      ),
    )
    .orderBy(asc(bookings.checkInDate), asc(reference))
    .limit(1)
  return stay ?? null
}
