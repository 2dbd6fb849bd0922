import { and, eq } from 'drizzle-orm'
import { getArrivalGuide } from '#app/features/properties/arrival-guide.server.ts'
import { listRules } from '#app/features/properties/properties.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { bookingCalendarFile } from '../booking-calendar.ts'
import { getLastDayToPay, summarizeBooking } from '../booking-summary.server.ts'
import { moneyOf, payPathOf } from '../booking-summary.ts'
import { bookingChanges } from '../bookings.tables.server.ts'
import { codesWaitFor, getOwnCode } from '../door-code.server.ts'
import { findBookingByToken } from '../find-booking.server.ts'
import { latePaymentOfGuest } from '../payment-plan.ts'
import { findOpenPayment } from '../payments/open-payment.server.ts'
import type { GuestPage } from './guest-page.ts'
import { refundScheduleOf } from './refund-schedule.server.ts'
import { phaseOf } from './stay-phase.server.ts'

type Row = Awaited<ReturnType<typeof findBookingByToken>>

/** The guest page of a booking. It includes the property's address and arrival guide only while the stay is confirmed. */
export async function getGuestPage(services: Services, token: string): Promise<GuestPage | null> {
  const { db, clock } = services
  const row = await findBookingByToken(services, token)
  if (!row) return null
  const { booking, property, quoteToken } = row
  const summary = await summarizeBooking(db, row)
  const confirmed = booking.status === 'confirmed'
  const open = await findOpenPayment(db, booking.id)
  const now = clock.now()
  const phase = phaseOf(summary, now)
  return {
    ...summary,
    ...(row.isLongAgo && { guest: null, specialRequests: null }),
    property: { ...summary.property, address: confirmed ? summary.property.address : property.location },
    token,
    payPath: open && payPathOf(open.payment),
    phase,
    theme: property.theme,
    arrivalGuide: confirmed && phase !== 'over' ? await guideOf(services, row) : null,
    rules: confirmed ? await listRules(services, property) : [],
    late: latePaymentOfGuest(moneyOf(summary).toPay, dateInZone(now, property.timeZone)),
    cancelsAfter: booking.cancelsAfter && (await getLastDayToPay(db, { row, booking: summary, now })),
    cancel: refundScheduleOf(booking, { money: moneyOf(summary), timeZone: property.timeZone, now }),
    wasConfirmed: await wasConfirmed(db, booking.id),
    refund: booking.refundAmount === null ? null : centsFromNumeric(booking.refundAmount),
    quotePath: quoteToken && `/quotes/${quoteToken}`,
  }
}

async function guideOf({ db, clock }: Services, { booking, property }: NonNullable<Row>) {
  const { id: propertyId, timeZone } = property
  const ownCode = await getOwnCode(db, booking)
  const today = dateInZone(clock.now(), timeZone)
  const waitsFor = await codesWaitFor(db, booking)
  return getArrivalGuide(db, { propertyId, checkIn: booking.checkInDate, ownCode, today, waitsFor })
}

/** Whether a booking ever was more than a request. */
async function wasConfirmed(db: Services['db'], bookingId: string): Promise<boolean> {
  const isIt = and(eq(bookingChanges.bookingId, bookingId), eq(bookingChanges.toStatus, 'confirmed'))
  return (await db.$count(bookingChanges, isIt)) > 0
}

const CALENDAR_STATES = { held: 'requested', pending: 'requested', confirmed: 'confirmed' } as const

/** The stay as a calendar file; null if there is no such stay. */
export async function getGuestCalendarFile(services: Services, token: string): Promise<string | null> {
  const { db, clock, config } = services
  const row = await findBookingByToken(services, token)
  if (!row || row.isLongAgo) return null
  const { status } = row.booking
  const state = status in CALENDAR_STATES ? CALENDAR_STATES[status as keyof typeof CALENDAR_STATES] : 'cancelled'
  return bookingCalendarFile({
    booking: await summarizeBooking(db, row),
    state,
    siteUrl: config.siteUrl,
    now: clock.now(),
  })
}
