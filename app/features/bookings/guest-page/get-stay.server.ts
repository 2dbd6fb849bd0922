import { listRules } from '#app/features/properties/properties.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { findStay } from '../find-stay.server.ts'
import { stayFile } from '../mail/stay-attachment.ts'
import { listPayments, paidByCard } from '../payment-rows.server.ts'
import { stayFactsOf } from '../stay-facts.server.ts'
import { cancelTermsOf } from './cancel-terms.server.ts'
import { phaseOf } from './stay-phase.server.ts'
import type { StayView } from './stays.ts'

/** A booking for the page of its guest. The home's address is told once the stay is confirmed. */
export async function getStay(services: Services, token: string): Promise<StayView | null> {
  const { db, clock } = services
  const row = await findStay(services, token)
  if (!row) return null
  const { booking, home, quoteToken } = row
  const facts = await stayFactsOf(db, row)
  const charged = paidByCard(await listPayments(db, booking.id))
  const confirmed = booking.status === 'confirmed'
  const now = clock.now()
  return {
    ...facts,
    ...(row.isLongAgo && { guest: null, specialRequests: null }),
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
export async function getStayFile(services: Services, token: string): Promise<string | null> {
  const { db, clock, config } = services
  const row = await findStay(services, token)
  if (!row || row.isLongAgo) return null
  const { status } = row.booking
  const state = status in CALENDAR_STATES ? CALENDAR_STATES[status as keyof typeof CALENDAR_STATES] : 'cancelled'
  return stayFile({ stay: await stayFactsOf(db, row), state, siteUrl: config.siteUrl, now: clock.now() })
}
