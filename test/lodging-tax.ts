import { and, desc, eq } from 'drizzle-orm'
import type { ZodType } from 'zod'
import { recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings, bookingVersions } from '#app/features/bookings/bookings.tables.server.ts'
import { lodgingTaxChanges } from '#app/features/lodging-tax/lodging-tax.changes.server.ts'
import { getLodgingTax } from '#app/features/lodging-tax/lodging-tax.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { taxes } from '#app/features/pricing/pricing.tables.server.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Cents } from '#app/shared/money.ts'
import { formatMoney, numericFromCents } from '#app/shared/money.ts'
import { postChange } from './changes/post-change.ts'
import type { TestDatabase } from './database.ts'
import { makeBooking, makeProperty, makeSite, testClock, testServices } from './factories.ts'

export const CITY = 'Steamboat Springs'
const BOOKED = new Date('2027-01-01T18:00:00Z')

const totalOf = (lines: PriceLine[]) => numericFromCents(lines.reduce((sum, { amount }) => sum + amount, 0))

/** Homes of a city that takes a tenth of the rent, and what operators do about its tax. The clock begins on July 10. */
export function lodgingTaxOf(database: () => TestDatabase) {
  const clock = testClock(new Date('2027-07-10T18:00:00Z'))
  const by: Operator = { ...UNNAMED, name: 'bo' }
  const services = () => testServices(database(), { clock })
  const report = async (period: string, authority = CITY) => {
    const found = await getLodgingTax(services(), new URLSearchParams({ authority, period }))
    if (!found) throw new Error('there is no tax')
    return found
  }
  const due = async (period: string, authority = CITY) => (await report(period, authority)).figures.due
  const post = (intent: keyof typeof lodgingTaxChanges, fields: Record<string, string | string[]>) =>
    postChange(lodgingTaxChanges[intent] as Change<ZodType>, { services: services(), by }, fields)
  const linesOf = (rent: Cents, taxId: string, jurisdiction = CITY): PriceLine[] => {
    const tax = { taxId, jurisdiction, basis: 'percent' as const, taxable: rent }
    return [
      { kind: 'nights', label: 'Nights', amount: rent },
      { kind: 'tax', label: 'Lodging tax (10%)', amount: rent / 10, ...tax },
    ]
  }
  const taxOf = async (propertyId: string) => {
    const [tax] = await database().db.select().from(taxes).where(eq(taxes.propertyId, propertyId))
    if (!tax) throw new Error('the home has no tax')
    return tax
  }

  return {
    clock,
    by,
    services,
    report,
    due,
    post,
    /** Posts what the page of a period does that shows this as due, by default what it has now. */
    file: async (period: string, shown?: Cents) =>
      post('file-tax', { id: CITY, period, due: formatMoney(shown ?? (await due(period))) }),
    /** Changes some of how the authority wants its tax. */
    want: async (change: { countedBy?: string; period?: string; dueDay?: string }) => {
      const { name: id, ...wanted } = (await report('2027-05')).jurisdiction
      const fields = { ...wanted, dueDay: String(wanted.dueDay), ...change }
      return post('jurisdiction', { id, version: versionOf(wanted), ...fields })
    },
    addProperty: async (property: Parameters<typeof makeProperty>[1] = {}): Promise<string> => {
      const { db } = database()
      await makeSite(db)
      const propertyId = await makeProperty(db, { timeZone: 'America/Denver', ...property })
      const tax = { propertyId, name: 'Lodging tax', jurisdiction: CITY, rate: '10', exemptFromNights: 30 }
      await db.insert(taxes).values(tax)
      return propertyId
    },
    /** A confirmed stay that was booked on January 1. */
    makeStay: async (
      propertyId: string,
      nights: { from: string; to: string },
      rent: Cents,
      { taxed = true, ...change }: Partial<typeof bookings.$inferInsert> & { taxed?: boolean } = {},
    ): Promise<string> => {
      const { db } = database()
      const { id: taxId } = await taxOf(propertyId)
      const lines = linesOf(rent, taxId).filter(({ kind }) => taxed || kind !== 'tax')
      const row = { status: 'confirmed' as const, lines, totalAmount: totalOf(lines), ...change }
      const id = await makeBooking(db, propertyId, nights, row)
      await db.update(bookingVersions).set({ recordedAt: BOOKED }).where(eq(bookingVersions.bookingId, id))
      return id
    },
    /** It has another rent from a moment on, with the tax as its home has it now. */
    reprice: async (id: string, rent: Cents, moment: string) => {
      const { db } = database()
      const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
      const { id: taxId, jurisdiction } = await taxOf(booking?.propertyId ?? '')
      const lines = linesOf(rent, taxId, jurisdiction ?? undefined)
      await db
        .update(bookings)
        .set({ lines, totalAmount: totalOf(lines) })
        .where(eq(bookings.id, id))
      // A version has the time of the database.
      const ofBooking = eq(bookingVersions.bookingId, id)
      const [last] = await db
        .select()
        .from(bookingVersions)
        .where(ofBooking)
        .orderBy(desc(bookingVersions.number))
        .limit(1)
      const number = last?.number ?? 0
      const version = (one: number) => and(ofBooking, eq(bookingVersions.number, one))
      await db
        .update(bookingVersions)
        .set({ recordedAt: new Date(moment) })
        .where(version(number))
      await db
        .update(bookingVersions)
        .set({ replacedAt: new Date(moment) })
        .where(version(number - 1))
    },
    pay: (bookingId: string, amount: Cents, moment: string) =>
      database().db.transaction((tx) =>
        recordPaidElsewhere(tx, { bookingId, amount, note: 'check', by, now: new Date(moment) }),
      ),
  }
}
