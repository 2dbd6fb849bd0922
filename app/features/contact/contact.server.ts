import { and, asc, eq } from 'drizzle-orm'
import { getMailSite } from '#app/features/site/site.server.ts'
import { inRounds } from '#app/platform/db/in-rounds.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import { bookings, inquiries, properties } from '#app/platform/db/schema.server.ts'
import { type FormRefusal, limitFormAction, runFormAction } from '#app/platform/http/form-action.server.ts'
import {
  claimIdempotencyKeys,
  type IdempotentRequest,
  idempotentRequest,
} from '#app/platform/http/idempotency.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Problem } from '#app/shared/problem.ts'
import { stayFromQuery } from '#app/shared/stay.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { messageForOperator, messageReceived } from './contact.mail.tsx'
import { type ContactAbout, type ContactHome, type ContactMessage, contactSchema, NO_HOME } from './contact.ts'
import { subjectOf } from './inquiry-subject.ts'

const homeLabel = (home: { contactLabel: string | null; name: string }) => home.contactLabel ?? home.name

/** The published homes that a message may be about, in their order. */
export async function listContactHomes({ db }: Pick<Services, 'db'>): Promise<ContactHome[]> {
  const rows = await db
    .select({ slug: properties.slug, name: properties.name, contactLabel: properties.contactLabel })
    .from(properties)
    .where(eq(properties.published, true))
    .orderBy(asc(properties.displayOrder), asc(properties.name))
  return rows.map((home) => ({ slug: home.slug, label: homeLabel(home) }))
}

/** The booking that a token stands for: whoever has the link of its page is its guest. */
async function findBooking({ db }: Pick<Services, 'db'>, token: string | null | undefined) {
  if (!token || !isUuid(token)) return null
  const [booking] = await db
    .select({
      id: bookings.id,
      token: bookings.token,
      reference: bookings.reference,
      slug: properties.slug,
      checkIn: bookings.checkInDate,
      checkOut: bookings.checkOutDate,
    })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(eq(bookings.token, token))
  return booking ?? null
}

/** What a form opened at this address knows: the homes to choose from, and the home, dates and booking it is about. */
export async function getContactOpening(services: Pick<Services, 'db'>, query: URLSearchParams) {
  const homes = await listContactHomes(services)
  const booking = await findBooking(services, query.get('stayToken'))
  const stay = booking ?? stayFromQuery(query)
  const slug = booking?.slug ?? query.get('property')
  const about: ContactAbout = {
    propertyId: homes.find((home) => home.slug === slug)?.slug ?? NO_HOME,
    checkIn: stay?.checkIn ?? '',
    checkOut: stay?.checkOut ?? '',
    stayToken: booking?.token ?? '',
  }
  return { homes, about, reference: booking?.reference ?? null }
}

type Refusal = { ok: false; reason: 'no-such-home' | 'key-reused' }
type Received = { ok: true; id: string }

/** A message that is judged and may be stored, with what it is about. */
type Accepted = {
  once: IdempotentRequest
  answer: Received
  input: ContactMessage
  home: AboutHome | null
  booking: AboutBooking | null
}
type AboutHome = { id: string; name: string; contactLabel: string | null }
type AboutBooking = NonNullable<Awaited<ReturnType<typeof findBooking>>>

/** Stores messages and puts the mails to guests and operator into the outbox, all or nothing. */
async function storeMessages(services: Services, accepted: Accepted[]): Promise<(Received | Refusal)[]> {
  const { db, log } = services
  const site = await getMailSite(services)
  const messages = accepted.map(({ once, answer, input, home, booking }) => {
    const { name, email, message } = input
    const stay = input.checkIn && input.checkOut ? { checkIn: input.checkIn, checkOut: input.checkOut } : null
    const topic = { home: home ? homeLabel(home) : null, stay, bookingReference: booking?.reference ?? null }
    const { subject, type } = subjectOf(topic, name)
    const facts = { site, name, email, message, subject, topic }
    const about = { propertyId: home?.id, ...stay, bookingId: booking?.id }
    return {
      once,
      answer,
      row: { id: answer.id, name, email, message, subject, type, ...about, createdAt: once.now },
      mails: [messageReceived(facts), messageForOperator(facts)],
    }
  })
  const outcomes = await retryTransaction(() =>
    db.transaction(
      async (tx) => {
        const kept = await claimIdempotencyKeys(tx, messages)
        const fresh = messages.filter((_, index) => kept[index] === null)
        if (fresh.length > 0) {
          await tx.insert(inquiries).values(fresh.map(({ row }) => row))
          await enqueueMail(
            services,
            tx,
            fresh.flatMap(({ mails }) => mails),
          )
        }
        return messages.map(({ answer }, index) => kept[index] ?? answer)
      },
      { isolationLevel: 'read committed' },
    ),
  )
  for (const [index, { row, answer }] of messages.entries()) {
    if (outcomes[index] === answer) log.info({ inquiry: row.id, type: row.type }, 'message received')
  }
  return outcomes
}

/** The rounds in which the messages of a site are stored: together they cost hardly more than one. */
const rounds = new WeakMap<Services, (message: Accepted) => Promise<Received | Refusal>>()

function storeInRound(services: Services, message: Accepted): Promise<Received | Refusal> {
  const store = rounds.get(services) ?? inRounds((messages: Accepted[]) => storeMessages(services, messages))
  rounds.set(services, store)
  return store(message)
}

/**
 * Stores a message and puts the mails to guest and operator into the outbox, all or nothing. Sent twice it is one message:
 * by its key, or without one by its fields within ten minutes (docs/decisions/013).
 */
export async function receiveMessage(
  services: Services,
  input: ContactMessage,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<Received | Refusal> {
  const { db, clock } = services
  await limitVisitor(services, 'mails')
  const now = clock.now()
  const [[home = null], booking] = await Promise.all([
    input.propertyId === undefined
      ? []
      : db
          .select({ id: properties.id, name: properties.name, contactLabel: properties.contactLabel })
          .from(properties)
          .where(and(eq(properties.slug, input.propertyId), eq(properties.published, true))),
    findBooking(services, input.stayToken),
  ])
  if (input.propertyId !== undefined && !home) return { ok: false, reason: 'no-such-home' }
  const once = idempotentRequest({ scope: 'contact', key: idempotencyKey, payload: input, now })
  return storeInRound(services, { once, answer: { ok: true, id: crypto.randomUUID() }, input, home, booking })
}

/** A refusal as calls and pages answer it. */
export function contactProblem(reason: Refusal['reason']): { ok: false; status: 400 | 422; problem: Problem } {
  if (reason === 'key-reused') {
    const message = 'An earlier version of this message has reached us. Press the button again to send this one too.'
    return { ok: false, status: 422, problem: { code: reason, message } }
  }
  const message = 'This home is not here any more. Please choose another, or none.'
  return { ok: false, status: 400, problem: { code: reason, message, fields: { propertyId: message } } }
}

/** Receives a message from the page's posted form. */
export function submitContactForm(
  services: Services,
  { form, address }: { form: FormData; address: string },
): Promise<{ ok: true } | FormRefusal> {
  const accept = async (input: ContactMessage) => {
    const outcome = await receiveMessage(services, input)
    return outcome.ok ? { ok: true as const } : contactProblem(outcome.reason)
  }
  return limitFormAction(services, { form, as: 'contact', address }, () =>
    runFormAction(form, contactSchema, accept, services.log),
  )
}
