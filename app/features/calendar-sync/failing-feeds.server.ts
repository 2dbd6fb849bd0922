import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import { getMailSite } from '#app/features/site/site.server.ts'
import { calendarFeeds, properties } from '#app/platform/db/schema.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { failingFeedsMail } from './calendar-sync.mail.tsx'

const HOUR_MS = 3_600_000
/** A pause of an hour or two at the other end is nobody's concern. */
const MAIL_AFTER_MS = 6 * HOUR_MS
/** What would be told soon is told with it: a network that is away takes all calendars with it. */
const INCLUDE_AFTER_MS = 5 * HOUR_MS

/** Writes to the operator about calendars that have been failing for hours: once for each spell, together. Gives their number. */
export async function mailFailingFeeds(services: Services): Promise<number> {
  const { db, clock, log } = services
  const now = clock.now()
  const failedFor = (ms: number) =>
    and(isNull(calendarFeeds.toldAt), lte(calendarFeeds.failingSince, new Date(now.getTime() - ms)))
  const [due] = await db.select({ id: calendarFeeds.id }).from(calendarFeeds).where(failedFor(MAIL_AFTER_MS)).limit(1)
  if (!due) return 0
  const site = await getMailSite(services)
  return db.transaction(async (tx) => {
    const told = await tx
      .update(calendarFeeds)
      .set({ toldAt: now })
      .where(failedFor(INCLUDE_AFTER_MS))
      .returning({ id: calendarFeeds.id })
    if (told.length === 0) return 0
    const ids = told.map(({ id }) => id)
    const rows = await tx
      .select({ feed: calendarFeeds, property: properties.name, timeZone: properties.timeZone })
      .from(calendarFeeds)
      .innerJoin(properties, eq(properties.id, calendarFeeds.propertyId))
      .where(inArray(calendarFeeds.id, ids))
      .orderBy(asc(properties.displayOrder), asc(properties.name), asc(calendarFeeds.label))
    const failing = rows.map(({ feed, property, timeZone }) => ({
      id: feed.id,
      property,
      calendar: feed.label,
      since: inWords(feed.failingSince ?? now, timeZone),
      reason: feed.lastError ?? '',
    }))
    await enqueueMail(services, tx, failingFeedsMail({ site, failing }))
    log.error({ feeds: ids }, 'calendars cannot be read for hours: the operator is told')
    return told.length
  })
}

function inWords(at: Date, timeZone: string): string {
  const format = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-US', { ...format, timeZone, timeZoneName: 'short' }).format(at)
}
