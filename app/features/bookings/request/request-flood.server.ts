import { and, eq, gt, lte } from 'drizzle-orm'
import { nightClaims } from '#app/features/availability/availability.tables.server.ts'
import { operatorNotices } from '#app/features/back-office/back-office.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Mail } from '#app/platform/mail/mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { bookings } from '../bookings.tables.server.ts'
import { requestFloodMail } from '../mail/booking-request.mail.tsx'

const HOUR_MS = 3_600_000

/** A flood: this many similar requests within an hour, or this many in all. */
const ALIKE = 4
const IN_ALL = 10
/** The operator gets at most one email about floods in this time. */
const QUIET_MS = 6 * HOUR_MS

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '')

/**
 * The email to the operator about a flood that includes this request. Within an hour, that is several requests without
 * a card, from one network or with a similar name or address. Concurrent processes send one email for all.
 */
export async function checkRequestFlood(services: Services, tx: Tx, bookingId: string): Promise<Mail[]> {
  const { limits, clock, config } = services
  if (!limits.enabled) return []
  const now = clock.now()
  const rows = await tx
    .select({ booking: bookings, property: properties.name, network: nightClaims.network })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .leftJoin(nightClaims, and(eq(nightClaims.bookingId, bookings.id), eq(nightClaims.kind, 'request')))
    .where(and(eq(bookings.status, 'pending'), gt(bookings.createdAt, new Date(now.getTime() - HOUR_MS))))
    .orderBy(bookings.createdAt)
    .limit(200)
  const request = rows.find(({ booking }) => booking.id === bookingId)
  if (!request) return []
  type Row = typeof request
  const kinds: ((row: Row) => string | null)[] = [
    ({ network }) => network,
    ({ booking }) => letters(booking.guestName),
    ({ booking }) => letters(booking.guestEmail),
  ]
  const groups = kinds.map((kind) => rows.filter((row) => kind(request) && kind(row) === kind(request)))
  const alike = groups.sort((a, b) => b.length - a.length)[0] ?? []
  const burst = alike.length >= ALIKE ? alike : rows
  if (alike.length < ALIKE && rows.length < IN_ALL) return []
  if (!(await isFirstNotice(tx, now))) return []
  const site = await getMailSite({ db: tx, config })
  const requests = burst.map(({ booking, property }) => ({ ...booking, property }))
  return [requestFloodMail({ site, requests, isAlike: burst === alike })]
}

async function isFirstNotice(tx: Tx, now: Date): Promise<boolean> {
  const [row] = await tx
    .insert(operatorNotices)
    .values({ kind: 'request-burst', sentAt: now })
    .onConflictDoUpdate({
      target: operatorNotices.kind,
      set: { sentAt: now },
      setWhere: lte(operatorNotices.sentAt, new Date(now.getTime() - QUIET_MS)),
    })
    .returning({ kind: operatorNotices.kind })
  return row !== undefined
}
