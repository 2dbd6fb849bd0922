import { type SQL, sql } from 'drizzle-orm'
import { MATCHED_LINES } from '#app/features/payouts/match-payouts.server.ts'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { jurisdictionOf } from '#app/features/pricing/price-parts.ts'
import { MOVED, propertyThen } from '#app/features/reports/counted-stays.server.ts'
import { lastPeriods, type Period, periodFromQuery, periodOf } from '#app/features/reports/periods.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { csvOf } from '#app/platform/http/csv-file.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Cents, numericFromCents } from '#app/shared/money.ts'
import { accountNames } from './bookkeeping.tables.server.ts'
import {
  ACCOUNTS,
  type AccountNames,
  type EarnedStay,
  journalOf,
  type MovedDeposit,
  type Movement,
  type PaidOut,
  type Posting,
  sumsByAccount,
} from './bookkeeping.ts'

const MONTHS = 25

/** The journal of the month that the address names; by default the last one that is over. */
export async function getBookkeeping(services: Services, query: URLSearchParams) {
  const { period, today } = await monthOf(services, query)
  const names = await getAccountNames(services.db)
  const postings = await listPostings(services.db, period)
  return {
    period,
    periods: lastPeriods(today, 'month', MONTHS),
    names,
    version: versionOf(names),
    postings,
    sums: sumsByAccount(postings),
  }
}

async function monthOf(services: Services, query: URLSearchParams): Promise<{ period: Period; today: string }> {
  const today = dateInZone(services.clock.now(), await getOperatorTimeZone(services))
  const [, last = periodOf(today, 'month')] = lastPeriods(today, 'month', 2)
  return { period: periodFromQuery(query.get('month'), 'month') ?? last, today }
}

export async function getAccountNames(db: Tx): Promise<AccountNames> {
  const rows = await db.select().from(accountNames)
  const own = Object.fromEntries(rows.map(({ account, name }) => [account, name]))
  return { ...ACCOUNTS, ...own }
}

type EarnedRow = Omit<EarnedStay, 'taxes'> & { taxLines: PriceLine[] }

/** The journal of a period, in four statements. */
export async function listPostings(db: Tx, period: Period): Promise<Posting[]> {
  const { from, to } = period
  const nearly = (moment: SQL) => sql`${moment} >= ${from}::date - 1 and ${moment} < ${to}::date + 1`
  const movements = await db.execute<Movement>(sql`
    select (happened_at at time zone "then".time_zone)::date::text as "on", kind, reference, "then".property,
        round(100 * amount)::int as amount
      from ledger join bookings booking on booking.id = booking_id
        cross join ${propertyThen(sql`booking.id`, sql`happened_at`)}
      where ${nearly(sql`happened_at`)}`)
  // A union, because each part has an index.
  const isNear = sql`version.booking_id = any(array(
    select booking_id from booking_versions where check_out_date >= ${from}::date and check_out_date < ${to}::date
    union select booking_id from booking_versions where ${nearly(sql`recorded_at`)}
    union select booking_id from booking_versions where ${nearly(sql`replaced_at`)}
    union select booking_id from ledger where ${nearly(sql`happened_at`)}))`
  // A version that was replaced on its first day earned nothing.
  const stays = await db.execute<EarnedRow>(sql`
    select * from (
      select reference, property.name as property, version.status = 'confirmed' as "isConfirmed", check_out_date::text as "checkOut",
          (recorded_at at time zone property.time_zone)::date::text as "from",
          (replaced_at at time zone property.time_zone)::date::text as "until", rent, cleaning, fees, tax_lines as "taxLines",
          version.platform_commission as "platformCommission", retained_elsewhere as "retainedElsewhere", (select coalesce(jsonb_agg(jsonb_build_object('on', (happened_at at time zone property.time_zone)::date,
            'amount', round(100 * (${MOVED}))::int) order by happened_at), '[]')
            from ledger where ledger.booking_id = version.booking_id and kind <> 'retained') as movements
        from booking_versions version join (select id, reference from bookings) booking on booking.id = version.booking_id
          join properties property on property.id = version.property_id
        where ${isNear} and (version.check_out_date >= ${from}::date and version.check_out_date < ${to}::date
          or ${nearly(sql`recorded_at`)} or ${nearly(sql`replaced_at`)}
          or version.check_out_date < ${to}::date and exists (select from ledger
            where ledger.booking_id = version.booking_id and kind <> 'retained' and ${nearly(sql`happened_at`)}))) known
      where "until" is null or "until" > "from"`)
  const moves = await db.execute<MovedDeposit>(sql`
    select (later.recorded_at at time zone property.time_zone)::date::text as "on", reference, "from".name as "from", property.name as "to",
        (select coalesce(round(100 * sum(case when kind in ('charged', 'paid-elsewhere') then amount else -amount end)), 0)::int
          from ledger where ledger.booking_id = later.booking_id and happened_at < later.recorded_at) as amount
      from booking_versions later join booking_versions version
          on version.booking_id = later.booking_id and version.number = later.number - 1 and version.property_id <> later.property_id
        join properties "from" on "from".id = version.property_id join properties property on property.id = later.property_id
        join bookings booking on booking.id = later.booking_id
      where ${nearly(sql`later.recorded_at`)}`)
  return journalOf(period, {
    movements: movements.rows,
    stays: stays.rows.map(({ taxLines, ...stay }) => ({
      ...stay,
      taxes: taxLines.map((line) => ({ jurisdiction: jurisdictionOf(line), amount: line.amount })),
    })),
    moves: moves.rows,
    payouts: await listPaidOut(db, period),
  })
}

/** The payouts that arrived in a period, or fail in it. One that is on its way may still change. */
async function listPaidOut(db: Tx, { from, to }: Period): Promise<PaidOut[]> {
  const within = sql`currency = 'usd' and status not in ('pending', 'in_transit') and (arrives_on >= ${from}::date and arrives_on < ${to}::date
    or failed_on >= ${from}::date and failed_on < ${to}::date)`
  const { rows } = await db.execute<PaidOut>(sql`
    select payout.id, payout.amount, arrives_on::text as "arrivesOn", failed_on::text as "failedOn",
        status = 'paid' or status = 'failed' and failed_on > arrives_on as "hasArrived",
        lines_fetched_at is not null as "isListed", coalesce(json_agg(parts) filter (where payout_id is not null), '[]') as parts
      from payouts payout left join (
        select payout_id, coalesce("then".property, '') as property, sum(fee - case kind when 'fee' then amount else 0 end)::int as fees,
            sum(amount - expected)::int as unmatched, sum(amount - fee)::int as net
          from ${MATCHED_LINES} line left join ${propertyThen(sql`line.booking_id`, sql`line.happened_at`)} on true
          where payout_id in (select id from payouts where ${within})
          group by payout_id, "then".property) parts on parts.payout_id = payout.id
      where ${within} group by payout.id`)
  return rows
}

const debit = (amount: Cents) => (amount > 0 ? numericFromCents(amount) : '')
const credit = (amount: Cents) => (amount < 0 ? numericFromCents(-amount) : '')

type Line = Posting & { name: string }

/** The columns that each program imports. */
const FILES = {
  /** Journal entries of QuickBooks Online. */
  quickbooks: {
    'Journal No': ({ on }: Line) => on,
    'Journal Date': ({ on }: Line) => `${on.slice(5, 7)}/${on.slice(8)}/${on.slice(0, 4)}`,
    'Account Name': ({ name }: Line) => name,
    Debits: ({ amount }: Line) => debit(amount),
    Credits: ({ amount }: Line) => credit(amount),
    Description: ({ detail }: Line) => detail,
    Class: ({ property }: Line) => property,
  },
  /** Manual journals of Xero. A debit is above 0, a credit below. */
  xero: {
    '*Narration': ({ on }: Line) => `Stays, ${on}`,
    '*Date': ({ on }: Line) => on,
    Description: ({ detail }: Line) => detail,
    '*AccountCode': ({ name }: Line) => name,
    '*TaxRate': () => 'Tax Exempt',
    '*Amount': ({ amount }: Line) => numericFromCents(amount),
    TrackingName1: () => 'Home',
    TrackingOption1: ({ property }: Line) => property,
  },
}
type JournalProgram = keyof typeof FILES

export const isJournalProgram = (text: string): text is JournalProgram => Object.hasOwn(FILES, text)

/** The journal of a month as the file that a program imports. */
export async function journalFile(services: Services, query: URLSearchParams, program: JournalProgram) {
  const { period } = await monthOf(services, query)
  const names = await getAccountNames(services.db)
  const postings = await listPostings(services.db, period)
  const text = csvOf(
    FILES[program],
    postings.map((posting) => ({ ...posting, name: names[posting.account] })),
  )
  return { name: `journal-${program}-${period.from.slice(0, 7)}.csv`, text }
}
