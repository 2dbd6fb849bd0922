import { eq } from 'drizzle-orm'
import { getMailSite } from '#app/features/site/site.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatDate } from '#app/shared/dates.ts'
import { type CleanerLink, cleanerPath, createMailSecret, listCleanerLinks } from './cleaner-links.server.ts'
import { listTurnovers } from './list-turnovers.server.ts'
import { turnoverChangesMail } from './turnovers.mail.tsx'
import { cleanerLinks, turnoverMarks } from './turnovers.tables.server.ts'
import {
  comingWords,
  factsOf,
  lastSeenDay,
  type ShownTurnover,
  type TurnoverFacts,
  turnoverChanges,
} from './turnovers.ts'

type Mark = typeof turnoverMarks.$inferSelect
type Change = { property: string; day: string; changes: string[] }

/**
 * Emails cleaners the changes since they saw a turnover: once for each change. New turnovers are included up to the
 * last day that they saw. Several processes may run it at once. Returns the number of emails.
 */
export async function mailTurnoverChanges(services: Services): Promise<number> {
  const links = (await listCleanerLinks(services)).filter(({ email }) => email !== null)
  let mails = 0
  for (const link of links) mails += await mailChangesTo(services, link)
  return mails
}

async function mailChangesTo(services: Services, link: CleanerLink): Promise<number> {
  const { db, clock, config } = services
  const site = await getMailSite(services)
  return db.transaction(async (tx) => {
    // The other processes wait, and then find nothing left to say.
    const [locked] = await tx.select().from(cleanerLinks).where(eq(cleanerLinks.id, link.id)).for('update')
    const marks = await tx.select().from(turnoverMarks).where(eq(turnoverMarks.linkId, link.id))
    if (!locked?.email || locked.revokedAt || marks.every(({ seen }) => seen === null)) return 0
    const shown = await listTurnovers(services, { propertyIds: link.propertyIds, db: tx })
    const found = [...changesOf(marks, shown, clock.now()), ...newOnes(marks, shown)]
    if (found.length === 0) return 0
    for (const { mark } of found) {
      const { turnover, propertyId, day, mailed } = mark
      await tx
        .insert(turnoverMarks)
        .values({ linkId: link.id, turnover, propertyId, day, mailed })
        .onConflictDoUpdate({ target: [turnoverMarks.linkId, turnoverMarks.turnover], set: { mailed } })
    }
    const changes = found.map(({ change }) => change).sort((a, b) => a.day.localeCompare(b.day))
    const told = changes.map((change) => ({ ...change, day: formatDate(change.day, 'day') }))
    const url = config.siteUrl + cleanerPath(await createMailSecret(tx, { linkId: link.id, now: clock.now() }))
    await enqueueMail(
      services,
      tx,
      turnoverChangesMail({ site, to: locked.email, name: link.name, changes: told, url }),
    )
    return 1
  })
}

type Found = { mark: Pick<Mark, 'turnover' | 'propertyId' | 'day' | 'mailed'>; change: Change }

const GONE = { gone: true }
const isGone = (mailed: unknown) => (mailed as typeof GONE | null)?.gone === true

function changesOf(marks: Mark[], shown: ShownTurnover[], now: Date): Found[] {
  return marks.flatMap((mark): Found[] => {
    const turnover = shown.find(({ key }) => key === mark.turnover)
    const told = mark.mailed as TurnoverFacts | null
    if (!told) return []
    // Past turnovers are not listed either.
    if (!turnover && (isGone(told) || Date.parse(told.day) < now.getTime() - 86_400_000)) return []
    const isBack = turnover && isGone(told)
    const facts = turnover ? factsOf(turnover) : null
    const changes = isBack ? ['This is on again.'] : turnoverChanges(told, facts)
    if (changes.length === 0) return []
    const property = turnover?.property ?? shown.find(({ propertyId }) => propertyId === mark.propertyId)?.property
    const day = turnover?.day ?? told.day
    return [{ mark: { ...mark, mailed: facts ?? GONE }, change: { property: property ?? 'A home', day, changes } }]
  })
}

function newOnes(marks: Mark[], shown: ShownTurnover[]): Found[] {
  const known = new Set(marks.map(({ turnover }) => turnover))
  const lastSeen = lastSeenDay(marks)
  return shown
    .filter(({ key, day }) => !known.has(key) && day <= lastSeen)
    .map((turnover) => {
      const { key, propertyId, day, property } = turnover
      const facts = factsOf(turnover)
      const next = facts.next && ` Next: ${comingWords(facts.next)} on ${formatDate(facts.next.on)}.`
      const change = { property, day, changes: [`New on your list.${next ?? ''}`] }
      return { mark: { turnover: key, propertyId, day, mailed: facts }, change }
    })
}
