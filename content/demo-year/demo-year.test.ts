import { asc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { FEATURES } from '#app/features/all-features.server.ts'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { listPropertyRules } from '#app/features/availability/property-rules.server.ts'
import { checkStayRules } from '#app/features/availability/stay-rules.ts'
import { getBookingMoney } from '#app/features/bookings/booking-payments.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { latePayment } from '#app/features/bookings/payment-plan.ts'
import { ALL_NIGHTS } from '#app/features/pricing/list-prices.server.ts'
import { webhookDeliveries } from '#app/features/webhooks/webhooks.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import type { RecurringJob } from '#app/platform/feature/define-feature.server.ts'
import { MAIL_QUEUES } from '#app/platform/jobs/jobs.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { addDays, eachNight } from '#app/shared/dates.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { describeWithDatabase } from '#test/database.ts'
import { DAY, useDemoYear } from '#test/demo-year.ts'
import { findWrongMoney } from '#test/money-invariants.ts'
import { loadContent } from '../load-content.ts'

/** Days of both seasons, the last and first days of months, leap years and a daylight saving change. */
const DAYS = [
  ...['02-03', '03-13', '05-20', '06-30', '09-01', '09-05', '11-06', '12-12', '12-31'].map((day) => `2027-${day}`),
  '2028-02-28',
  '2028-02-29',
]

describeWithDatabase('the year of the demo', (database) => {
  const { fill, fillOn, servicesOn } = useDemoYear(database)
  const listBlocks = async () => (await database().db.select().from(blocks)).map(({ nights }) => nights)
  const listStays = () =>
    database().db.select().from(bookings).orderBy(asc(bookings.checkInDate), asc(bookings.reference))

  // Making a demo costs more than looking at it.
  test.each(DAYS)('adds up, has one late payment, and follows the stay rules when it begins on %s', async (day) => {
    await fillOn(day)
    await expectSums()
    await expectMonthsAround(day)
    await expectOneLatePayment(day)
    await expectStayRules(day)
  })

  async function expectSums() {
    const { db } = database()
    expect(await findWrongMoney(db)).toEqual([])
    // What triggers would have written.
    const { rows } = await db.execute(sql`select reference from bookings
      left join booking_versions stored on stored.booking_id = bookings.id and stored.replaced_at is null,
      version_of_booking(bookings) fresh
      where (stored.booking_id is null and exists (select from booking_changes change
          where change.booking_id = bookings.id and change.to_status = 'confirmed'))
        or to_jsonb(stored) - array['number', 'recorded_at'] <> to_jsonb(fresh) - array['number', 'recorded_at']`)
    expect(rows).toEqual([])
  }

  /** 14 months, in which nothing happens after its start. */
  async function expectMonthsAround(day: string) {
    const { db } = database()
    const stays = await listStays()
    const [first, last] = [stays[0]?.checkInDate ?? '', stays.at(-1)?.checkOutDate ?? '']
    expect(eachNight(first, last).length).toBeGreaterThan(13 * 30)
    const now = new Date(`${day}T18:00:00Z`).toISOString()
    for (const [table, moment] of Object.entries(MOMENTS)) {
      const { rows } = await db.execute(sql.raw(`select * from ${table} where ${moment} > '${now}'`))
      expect(rows, table).toEqual([])
    }
  }

  async function expectOneLatePayment(today: string) {
    const late: string[] = []
    for (const stay of (await listStays()).filter(({ status }) => status === 'confirmed')) {
      const { toPay } = await getBookingMoney(database().db, stay)
      if (latePayment(toPay, { today, checkIn: stay.checkInDate })) late.push(stay.guestName)
    }
    expect(late).toEqual(['Sample: Harper S.'])
  }

  /** They are satisfied, and most nights to come are free. */
  async function expectStayRules(day: string) {
    const { db } = database()
    const rules = new Map((await listPropertyRules(db, sql`true`, ALL_NIGHTS)).map((home) => [home.id, home.rules]))
    const context = { today: day, hour: 12, limits: readConfig({}), gaps: new Set<string>() }
    const stays = (await listStays()).filter(({ status }) => status === 'confirmed' || status === 'pending')
    const coming = stays.filter(({ checkInDate }) => checkInDate > day)
    expect(coming).toHaveLength(12)
    for (const { propertyId, checkInDate: checkIn, checkOutDate: checkOut, ...stay } of stays) {
      const ofHome = rules.get(propertyId)
      if (!ofHome) throw new Error('a stay has no home')
      const today = checkIn > day ? day : addDays(checkIn, -1)
      expect(checkStayRules(ofHome, { ...stay, checkIn, checkOut }, { ...context, today })).toBeNull()
    }
    const spans = [...coming.map(({ checkInDate: from, checkOutDate: to }) => ({ from, to })), ...(await listBlocks())]
    const nights = spans.flatMap(({ from, to }) => eachNight(from, to))
    expect(nights.length).toBeLessThan((demoProperties.length * 100) / 4)
  }

  test('has its most stays where each home has its season', async () => {
    await fill()
    const stays = (await listStays()).filter(({ status }) => status === 'confirmed')
    const monthsOf = (ofLake: boolean) => {
      const shown = stays.filter(({ lines }) => JSON.stringify(lines).includes('Oconee') === ofLake)
      const count = (months: string[]) =>
        shown.filter(({ checkInDate }) => months.includes(checkInDate.slice(5, 7))).length
      return { winter: count(['01', '02', '03']), summer: count(['06', '07', '08']) }
    }
    const [mountain, lake] = [monthsOf(false), monthsOf(true)]
    expect(mountain.winter).toBeGreaterThan(mountain.summer)
    expect(lake.summer).toBeGreaterThan(lake.winter * 2)
  })

  test('has moves, cancellations, refunds, payments by card and by check, and a few declined', async () => {
    await fill()
    const stays = await listStays()
    const { rows } = await database().db.execute<{ kind: string; count: number }>(
      sql`select kind, count(*)::int as count from ledger group by kind`,
    )
    const counts = Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
    expect(counts.charged).toBeGreaterThan(20)
    expect(counts['paid-elsewhere']).toBeGreaterThan(20)
    expect(counts.refunded).toBeGreaterThan(0)
    expect(counts.retained).toBeGreaterThan(0)
    expect(stays.filter(({ movedFromNights }) => movedFromNights).length).toBeGreaterThan(1)
    expect(stays.filter(({ status }) => status === 'cancelled').length).toBeGreaterThan(4)
    expect(stays.flatMap(({ returnDue, guestName }) => (Number(returnDue) > 0 ? [guestName] : []))).toEqual([
      'Sample: Quinn E.',
    ])
    expect(stays.filter(({ status }) => status === 'declined').length).toBeGreaterThan(0)
  })

  test('names nobody who could be a person', async () => {
    await fill()
    for (const { guestName, guestEmail, guestPhone } of await listStays()) {
      expect(guestName).toMatch(/^Sample: \w+ [A-Z]\.$/)
      expect(guestEmail).toMatch(/^$|@example\.com$/)
      expect(guestPhone ?? '970 555 0100').toMatch(/ 555 01\d\d$/)
    }
  })

  test.each([0, 1, 3, 10, 45])(
    'is written about to nobody %i days after its start, and loses nothing',
    async (days) => {
      await fill()
      const { db, jobs } = database()
      const before = await listStays()
      const later = servicesOn(addDays(DAY, days))
      const steps = FEATURES.flatMap((feature): readonly RecurringJob[] => feature.jobs).flatMap((job) => job.steps)
      for (const step of steps) await step(later, new AbortController().signal)
      for (const queue of MAIL_QUEUES)
        expect(
          (await jobs.findJobs(queue)).map(({ data }) => data),
          queue,
        ).toEqual([])
      expect(await db.select().from(emailLogs)).toEqual([])
      expect(await db.select().from(webhookDeliveries)).toEqual([])
      if (days === 0) expect(await listStays()).toEqual(before)
    },
  )

  test('is the same each time', async () => {
    await fill()
    const before = await listStays()
    await database().reset()
    await loadContent(servicesOn(DAY), { demo: true })
    const shownOf = ({ id, reference, guestName, checkInDate, totalAmount, status }: (typeof before)[number]) =>
      [id, reference, guestName, checkInDate, totalAmount, status].join(' ')
    expect((await listStays()).map(shownOf)).toEqual(before.map(shownOf))
  })
})

/** Where each table says when something happened. */
const MOMENTS = {
  bookings: 'created_at',
  booking_changes: 'changed_at',
  booking_versions: 'recorded_at',
  payments: 'created_at',
  ledger: 'happened_at',
}
