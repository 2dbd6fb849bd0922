import { asc, eq, sql } from 'drizzle-orm'
import { listConflicts, type NightConflict } from '#app/features/availability/conflicts.server.ts'
import { isPaidElsewhere } from '#app/features/bookings/booking-sources.ts'
import { keysWaitFor, refusedOf } from '#app/features/bookings/booking-summary.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import {
  factsOf,
  IS_REQUEST,
  MANAGED_COLUMNS,
  withMoney,
} from '#app/features/bookings/manage/list/booking-list.server.ts'
import { timeLeft } from '#app/features/bookings/manage/time-left.ts'
import { latePayment } from '#app/features/bookings/payment-plan.ts'
import { listDisputeTasks } from '#app/features/bookings/payments/dispute-tasks.server.ts'
import { IS_UNPAID } from '#app/features/bookings/payments/recorded-money.server.ts'
import { type HeldOffer, listHeldOffers } from '#app/features/inbox/held-offers.server.ts'
import { SECRET_DAYS } from '#app/features/properties/arrival-guide.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { allRemainTasks, listRemains, remainTasks } from '#app/features/set-up/demo-remains.server.ts'
import { getSetUp } from '#app/features/set-up/set-up.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone, formatDate, formatSpan, nightsBetween } from '#app/shared/dates.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { formatMoney } from '#app/shared/money.ts'
import { bookingPath } from '#app/shared/paths/booking-path.ts'
import type { Task } from '#app/shared/task.ts'
import { countOf } from '#app/shared/words.ts'
import { listTasks } from './tasks.server.ts'
import type { TodayPage, TodayStay } from './today.ts'
import { listTodayProperties } from './today-properties.server.ts'

const DAYS_AHEAD = 7

/**
 * What the operator has to do, and who comes and goes within a week. Six statements, one for photos, one for nights on
 * hold, and one more for conflicts. On a live site one more, and those of what is left to set up, as long as something
 * is. That is said once: there.
 */
export async function getToday(services: Services): Promise<TodayPage> {
  const { clock, config } = services
  const now = clock.now()
  const rows = await listTodayBookings(services)
  const conflicts = await listConflicts(services, 'all')
  const remains = await listRemains(services)
  const setUp = await getSetUp(services, remains)
  const ofProperties = remains.filter(({ kind }) => kind === 'property')
  const left = new Set(setUp?.flatMap(({ isDone, path }) => (isDone ? [] : path)))
  const tasks = [
    ...conflictTasks(conflicts, rows),
    ...heldOfferTasks(conflicts, await heldOffersIn(services, conflicts)),
    ...rows
      .filter(({ status }) => status === 'pending')
      .map((row) =>
        requestTask(
          row,
          now,
          conflicts.some(({ stay }) => stay.reference === row.reference),
        ),
      ),
    ...(await listDisputeTasks(services.db, now)),
    ...rows.filter(({ paymentFailed }) => paymentFailed).map(paymentTask),
    ...rows.flatMap(lateTask),
    ...rows.flatMap(codesTask),
    ...(await listTasks(services)).filter(({ path }) => !left.has(path)),
    ...(setUp ? remainTasks(ofProperties) : allRemainTasks(services, remains)).map((remain) => ({
      ...remain,
      until: null,
    })),
  ]
  const stays = rows.filter(({ status, today, checkIn, checkOut }) => {
    const isNear = nightsBetween(today, checkIn) <= DAYS_AHEAD
    return status === 'confirmed' && checkOut >= today && isNear
  })
  return { tasks, stays, properties: await listTodayProperties(services, rows), demo: config.demo, setUp }
}

/** There is something that opens the door, and no operator opened it before payment. */
const CODES_MAY_WAIT = sql<boolean>`(not ${bookings.codesOpen} and (
  exists (select from arrival_guides guide where guide.property_id = ${bookings.propertyId} and not guide.codes_open
    and coalesce(guide.door_code, guide.wifi_password, '') <> '')
  or exists (select from stay_door_codes own where own.booking_id = ${bookings.id} and own.property_id = ${bookings.propertyId}
    and not exists (select from arrival_guides guide where guide.property_id = ${bookings.propertyId} and guide.codes_open))))`

/** Requests, stays from yesterday to next week, and bookings with a failed payment or with one that may be late. */
async function listTodayBookings({ db, clock }: Services): Promise<TodayStay[]> {
  const now = clock.now()
  const today = dateInZone(now, 'UTC')
  // A union, because each part has an index. Without agreed days, all of a payment is due before the stay. An array,
  // because they are few: their number is estimated far too high.
  const isShown = sql`${bookings.id} = any(array(select id from bookings where ${IS_REQUEST}
    union select id from bookings where status = 'confirmed'
      and check_out_date >= ${today}::date - 1 and check_in_date <= ${today}::date + ${DAYS_AHEAD + 1}::int
    union select booking_id from payments join bookings on bookings.id = booking_id
      where payments.status = 'failed' and (next_at is not null or check_out_date >= ${today}::date - 1)
    union select bookings.id from bookings where ${IS_UNPAID} and check_in_date <= ${today}::date + 1
    union select bookings.id from bookings where ${IS_UNPAID} and payment_schedule is not null))`
  const rows = await db
    .select({
      ...MANAGED_COLUMNS,
      checkInTime: properties.checkInTime,
      checkOutTime: properties.checkOutTime,
      isReady: sql<boolean>`${bookings.propertyReadyAt} is not null`,
      codesMayWait: CODES_MAY_WAIT,
      remindedAt: bookings.paymentRemindedAt,
    })
    .from(bookings)
    .innerJoin(properties, eq(properties.id, bookings.propertyId))
    .where(isShown)
    .orderBy(sql`${bookings.answerBy} asc nulls last`, asc(bookings.checkInDate), asc(bookings.reference))
  return rows.map(({ codesMayWait, ...row }) => {
    const waits = codesMayWait && !isPaidElsewhere(row.source)
    const codesWaitFor = waits ? keysWaitFor(factsOf(row)) : 0
    const refusedByCard = refusedOf(row.payments)
    return { ...withMoney(row), codesWaitFor, refusedByCard, today: dateInZone(now, row.timeZone) }
  })
}

/** One press confirms it, unless somebody else has a claim to its nights: that is looked at first. */
function requestTask(stay: TodayStay, now: Date, isInConflict: boolean): Task {
  const { reference, guestName, property, answerBy, timeZone, checkIn, checkOut, price } = stay
  return {
    title: `${guestName} requests ${property}`,
    detail: `${formatSpan(checkIn, checkOut)}, ${countOf(stay.adults + stay.children, 'guest')}, ${formatMoney(price)}`,
    until: answerBy && formatMomentWithYear(answerBy, timeZone),
    path: bookingPath(reference),
    action: 'Answer',
    ...(answerBy && { due: timeLeft(answerBy, now) }),
    ...(!isInConflict && (answerBy === null || answerBy > now) && { confirm: reference }),
  }
}

function paymentTask({ reference, guestName, property, checkIn, checkOut, refusedByCard }: TodayStay): Task {
  return {
    title: `A card payment of ${guestName} failed: ${formatMoney(refusedByCard)}`,
    detail: `${property}, ${formatSpan(checkIn, checkOut)}`,
    until: null,
    path: bookingPath(reference),
    action: 'Review',
  }
}

/** A card that failed has a task of its own. */
function lateTask({ reference, guestName, property, ...stay }: TodayStay): Task[] {
  const { money, today, checkIn, checkOut, remindedAt, timeZone, guestEmail } = stay
  const late = latePayment(money.toPay, { today, checkIn })
  // An amount that the bank returned to a guest who has left is lost, and named in the reports.
  if (!late || (checkOut < today && late.amount <= money.lost)) return []
  const reminded = remindedAt ? [`Reminded ${formatMomentWithYear(remindedAt, timeZone)}`] : []
  const since = `Since ${formatDate(late.since)}`
  return [
    {
      title: `Payment is late: ${formatMoney(late.amount)} from ${guestName}`,
      detail: [since, `${property}, ${formatSpan(checkIn, checkOut)}`, ...reminded].join(' · '),
      until: null,
      path: bookingPath(reference),
      action: 'Record payment',
      due: { words: `${countOf(nightsBetween(late.since, today), 'day')} late`, isUrgent: true },
      ...(guestEmail && { remind: reference }),
    },
  ]
}

/** A guest who arrives soon, or is there, and reads no code until something is paid. */
function codesTask({
  reference,
  guestName,
  property,
  status,
  today,
  checkIn,
  checkOut,
  codesWaitFor,
}: TodayStay): Task[] {
  const isSoon = checkIn <= addDays(today, SECRET_DAYS) && checkOut > today
  if (status !== 'confirmed' || !isSoon || codesWaitFor === 0) return []
  return [
    {
      title: `The codes of ${guestName} wait for ${formatMoney(codesWaitFor)}`,
      detail: `${property}, ${formatSpan(checkIn, checkOut)}. Record the payment, or show the codes before it.`,
      until: null,
      path: bookingPath(reference),
      action: 'Review',
    },
  ]
}

/** Two guests are named first, whatever else claims the nights. */
function conflictTitle(guest: string, claims: NightConflict[]): string {
  const other = claims.flatMap(({ claim }) => (claim.kind === 'stay' && claim.guest !== null ? claim.guest : []))[0]
  if (other !== undefined) return `Booked twice: ${guest} and ${other} have the same nights`
  const [first] = claims
  return `${guest} and ${first?.claim.kind === 'import' ? `“${first.claim.calendar}”` : 'your own block'} have the same nights`
}

/** The nights on hold with an offer, if a hold without a booking is in conflict. */
const heldOffersIn = async (services: Services, conflicts: NightConflict[]) =>
  conflicts.some(({ stay }) => stay.bookingId === null) ? await listHeldOffers(services) : []

/** One task for each offer whose nights on hold somebody else has, too. */
const heldOfferTasks = (conflicts: NightConflict[], held: HeldOffer[]): Task[] =>
  held.flatMap(({ property, nights, guest }) => {
    const claims = conflicts.filter(
      ({ stay, propertyId }) => stay.bookingId === null && propertyId === property.id && stay.nights.to === nights.to,
    )
    const [first] = claims
    if (!first) return []
    const title = `${conflictTitle(guest.name, claims)}, which are on hold`
    const detail = formatSpan(first.nights.from, first.nights.to)
    return [{ title, detail, until: null, path: `/admin/inbox/${guest.conversation}`, action: 'Review' }]
  })

/** One task for each booking in conflict; the hold of a guest expires. */
function conflictTasks(conflicts: NightConflict[], rows: TodayStay[]): Task[] {
  const byReference = Map.groupBy(conflicts, ({ stay }) => stay.reference)
  const said = new Set<string>()
  return [...byReference].flatMap(([reference, all]): Task[] => {
    // Of two stays with the same nights, the task of the one names the other.
    const claims = all.filter(({ claim }) => claim.kind !== 'stay' || !said.has(claim.reference ?? ''))
    const [first] = claims
    if (!reference || !first) return []
    said.add(reference)
    const guest = rows.find((row) => row.reference === reference)?.guestName
    const own = guest ?? first.stay.guest ?? reference
    return [
      {
        title: conflictTitle(own, claims),
        detail: formatSpan(first.nights.from, first.nights.to),
        until: null,
        path: bookingPath(reference),
        action: 'Review',
      },
    ]
  })
}
