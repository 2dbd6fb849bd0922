import { and, asc, eq, inArray, isNull, lte } from 'drizzle-orm'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { withPropertyLock } from '#app/features/availability/property-lock.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import { enqueueMail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { listCalendarConflicts } from './calendar-conflicts.server.ts'
import { calendarConflictMail, failingFeedsMail } from './calendar-sync.mail.tsx'
import { calendarFeeds } from './calendar-sync.tables.server.ts'

const HOUR_MS = 3_600_000
/** Ignore outages of an hour or two at the other end. */
const MAIL_AFTER_MS = 6 * HOUR_MS
/** Feeds that are soon due for an alert are included: a network outage affects all calendars at once. */
const INCLUDE_AFTER_MS = 5 * HOUR_MS

/** Emails the operator about feeds that have failed for hours: once per outage, all in one email. Returns their number. */
export async function mailFailingFeeds(services: Services): Promise<number> {
  const { db, clock, log } = services
  const now = clock.now()
  const failedFor = (ms: number) =>
    and(isNull(calendarFeeds.notifiedAt), lte(calendarFeeds.failingSince, new Date(now.getTime() - ms)))
  const [due] = await db.select({ id: calendarFeeds.id }).from(calendarFeeds).where(failedFor(MAIL_AFTER_MS)).limit(1)
  if (!due) return 0
  const site = await getMailSite(services)
  return db.transaction(async (tx) => {
    const alerted = await tx
      .update(calendarFeeds)
      .set({ notifiedAt: now })
      .where(failedFor(INCLUDE_AFTER_MS))
      .returning({ id: calendarFeeds.id })
    if (alerted.length === 0) return 0
    const ids = alerted.map(({ id }) => id)
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
    log.error(
      { event: 'calendar.failing-for-hours', feeds: ids },
      'calendar feeds have failed for hours, operator emailed',
    )
    return alerted.length
  })
}

function inWords(at: Date, timeZone: string): string {
  const format = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  return new Intl.DateTimeFormat('en-US', { ...format, timeZone, timeZoneName: 'short' }).format(at)
}

/** Emails the operator about new calendar conflicts, one email per property. Returns the number of emails. */
export async function mailCalendarConflicts(services: Services): Promise<number> {
  const { db, clock } = services
  const affected = await db
    .selectDistinctOn([properties.id], { id: properties.id, name: properties.name })
    .from(occupancies)
    .innerJoin(properties, eq(properties.id, occupancies.propertyId))
    .where(eq(occupancies.conflictNotice, 'new'))
    .orderBy(asc(properties.id))
  if (affected.length === 0) return 0
  const site = await getMailSite(services)
  let mails = 0
  for (const property of affected) {
    mails += await withPropertyLock(services, [property.id], async (tx) => {
      const marked = await tx
        .update(occupancies)
        .set({ conflictNotice: 'sent' })
        .where(and(eq(occupancies.propertyId, property.id), eq(occupancies.conflictNotice, 'new')))
        .returning({ id: occupancies.id })
      const ids = new Set(marked.map(({ id }) => id))
      const conflicts = (await listCalendarConflicts({ db: tx, clock }, property.id)).filter(({ claim }) =>
        ids.has(claim.occupancyId),
      )
      if (conflicts.length === 0) return 0
      await enqueueMail(services, tx, calendarConflictMail({ site, property: property.name, conflicts }))
      return 1
    })
  }
  return mails
}
