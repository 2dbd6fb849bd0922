import { and, asc, eq } from 'drizzle-orm'
import { getMailSite } from '#app/features/site/site.server.ts'
import { retryTransaction } from '#app/platform/db/retry.server.ts'
import { bookings, inquiries, properties } from '#app/platform/db/schema.server.ts'
import { answerOnce, onceFor } from '#app/platform/idempotency/idempotency.server.ts'
import { enqueueMail } from '#app/platform/outbox/outbox.server.ts'
import { type FormRefused, takeInTurn, takePostedForm } from '#app/platform/posted-form.server.ts'
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

/**
 * Stores a message and puts the mails to guest and operator into the outbox, all or nothing. Sent twice it is one message:
 * by its key, or without one by its fields within ten minutes (decision 16).
 */
export async function receiveMessage(
  services: Services,
  input: ContactMessage,
  { idempotencyKey }: { idempotencyKey?: string } = {},
): Promise<Received | Refusal> {
  const { db, clock, log } = services
  const now = clock.now()
  const [[home], booking, operator] = await Promise.all([
    input.propertyId === undefined
      ? []
      : db
          .select({
            id: properties.id,
            slug: properties.slug,
            name: properties.name,
            contactLabel: properties.contactLabel,
          })
          .from(properties)
          .where(and(eq(properties.slug, input.propertyId), eq(properties.published, true))),
    findBooking(services, input.stayToken),
    getMailSite(services),
  ])
  if (input.propertyId !== undefined && !home) return { ok: false, reason: 'no-such-home' }

  const stay = input.checkIn && input.checkOut ? { checkIn: input.checkIn, checkOut: input.checkOut } : null
  const topic = {
    home: home ? homeLabel(home) : null,
    stay,
    bookingReference: booking?.reference ?? null,
  }
  const { name, email, message } = input
  const { subject, type } = subjectOf(topic, name)
  const facts = { site: operator, name, email, message, subject, topic }
  const mails = [messageReceived(facts), messageForOperator(facts)]
  const row = {
    name,
    email,
    message,
    subject,
    type,
    propertyId: home?.id,
    ...stay,
    bookingId: booking?.id,
    createdAt: now,
  }

  const once = onceFor({ scope: 'contact', key: idempotencyKey, payload: input, now })
  const outcome = await retryTransaction(() =>
    db.transaction(
      (tx) =>
        answerOnce<Received>(tx, once, async () => {
          const [stored] = await tx.insert(inquiries).values(row).returning({ id: inquiries.id })
          if (!stored) throw new Error('the message was not stored')
          await enqueueMail(services, tx, mails)
          return { ok: true, id: stored.id }
        }),
      { isolationLevel: 'read committed' },
    ),
  )
  if (outcome.ok) log.info({ inquiry: outcome.id, type }, 'message received')
  return outcome
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
): Promise<{ ok: true } | FormRefused> {
  const accept = async (input: ContactMessage) => {
    const outcome = await receiveMessage(services, input)
    return outcome.ok ? { ok: true as const } : contactProblem(outcome.reason)
  }
  return takeInTurn(services, { form, as: 'contact', address }, () =>
    takePostedForm(form, contactSchema, accept, services.log),
  )
}
