import { eq, isNull } from 'drizzle-orm'
import { getMomentTexts, wordsOf } from '#app/features/bookings/moment-texts.server.ts'
import { isMailMoment, MAILS, MOMENTS } from '#app/features/bookings/moments.ts'
import { MOMENTS_WITH_TEXT } from '#app/features/bookings/stay-moments.ts'
import { listPropertyNames } from '#app/features/properties/properties.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { messageTexts } from '../guest-messages.tables.server.ts'
import { getStayMessages } from '../stay-messages.server.ts'
import type { EditedMessage, Sample } from './managed-messages.ts'
import { findSampleStay } from './message-texts.changes.server.ts'

/** Every message of a home, or of the site without a slug. Null if there is no such home. */
export async function getMessagesPage(services: Services, slug: string | undefined) {
  const { db } = services
  const [property] = slug
    ? await db.select({ id: properties.id, name: properties.name }).from(properties).where(eq(properties.slug, slug))
    : []
  if (slug && !property) return null
  const propertyId = property?.id ?? null
  const texts = await getMomentTexts(db, propertyId)
  const isHere = propertyId === null ? isNull(messageTexts.propertyId) : eq(messageTexts.propertyId, propertyId)
  const rows = await db.select().from(messageTexts).where(isHere)
  const messages = MOMENTS_WITH_TEXT.map((moment): EditedMessage => {
    const { label, when } = isMailMoment(moment) ? MAILS[moment] : MOMENTS[moment]
    const { subject, body, isOn } = texts[moment]
    const row = rows.find((one) => one.moment === moment)
    const version = versionOf(row ? { isOn: row.isOn, text: wordsOf(row) } : null)
    return { moment, label, when, subject, body, isOn, isOwn: row !== undefined, version }
  })
  const stay = await findSampleStay(services, slug)
  const sample: Sample | null = stay && {
    reference: stay.reference,
    property: stay.property,
    values: (await getStayMessages(services, db, stay.id)).values,
  }
  const others = property ? [] : await listPropertyNames({ db })
  return { property: property && slug ? { slug, name: property.name } : null, properties: others, messages, sample }
}
