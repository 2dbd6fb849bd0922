import { eq, isNull, or } from 'drizzle-orm'
import { messageTexts } from '#app/features/guest-messages/guest-messages.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isMailMoment, type MessageText, MOMENTS, type MomentText, type MomentTexts } from './moments.ts'
import { MOMENTS_WITH_TEXT } from './stay-moments.ts'

type TextRow = typeof messageTexts.$inferSelect

/** Every moment of a home, or of the site for null. */
export async function getMomentTexts(db: Tx, propertyId: string | null): Promise<MomentTexts> {
  const isSite = isNull(messageTexts.propertyId)
  const rows = await db
    .select()
    .from(messageTexts)
    .where(propertyId === null ? isSite : or(isSite, eq(messageTexts.propertyId, propertyId)))
  const textOf = (moment: TextRow['moment']): MomentText => {
    const find = (of: string | null) => rows.find((row) => row.moment === moment && row.propertyId === of)
    const site = find(null)
    const own = propertyId === null ? undefined : find(propertyId)
    const isOn = (own ?? site)?.isOn ?? true
    // A home can have no paragraph where the site has one.
    if (isMailMoment(moment)) return { subject: '', body: (own ?? site)?.body ?? '', isOn, isOwn: own !== undefined }
    return { ...(wordsOf(own) ?? wordsOf(site) ?? MOMENTS[moment].text), isOn, isOwn: own !== undefined }
  }
  return Object.fromEntries(MOMENTS_WITH_TEXT.map((moment) => [moment, textOf(moment)])) as MomentTexts
}

/** The text of a row; null if it has none of its own. */
export const wordsOf = (row: TextRow | undefined): MessageText | null =>
  row?.body ? { subject: row.subject ?? '', body: row.body } : null
