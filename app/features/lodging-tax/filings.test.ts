import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { recordPaidElsewhere } from '#app/features/bookings/booking-payments.server.ts'
import { bookings, bookingVersions } from '#app/features/bookings/bookings.tables.server.ts'
import { storeCancellation } from '#app/features/bookings/status/store-cancellation.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { taxes } from '#app/features/pricing/pricing.tables.server.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { addDays, addMonths, type IsoDate } from '#app/shared/dates.ts'
import { formatMoney, numericFromCents } from '#app/shared/money.ts'
import { postChange } from '#test/changes/post-change.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makeProperty, makeSite, testClock, testServices } from '#test/factories.ts'
import { randomFrom } from '#test/seed.ts'
import { lodgingTaxChanges } from './lodging-tax.changes.server.ts'
import { getLodgingTax } from './lodging-tax.server.ts'
import { taxFilings } from './lodging-tax.tables.server.ts'

const CITY = 'Steamboat Springs'
const ZONES = ['America/Denver', 'Pacific/Honolulu', 'America/New_York']

type Stay = { id: string; lines: PriceLine[]; paid: number; isOn: boolean; checkIn: IsoDate }

function linesOf(rent: number): PriceLine[] {
  const tax = { jurisdiction: CITY, basis: 'percent' as const, taxable: rent }
  return [
    { kind: 'nights', label: 'Nights', amount: rent },
    { kind: 'tax', label: 'Lodging tax (7.3%)', amount: Math.round(rent * 0.073), ...tax },
  ]
}

const totalOf = ({ lines }: Pick<Stay, 'lines'>) => lines.reduce((sum, { amount }) => sum + amount, 0)

describeWithDatabase('a year of filings', (database) => {
  const ways = [
    ['check-out', 'night', 1],
    ['payment', 'check-in', 3],
  ] as const
  // Two of them have each way once.
  const others = [
    ['night', 'payment', 2],
    ['check-in', 'check-out', 4],
  ] as const
  test.each(process.env.TEST_ALL ? [...ways, ...others] : ways)(
    'of stays counted by %s and from June on by %s adds up to their tax',
    async (first, second, seed) => {
      const clock = testClock(new Date('2027-01-01T18:00:00Z'))
      const services = testServices(database(), { clock })
      const { db } = services
      const random = randomFrom(seed)
      const below = (most: number) => Math.floor(random() * most)
      await makeSite(db)
      const properties: string[] = []
      for (const timeZone of ZONES) {
        const propertyId = await makeProperty(db, { timeZone })
        properties.push(propertyId)
        const tax = { propertyId, name: 'Lodging tax', jurisdiction: CITY, rate: '7.3', exemptFromNights: 30 }
        await db.insert(taxes).values(tax)
      }
      const post = (intent: keyof typeof lodgingTaxChanges, fields: Record<string, string>) =>
        postChange(lodgingTaxChanges[intent] as Change<ZodType>, { services, by: UNNAMED }, fields)
      const dueIn = async (period: string) =>
        (await getLodgingTax(services, new URLSearchParams({ authority: CITY, period })))?.figures.due ?? 0
      const countBy = (was: string, countedBy: string) => {
        const version = versionOf({ countedBy: was, period: 'month', dueDay: 20 })
        return post('jurisdiction', { id: CITY, version, countedBy, period: 'month', dueDay: '20' })
      }

      /** Versions have the time of the database: those that a change made get the time of the test. */
      async function at(moment: Date, id: string, change: () => Promise<unknown>) {
        const before = await db.$count(bookingVersions, eq(bookingVersions.bookingId, id))
        await change()
        const time = sql`${moment.toISOString()}::timestamptz`
        await db.execute(sql`update booking_versions set
          recorded_at = case when number > ${before} then ${time} else recorded_at end,
          replaced_at = case when replaced_at is not null and number >= ${before} then ${time} else replaced_at end
        where booking_id = ${id}`)
      }
      const pay = (stay: Stay, amount: number, now: Date) =>
        at(now, stay.id, async () => {
          const paid = { bookingId: stay.id, amount, note: 'check', by: UNNAMED, now }
          await db.transaction((tx) => recordPaidElsewhere(tx, paid))
          stay.paid += amount
        })
      const reprice = (stay: Stay, rent: number, now: Date) =>
        at(now, stay.id, async () => {
          stay.lines = linesOf(rent)
          const row = { lines: stay.lines, totalAmount: numericFromCents(totalOf(stay)) }
          await db.update(bookings).set(row).where(eq(bookings.id, stay.id))
        })
      const changes: [number, (stay: Stay, now: Date) => Promise<unknown>][] = [
        [0.05, async (stay, now) => stay.paid < totalOf(stay) && pay(stay, 1 + below(totalOf(stay) - stay.paid), now)],
        [0.02, (stay, now) => reprice(stay, stay.paid + 50_00 + below(90_000), now)],
        [
          0.01,
          async (stay, now) => {
            await reprice(stay, 50_00 + below(30_000), now)
            if (stay.paid > totalOf(stay)) await pay(stay, totalOf(stay) - stay.paid, now)
          },
        ],
        [
          0.02,
          (stay, now) =>
            at(now, stay.id, async () => {
              const to = addDays(stay.checkIn, 1 + below(9))
              await db.transaction(async (tx) => {
                await tx.update(bookings).set({ checkOutDate: to }).where(eq(bookings.id, stay.id))
                const nights = { from: stay.checkIn, to }
                await tx.update(occupancies).set({ nights }).where(eq(occupancies.bookingId, stay.id))
              })
            }),
        ],
        [
          0.004,
          (stay, now) =>
            at(now, stay.id, async () => {
              const [booking] = await db.select().from(bookings).where(eq(bookings.id, stay.id))
              if (!booking) throw new Error('the booking is gone')
              const ends = { booking, refund: below(stay.paid + 1), now, cause: 'operator' as const, by: UNNAMED }
              await db.transaction((tx) => storeCancellation(tx, { ...ends, reason: null }))
              stay.isOn = false
            }),
        ],
      ]

      const stays: Stay[] = []
      const filings: { period: string; on: IsoDate }[] = []
      for (let day = '2027-01-02'; day < '2027-11-25'; day = addDays(day, 1)) {
        // Also around midnight at the homes.
        const now = new Date(Date.parse(`${day}T00:00:00Z`) + below(24 * 60) * 60_000)
        clock.set(now)
        if (day < '2027-09-01' && random() < 0.12) {
          const checkIn = addDays('2027-01-05', Math.floor(stays.length / properties.length) * 18 + below(6))
          const nights = { from: checkIn, to: addDays(checkIn, 1 + below(8)) }
          const lines = linesOf(100_00 + below(90_000))
          const row = { status: 'confirmed' as const, lines, totalAmount: numericFromCents(totalOf({ lines })) }
          const id = await makeBooking(db, properties[stays.length % properties.length] ?? '', nights, row)
          await db.update(bookingVersions).set({ recordedAt: now }).where(eq(bookingVersions.bookingId, id))
          stays.push({ id, lines, paid: 0, isOn: true, checkIn })
        }
        for (const stay of stays) {
          for (const [chance, change] of changes) if (stay.isOn && random() < chance) await change(stay, now)
        }
        if (day.endsWith('-01')) filings.push({ period: addDays(day, -1).slice(0, 7), on: addDays(day, 1 + below(25)) })
        for (const { period, on } of filings) {
          if (on !== day) continue
          expect(await post('file-tax', { id: CITY, period, due: formatMoney(await dueIn(period)) })).toMatchObject({
            ok: true,
          })
          if (period === '2027-05') expect(await countBy(first, second)).toMatchObject({ ok: true })
        }
        if (day === '2027-01-02' && first !== 'check-out') await countBy('check-out', first)
      }
      for (const stay of stays)
        if (stay.isOn && stay.paid < totalOf(stay)) await pay(stay, totalOf(stay) - stay.paid, clock.now())
      expect(await db.$count(taxFilings)).toBeGreaterThan(8)
      expect(stays.filter(({ isOn }) => isOn).length).toBeGreaterThan(5)

      clock.set(new Date('2028-03-02T18:00:00Z'))
      let sum = 0
      for (let month = '2027-01-01'; month < '2028-06-01'; month = addMonths(month, 1)) {
        sum += await dueIn(month.slice(0, 7))
      }
      expect(sum).toBe(stays.reduce((tax, { isOn, lines }) => tax + (isOn ? (lines[1]?.amount ?? 0) : 0), 0))
    },
    120_000,
  )
})
