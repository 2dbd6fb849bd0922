import { listRules } from '#app/features/properties/properties.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { keptSince } from '#app/shared/retention.ts'
import { findStay } from '../find-stay.server.ts'
import { listPayments, paidByCard } from '../payment-rows.server.ts'
import { stayFile } from '../stay-attachment.ts'
import { stayFactsOf } from '../stay-facts.server.ts'
import { cancelTermsOf } from './cancel-terms.server.ts'
import { phaseOf } from './stay-phase.server.ts'
import type { StayView } from './stays.ts'

type Row = NonNullable<Awaited<ReturnType<typeof findStay>>>

/** Whoever finds an old link in somebody's mail is told nothing of the person. */
function isLongAgo({ booking, home }: Row, now: Date): boolean {
  return booking.checkOutDate < dateInZone(keptSince('stayPage', now), home.timeZone)
}

/** A booking for the page of its guest. The home's address is told once the stay is confirmed. */
export async function getStay(services: Services, token: string): Promise<StayView | null> {
  const { db, clock } = services
  const row = await findStay(db, token)
  if (!row) return null
  const { booking, home, quoteToken } = row
  const facts = await stayFactsOf(db, row)
  const charged = paidByCard(await listPayments(db, booking.id))
  const confirmed = booking.status === 'confirmed'
  const now = clock.now()
  return {
    ...facts,
    ...(isLongAgo(row, now) && { guest: null, specialRequests: null }),
    home: { ...facts.home, address: confirmed ? facts.home.address : home.location },
    token,
    status: booking.status,
    phase: phaseOf(facts, now),
    place: home.place,
    rules: confirmed ? await listRules(services, home) : [],
    cancel: cancelTermsOf(booking, { charged, timeZone: home.timeZone, now }),
    refund: booking.refundAmount === null ? null : centsFromNumeric(booking.refundAmount),
    receiptPath: quoteToken && `/quotes/${quoteToken}`,
  }
}

const CALENDAR_STATES = { held: 'requested', pending: 'requested', confirmed: 'confirmed' } as const

/** The stay as a file for the guest's calendar; null when there is no such stay. */
export async function getStayFile({ db, clock, config }: Services, token: string): Promise<string | null> {
  const row = await findStay(db, token)
  if (!row || isLongAgo(row, clock.now())) return null
  const { status } = row.booking
  const state = status in CALENDAR_STATES ? CALENDAR_STATES[status as keyof typeof CALENDAR_STATES] : 'cancelled'
  return stayFile({ stay: await stayFactsOf(db, row), state, siteUrl: config.siteUrl, now: clock.now() })
}
