import { randomUUID } from 'node:crypto'
import { and, asc, eq, or } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import type { Host } from '#app/features/properties/host.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { hostOf } from '#app/features/properties/property-records.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { FormSender, VisitorForm } from '#app/platform/http/form-action.server.ts'
import { type Received, storeMessage } from '#app/platform/http/message-form.server.ts'
import { enqueuePush } from '#app/platform/push/push.server.ts'
import { limitVisitor } from '#app/platform/rate-limits/visitor.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { stayFromQuery } from '#app/shared/stay.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { messageForOperator, messageReceived, type Topic } from './contact.mail.tsx'
import { inquiries } from './contact.tables.server.ts'
import {
  type ContactAbout,
  type ContactMessage,
  type ContactNumbers,
  type ContactProperty,
  contactSchema,
  NO_PROPERTY,
} from './contact.ts'

const labelOf = (property: { contactLabel: string | null; name: string }) => property.contactLabel ?? property.name

type ReadServices = Pick<Services, 'db' | 'clock' | 'log'>
type Listed = ContactProperty & { host: Host }

/**
 * The properties that a message may refer to, in order, with who looks after them. One that is not listed has to be
 * asked for.
 */
async function listContactProperties(services: ReadServices, asked: string | null | undefined): Promise<Listed[]> {
  const { id, slug, name, contactLabel, host, listed, published } = properties
  const isAsked = asked && !asked.includes('\0') ? and(published, eq(slug, asked)) : undefined
  const rows = await services.db
    .select({ id, slug, name, contactLabel, host })
    .from(properties)
    .where(or(listed, isAsked))
    .orderBy(asc(properties.displayOrder), asc(name))
  return Promise.all(
    rows.map(async (row) => ({ slug: row.slug, label: labelOf(row), host: await hostOf(services, row) })),
  )
}

/** The numbers of the hosts, each once with its homes. Only the numbers of one home if the message is about it. */
function numbersOf(listed: Listed[], about: string): ContactNumbers[] {
  const asked = listed.filter(({ slug }) => slug === about)
  const reachable = (asked.length > 0 ? asked : listed).filter(({ host }) => host.phone || host.text)
  const byNumbers = Map.groupBy(reachable, ({ host }) => `${host.phone} ${host.text}`)
  return [...byNumbers.values()].flatMap((properties) => {
    const { phone = null, text = null, sample = false } = properties[0]?.host ?? {}
    const names = properties.length === listed.length ? [] : properties.map(({ label }) => label)
    return { phone, text, sample, properties: names }
  })
}

/** The booking of a token: whoever has the link to the guest page is its guest. */
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

/**
 * The form's initial values for this URL. They are the properties to choose from, and the message’s property, dates and
 * booking.
 */
export async function getContactOpening(services: ReadServices, query: URLSearchParams) {
  const booking = await findBooking(services, query.get('stayToken'))
  const stay = booking ?? stayFromQuery(query)
  const slug = booking?.slug ?? query.get('property')
  const listed = await listContactProperties(services, slug)
  const about: ContactAbout = {
    propertyId: listed.find((property) => property.slug === slug)?.slug ?? NO_PROPERTY,
    checkIn: stay?.checkIn ?? '',
    checkOut: stay?.checkOut ?? '',
    stayToken: booking?.token ?? '',
  }
  const properties: ContactProperty[] = listed.map(({ slug, label }) => ({ slug, label }))
  return { properties, about, numbers: numbersOf(listed, about.propertyId), reference: booking?.reference ?? null }
}

type ContactRefusal = Refusal<'no-such-property' | 'key-reused'>

/** Stores a message, with the emails to guest and operator. */
async function receiveMessage(
  services: Services,
  input: ContactMessage,
  { idempotencyKey }: FormSender,
): Promise<Received | ContactRefusal> {
  const { clock, log } = services
  await limitVisitor(services, 'mails')
  const now = clock.now()
  const property = await findProperty(services, input.propertyId)
  if (input.propertyId !== undefined && !property) {
    const message = 'This home is no longer listed. Please choose another, or none.'
    return refuse('no-such-property', message, { propertyId: message })
  }
  const booking = await findBooking(services, input.stayToken)
  const { propertyId: _, stayToken: __, checkIn, checkOut, ...typed } = input
  const stay = checkIn && checkOut ? { checkIn, checkOut } : null
  const topic = { property: property && labelOf(property), stay, bookingReference: booking?.reference ?? null }
  const { subject, type } = subjectOf(topic, typed.name)
  const id = randomUUID()
  const details = { site: await getMailSite(services), id, subject, topic, ...typed }
  const mails = [messageReceived(details), messageForOperator(details)]
  const about = { propertyId: property?.id, ...stay, bookingId: booking?.id }
  const row = { id, ...typed, subject, type, ...about, createdAt: now }

  const form = { scope: 'contact', idempotencyKey, payload: input, noun: 'message' }
  const outcome = await storeMessage(services, { id, mails, ...form }, async (tx) => {
    await tx.insert(inquiries).values(row)
    await enqueuePush(services, tx, { kind: 'message', property: property?.name ?? null })
  })
  if (outcome.ok) log.info({ event: 'contact.received', inquiry: outcome.id, type }, 'message received')
  return outcome
}

async function findProperty({ db }: Services, slug: string | undefined) {
  if (slug === undefined) return null
  const [property] = await db
    .select({ id: properties.id, name: properties.name, contactLabel: properties.contactLabel })
    .from(properties)
    .where(and(eq(properties.slug, slug), eq(properties.published, true)))
  return property ?? null
}

/** Subject and type are derived; the form has no fields for them. */
function subjectOf({ property, stay, bookingReference }: Topic, name: string) {
  const dates = stay && `${stay.checkIn} to ${stay.checkOut}`
  const about = [bookingReference && `Booking ${bookingReference}`, property, dates].filter(Boolean).join(', ')
  const type = stay || bookingReference ? ('booking_inquiry' as const) : ('general' as const)
  return { type, subject: about || `Message from ${[...name].slice(0, 80).join('')}` }
}

/** The contact form, as the page and the API post it. */
export const contactForm: VisitorForm<typeof contactSchema, Received, ContactRefusal> = {
  limit: 'contact',
  honeypot: () => ({ ok: true, id: randomUUID() }),
  schema: contactSchema,
  run: receiveMessage,
}
