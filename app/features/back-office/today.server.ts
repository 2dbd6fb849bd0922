import { and, asc, eq, or, sql } from 'drizzle-orm'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import { MANAGED_COLUMNS } from '#app/features/bookings/manage/find-bookings.server.ts'
import { TO_RETURN } from '#app/features/bookings/manage/return-money.server.ts'
import { bookings, ledger, payments, properties } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone, formatSpan, nightsBetween } from '#app/shared/dates.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { centsFromNumeric, formatMoney } from '#app/shared/money.ts'
import { countOf } from '#app/shared/words.ts'
import type { Task, TodayPage, TodayStay } from './today.ts'

const DAYS_AHEAD = 7
/** A feed that could not be read for so long may hide a booking. */
const SILENT_HOURS = 6

const failed = sql<boolean>`coalesce(bool_or(${payments.status} = 'failed'), false)`
const elsewhere = sql`(select sum(${ledger.amount}) from ${ledger}
  where ${ledger.bookingId} = ${bookings.id} and ${ledger.kind} = 'paid-elsewhere')`
const byCard = sql`sum(case when ${payments.received} > 0 then ${payments.received} - ${payments.refundDue}
  when ${payments.status} = 'authorized' then ${payments.amount} - ${payments.refundDue} end)`
/** What is not paid yet, by card or elsewhere; null if no payment is known. */
const due = sql<string | null>`(case when count(${payments.id}) > 0 or ${elsewhere} is not null
  then ${bookings.totalAmount} - coalesce(${elsewhere}, 0) - coalesce(${byCard}, 0) end)::text`

/** What the operator has to do, and who comes and goes within a week. Three statements, and one more for conflicts. */
export async function getToday(services: Services): Promise<TodayPage> {
  const { clock, config } = services
  const now = clock.now()
  const rows = await listTodayBookings(services)
  const conflicts = await listConflicts(services, 'all')
  const tasks = [
    ...rows.filter(({ status }) => status === 'pending').map((row) => requestTask(row, now)),
    ...rows.filter(({ paymentFailed }) => paymentFailed).map(paymentTask),
    ...conflictTasks(conflicts, rows),
    ...(await listNotices(services)),
  ]
  const stays = rows.filter(({ status, today, checkIn, checkOut }) => {
    const isNear = nightsBetween(today, checkIn) <= DAYS_AHEAD
    return status === 'confirmed' && checkOut >= today && isNear
  })
  return { tasks, stays, demo: config.demo }
}

/** Requests, stays from yesterday to next week, and bookings with a failed payment. */
async function listTodayBookings({ db, clock }: Services): Promise<TodayStay[]> {
  const now = clock.now()
  const today = dateInZone(now, 'UTC')
  const isNear = sql`${bookings.checkOutDate} >= ${today}::date - 1 and ${bookings.checkInDate} <= ${today}::date + ${DAYS_AHEAD + 1}::int`
  const rows = await db
    .select({
      ...MANAGED_COLUMNS,
      checkInTime: properties.checkInTime,
      checkOutTime: properties.checkOutTime,
      isReady: sql<boolean>`${bookings.homeReadyAt} is not null`,
      paymentFailed: failed,
      due,
    })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .leftJoin(payments, eq(payments.bookingId, bookings.id))
    .where(
      or(
        eq(bookings.status, 'pending'),
        and(eq(bookings.status, 'confirmed'), isNear),
        sql`${bookings.id} in (select ${payments.bookingId} from ${payments}
          where ${payments.status} = 'failed'
            and (${payments.nextAt} is not null or ${bookings.checkOutDate} >= ${today}::date - 1))`,
      ),
    )
    .groupBy(bookings.id, properties.id)
    .orderBy(sql`${bookings.answerBy} asc nulls last`, asc(bookings.checkInDate), asc(bookings.reference))
  return rows.map(({ totalAmount, due: sum, ...row }) => ({
    ...row,
    price: centsFromNumeric(totalAmount),
    balance: sum === null ? null : centsFromNumeric(sum),
    today: dateInZone(now, row.timeZone),
  }))
}

const pathOf = (reference: string) => `/admin/bookings/${reference}`

function timeLeft(until: Date, now: Date): string {
  const hours = Math.floor((until.getTime() - now.getTime()) / 3_600_000)
  return hours < 1 ? 'less than an hour left' : `${countOf(hours, 'hour')} left`
}

function requestTask({ reference, guestName, property, answerBy, timeZone, ...stay }: TodayStay, now: Date): Task {
  return {
    title: `${guestName} requests ${property}`,
    detail: `${formatSpan(stay.checkIn, stay.checkOut)}, ${stay.adults + stay.children} guests`,
    until: answerBy && `${formatMomentWithYear(answerBy, timeZone)} (${timeLeft(answerBy, now)})`,
    path: pathOf(reference),
    action: 'Answer',
  }
}

function paymentTask({ reference, guestName, property, checkIn, checkOut }: TodayStay): Task {
  return {
    title: `A card payment of ${guestName} failed`,
    detail: `${property}, ${formatSpan(checkIn, checkOut)}`,
    until: null,
    path: pathOf(reference),
    action: 'Review',
  }
}

/** One task for each booking in conflict; a hold ends by itself. */
function conflictTasks(conflicts: NightConflict[], rows: TodayStay[]): Task[] {
  const byReference = Map.groupBy(conflicts, ({ stay }) => stay.reference)
  return [...byReference].flatMap(([reference, claims]): Task[] => {
    const [first] = claims
    if (!reference || !first) return []
    const guest = rows.find((row) => row.reference === reference)?.guestName
    const by = first.claim.kind === 'block' ? 'your own block' : `“${first.claim.calendar}”`
    return [
      {
        title: `${guest ?? reference} and ${by} have the same nights`,
        detail: formatSpan(first.nights.from, first.nights.to),
        until: null,
        path: pathOf(reference),
        action: 'Review',
      },
    ]
  })
}

type Notice = {
  kind: 'return' | 'message' | 'host' | 'feed' | 'mail' | 'price' | 'sample' | 'damage'
  title: string
  detail: string
  /** A booking's reference, or a home's slug. */
  about: string | null
  /** Of what waits; cents of money that is to be returned. */
  count: number
}

/** Money to be returned, unread messages, host inquiries, silent feeds, mail given up within a week, and on a live site what the demo left. */
async function listNotices({ db, clock, config }: Services): Promise<Task[]> {
  const now = clock.now().toISOString()
  const { rows } = await db.execute<Notice>(sql`
    select 'message' as kind, name as title, subject as detail, null as about, 1 as count
      from inquiries where status = 'new'
    union all select 'return', guest_name, properties.name, reference, (${TO_RETURN} * 100)::int
      from bookings join properties on properties.id = property_id where ${TO_RETURN} > 0
    union all select 'host', name, property_location, null, 1 from host_inquiries where status = 'new'
    union all select 'feed', properties.name, label, slug, 1 from calendar_feeds join properties on properties.id = property_id
      where failing_since <= ${now}::timestamptz - interval '1 hour' * ${SILENT_HOURS}::int
    union all select 'damage', properties.name, '', null, count(*)::int from turnover_photos
      join properties on properties.id = property_id where handled_at is null group by properties.id
    union all select 'mail', min("to"), min(subject), min(payload ->> 'reference'), count(distinct mail_id)::int
      from email_logs
      where status = 'given-up' and created_at >= ${now}::timestamptz - interval '7 days' having count(*) > 0
    union all select 'price', name, '', slug, 1 from properties
      where not ${config.demo} and published and (price_per_night is null or not price_confirmed)
    union all select 'sample', email, '', null, 1 from site where not ${config.demo} and email like '%.example'
    order by 1, 2 limit 50`)
  return rows.map(noticeTask)
}

const FEED_HELP = 'Its nights may be booked elsewhere by now. Check the address that the other site gave you.'

const NOTICES: Record<Notice['kind'], (notice: Notice) => Omit<Task, 'until'>> = {
  return: ({ title, detail, about, count }) => {
    const words = `Return up to ${formatMoney(count)} to ${title}`
    return { title: words, detail, path: about && pathOf(about), action: 'Return it' }
  },
  message: ({ title, detail }) => ({ title: `${title} wrote`, detail, path: '/admin/inbox', action: 'Read' }),
  host: ({ title, detail }) => ({ title: `${title} offers a home`, detail, path: '/admin/inbox', action: 'Read' }),
  feed: ({ title, detail }) => {
    return {
      title: `The calendar “${detail}” of ${title} can’t be read`,
      detail: FEED_HELP,
      path: '/admin/calendars',
      action: 'Review',
    }
  },
  damage: ({ title, count }) => {
    const detail = `${countOf(count, 'photo')} from a cleaner`
    return { title: `Damage in ${title}`, detail, path: '/admin/turnovers', action: 'Review' }
  },
  mail: ({ title, detail, about, count }) => {
    const more = count > 1 ? ` and ${count - 1} more` : ''
    return {
      title: `Email to ${title}${more} was given up`,
      detail,
      path: about && pathOf(about),
      action: 'Review',
    }
  },
  price: ({ title, about }) => {
    const detail = 'Guests can’t book it. Its price was removed with the demo, or was never confirmed.'
    return { title: `${title} has no price`, detail, path: `/admin/homes/${about}/prices`, action: 'Set prices' }
  },
  sample: ({ title }) => {
    const detail = 'Guests read it and nobody gets what they send there.'
    return { title: `${title} is still the sample’s address`, detail, path: '/admin/site', action: 'Change it' }
  },
}

const noticeTask = (notice: Notice): Task => ({ ...NOTICES[notice.kind](notice), until: null })
