import { type SQL, sql } from 'drizzle-orm'
import { guestNameSeenBy } from '#app/features/properties/seen-by.server.ts'
import { lastPeriods, type Period, periodFromQuery, periodOf } from '#app/features/reports/periods.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { Cents } from '#app/shared/money.ts'
import { MATCHED_LINES, PAYOUT_PROBLEMS } from './match-payouts.server.ts'
import type { PaidByHand, Payout, PayoutLine, PayoutProblem } from './payouts.ts'

const MONTHS = 25
/** How many problems are shown at once, the latest first. */
const MOST_PROBLEMS = 50

/**
 * The payouts that arrive in the month of the address, by default this one. With the lines of the opened payout, the
 * mismatches, and payments by hand. In five statements.
 */
export async function getPayouts(services: Services, query: URLSearchParams, by: Operator) {
  const { db, gateway } = services
  const timeZone = await getOperatorTimeZone(services)
  const { period, today } = await monthOf(services, query)
  const [read] = (await db.execute<{ at: string }>(sql`select synced_at as at from payout_sync_state`)).rows
  const openedId = query.get('payout')
  const seenBy = <Row extends { guest: string }>(rows: Row[]) =>
    rows.map((row) => ({ ...row, guest: guestNameSeenBy(by, row.guest) }))
  const problems = seenBy(await listProblems(db, openOrSettledIn(period, timeZone), timeZone))
  const opened = openedId === null ? null : await getOpened(db, openedId, timeZone)
  const open = problems.filter(({ resolved }) => resolved === null)
  return {
    period,
    periods: lastPeriods(today, 'month', MONTHS),
    takesCards: gateway !== null,
    syncedAt: read ? formatMomentWithYear(new Date(read.at), timeZone) : null,
    payouts: await listPayoutSums(db, sql`arrives_on >= ${period.from}::date and arrives_on < ${period.to}::date`),
    opened: opened && { ...opened, lines: seenBy(opened.lines) },
    openCount: open.length,
    open: open.slice(0, MOST_PROBLEMS),
    resolved: problems.filter(({ resolved }) => resolved !== null),
    byHand: seenBy(await listPaidByHand(db, period)),
  }
}

/** Open problems of any time, and those resolved in the period. */
function openOrSettledIn({ from, to }: Period, timeZone: string): SQL {
  const day = sql`(resolved_at at time zone ${timeZone})::date`
  return sql`note is null or ${day} >= ${from}::date and ${day} < ${to}::date`
}

async function monthOf(services: Services, query: URLSearchParams): Promise<{ period: Period; today: string }> {
  const today = dateInZone(services.clock.now(), await getOperatorTimeZone(services))
  return { period: periodFromQuery(query.get('month'), 'month') ?? periodOf(today, 'month'), today }
}

async function getOpened(db: Tx, id: string, timeZone: string) {
  const [payout] = await listPayoutSums(db, sql`payout.id = ${id}`)
  return payout ? { payout, lines: await listLines(db, sql`payout_id = ${id}`, timeZone) } : null
}

/** A failed payout has returned to Stripe, and is part of a later one. */
const ARRIVES = sql`case when status in ('failed', 'canceled') then 0 else payout.amount end`

async function listPayoutSums(db: Tx, where: SQL): Promise<Payout[]> {
  const of = (kind: string) =>
    sql`coalesce(sum(line.amount) filter (where line.kind = ${sql.raw(`'${kind}'`)}), 0)::int`
  const { rows } = await db.execute<Payout>(sql`
    select payout.id, status, currency, arrives_on::text as "arrivesOn", failure, lines, ${ARRIVES}::int as net,
        ${of('charge')} as charges, ${of('refund')} as refunds, ${of('dispute')} as disputes,
        ${of('fee')} - coalesce(sum(fee), 0)::int as fees,
        ${ARRIVES}::int - coalesce(sum(line.amount - line.fee) filter (where line.kind not in ('held', 'other')), 0)::int as other
      from payouts payout left join payout_lines line on line.payout_id = payout.id
      where ${where} group by payout.id order by arrives_on desc, created_at desc, payout.id`)
  return rows
}

const OF_STAY = sql`reference, coalesce(guest_name, '') as guest, coalesce(property.name, '') as property`
const WITH_STAY = sql`left join bookings booking on booking.id = booking_id left join properties property on property.id = property_id`

async function listLines(db: Tx, where: SQL, timeZone: string): Promise<PayoutLine[]> {
  const { rows } = await db.execute<PayoutLine>(sql`
    select line.id, payout_id as "payoutId", kind, type, line.description, amount, fee, ${OF_STAY},
        (happened_at at time zone coalesce(property.time_zone, ${timeZone}))::date::text as "on"
      from ${MATCHED_LINES} line ${WITH_STAY} where ${where} order by happened_at, line.id`)
  return rows
}

/** The mismatches, the latest first. A condition is about `PAYOUT_PROBLEMS`, with the `note` of a resolved one. */
export async function listProblems(db: Tx, where: SQL, timeZone: string): Promise<PayoutProblem[]> {
  const { rows } = await db.execute<PayoutProblem>(sql`
    select problem, subject_id as "subjectId", payout_id as "payoutId", kind, amount, expected, currency, detail,
        coalesce("on", (at at time zone coalesce(property.time_zone, ${timeZone}))::date)::text as "on",
        ${OF_STAY}, resolved
      from (select found.*, case when note is not null then json_build_object('by', operator_name, 'note', note) end as resolved
          from ${PAYOUT_PROBLEMS} found left join resolved_payout_problems resolution using (problem, subject_id)
          where ${where}) listed ${WITH_STAY}
      order by "on" desc, problem, subject_id`)
  return rows
}

/** Payments and returns that operators recorded outside the site. */
async function listPaidByHand(db: Tx, { from, to }: Period): Promise<PaidByHand[]> {
  const { rows } = await db.execute<PaidByHand>(sql`
    select * from (
      select ledger.id, (happened_at at time zone property.time_zone)::date::text as "on", note as how, ${OF_STAY},
          round(100 * case kind when 'refunded-elsewhere' then -amount else amount end)::int as amount
        from ledger ${WITH_STAY}
        where kind in ('paid-elsewhere', 'refunded-elsewhere')
          and happened_at >= ${from}::date - 1 and happened_at < ${to}::date + 1) moved
      where "on" >= ${from} and "on" < ${to} order by "on", id`)
  return rows
}

/** The lines of the payouts of a month, each with its payout. The lines of a payout add up to the arrived amount. */
export async function getPayoutFile(services: Services, query: URLSearchParams) {
  const { db } = services
  const { period } = await monthOf(services, query)
  const within = sql`arrives_on >= ${period.from}::date and arrives_on < ${period.to}::date`
  const payouts = await listPayoutSums(db, within)
  const lines = await listLines(
    db,
    sql`payout_id in (select id from payouts where ${within})`,
    await getOperatorTimeZone(services),
  )
  const rows = payouts.flatMap((payout) => {
    const own = lines.filter(({ payoutId }) => payoutId === payout.id)
    const rest = own.reduce((left, { amount, fee }) => left - amount + fee, payout.net)
    return [...own, ...(rest === 0 ? [] : [restOf(payout, rest)])].map((line) => ({ payout, line }))
  })
  return { period, rows }
}

/** The part of a payout without a line: it returned to Stripe, or is not listed. */
const restOf = ({ id, arrivesOn, failure, lines }: Payout, amount: Cents): PayoutLine => ({
  id: '',
  payoutId: id,
  kind: 'other',
  type: '',
  amount,
  fee: 0,
  on: arrivesOn,
  reference: null,
  guest: '',
  property: '',
  description: lines === 'listed' ? (failure ?? 'Returned to Stripe') : 'Not listed',
})
