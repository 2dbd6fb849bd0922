import { eq } from 'drizzle-orm'
import { findImages } from '#app/features/media/media.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { getGuideDates } from '#app/features/properties/arrival-guide.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { hasStreet } from '#app/features/properties/properties.ts'
import { getMailSite } from '#app/features/site/site.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, formatMoment, type IsoDate, nightsBetween } from '#app/shared/dates.ts'
import { getRecordedMoney } from './booking-payments.server.ts'
import { type BookingSummary, moneyOf } from './booking-summary.ts'
import { bookings } from './bookings.tables.server.ts'
import { codesWaitFor, getOwnCode } from './door-code.server.ts'
import { getMomentTexts } from './moment-texts.server.ts'
import { getBookingPolicies } from './payment-settings.server.ts'
import { lastDayToPay } from './unpaid-stays.ts'

type Row = { booking: typeof bookings.$inferSelect; property: typeof properties.$inferSelect }

export async function summarizeBooking(db: Tx, { booking, property }: Row): Promise<BookingSummary> {
  const { reference, guestName, guestEmail, guestPhone, specialRequests, checkInDate, checkOutDate } = booking
  const { adults, children, infants, pets } = booking
  const path = property.published ? property.images[0] : undefined
  const image = path === undefined ? undefined : (await findImages({ db }, [path])).get(path)
  return {
    reference,
    guest: { name: guestName, email: guestEmail, phone: guestPhone },
    specialRequests,
    answerBy:
      booking.status === 'pending' && booking.answerBy ? formatMoment(booking.answerBy, property.timeZone) : null,
    checkInDate,
    checkOutDate,
    nights: nightsBetween(checkInDate, checkOutDate),
    party: { adults, children, infants, pets },
    lines: booking.lines as PriceLine[],
    ...(await getRecordedMoney(db, booking)),
    paymentText: (await getBookingPolicies(db, property.id)).paymentText,
    property: {
      name: property.name,
      path: `/property/${property.slug}`,
      location: property.location,
      address: property.address,
      hasStreet: hasStreet(property),
      timeZone: property.timeZone,
      checkInTime: property.checkInTime,
      checkOutTime: property.checkOutTime,
      image: image ? { ...image, alt: `${property.name}, ${property.location}`, placeholder: null } : null,
    },
  }
}

/** The data of all emails about a stored booking. */
export async function getBookingMailData(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  tx: Tx,
  bookingId: string,
) {
  const [row] = await tx
    .select({ booking: bookings, property: properties })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(eq(bookings.id, bookingId))
  if (!row) throw new Error('booking not found after it was stored')
  const site = await getMailSite({ db: tx, config })
  const { siteUrl } = config
  const { propertyId, checkInDate: checkIn } = row.booking
  const booking = await summarizeBooking(tx, row)
  return {
    booking,
    stayUrl: `${siteUrl}/stay/${row.booking.token}`,
    guide: await getGuideDates(tx, { propertyId, checkIn, ownCode: await getOwnCode(tx, row.booking) }),
    codesWait: (await codesWaitFor(tx, row.booking)) > 0,
    lastDayToPay: await getLastDayToPay(tx, { row, booking, now: clock.now() }),
    texts: await getMomentTexts(tx, propertyId),
    site,
    siteUrl,
    now: clock.now(),
  }
}

/** The last day to pay of a stay that is canceled automatically; null for others. */
export async function getLastDayToPay(
  tx: Tx,
  { row, booking, now }: { row: Row; booking: BookingSummary; now: Date },
): Promise<IsoDate | null> {
  const { propertyId, source, checkInDate: checkIn, cancelsAfter: announced } = row.booking
  const { cancelUnpaidDays, timeZone } = await getBookingPolicies(tx, propertyId)
  const today = dateInZone(now, timeZone)
  return lastDayToPay({ money: moneyOf(booking), source, checkIn, today, cancelUnpaidDays, announced })
}

/** Stores the last day to pay that an email names. */
export async function storeLastDay(tx: Tx, bookingId: string, cancelsAfter: IsoDate | null): Promise<void> {
  if (cancelsAfter) await tx.update(bookings).set({ cancelsAfter }).where(eq(bookings.id, bookingId))
}
