import { sql } from 'drizzle-orm'
import type { PriceLine } from '#app/features/pricing/price.ts'
import { jurisdictionOf } from '#app/features/pricing/price-parts.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { accountNames } from '#app/platform/db/schema.server.ts'
import { csvOf } from '#app/platform/http/csv-file.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { type Cents, numericFromCents } from '#app/shared/money.ts'
import { MATCHED_LINES } from '../payouts/match-payouts.server.ts'
import { lastPeriods, type Period, periodFromQuery, periodOf } from '../report/periods.ts'
import {
  ACCOUNTS,
  type AccountNames,
  type EarnedStay,
  journalOf,
  type Movement,
  type PaidOut,
  type Posting,
  sumsByAccount,
} from './bookkeeping.ts'

const MONTHS = 25

/** The journal of the month that the address names; by default the last one that is over. */
export async function getBookkeeping(services: Services, query: URLSearchParams) {
  const { period, today } = await monthOf(services, query)
  const names = await readAccountNames(services.db)
  const postings = await readJournal(services.db, period)
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

export async function readAccountNames(db: Tx): Promise<AccountNames> {
  const rows = await db.select().from(accountNames)
  const own = Object.fromEntries(rows.map(({ account, name }) => [account, name]))
  return { ...ACCOUNTS, ...own }
}

type EarnedRow = Omit<EarnedStay, 'taxes'> & { taxLines: PriceLine[] }

/** The journal of a period, in three statements. */
export async function readJournal(db: Tx, period: Period): Promise<Posting[]> {
  const { from, to } = period
  const movements = await db.execute<Movement>(sql`
    select (happened_at at time zone home.time_zone)::date::text as "on", kind, reference, home.name as home,
        round(100 * amount)::int as amount
      from ledger join bookings booking on booking.id = booking_id join properties home on home.id = booking.property_id
      where happened_at >= ${from}::date - 1 and happened_at < ${to}::date + 1`)
  // What was replaced on the day on which it came earned nothing.
  const stays = await db.execute<EarnedRow>(sql`
    select * from (
      select reference, home.name as home, version.status = 'confirmed' as "isConfirmed", check_out_date::text as "checkOut",
          (recorded_at at time zone home.time_zone)::date::text as "from",
          (replaced_at at time zone home.time_zone)::date::text as "until", rent, cleaning, fees, tax_lines as "taxLines",
          case when version.status = 'confirmed' then 0 else greatest(0, (
            select coalesce(round(100 * sum(amount)), 0) from ledger
              where ledger.booking_id = version.booking_id and kind = 'paid-elsewhere'
                and (replaced_at is null or happened_at < replaced_at)) - return_due)::int end as "keptByHand"
        from booking_versions version join (select id, reference from bookings) booking on booking.id = version.booking_id
          join properties home on home.id = version.property_id
        where version.check_out_date >= ${from}::date and version.check_out_date < ${to}::date
          or recorded_at >= ${from}::date - 1 and recorded_at < ${to}::date + 1
          or replaced_at >= ${from}::date - 1 and replaced_at < ${to}::date + 1) known
      where "until" is null or "until" > "from"`)
  return journalOf(
    period,
    movements.rows,
    stays.rows.map(({ taxLines, ...stay }) => ({
      ...stay,
      taxes: taxLines.map((line) => ({ jurisdiction: jurisdictionOf(line), amount: line.amount })),
    })),
    await readPaidOut(db, period),
  )
}

/** The payouts that arrive in a period, or fail in it after they arrived. */
async function readPaidOut(db: Tx, { from, to }: Period): Promise<PaidOut[]> {
  const within = sql`currency = 'usd' and (arrives_on >= ${from}::date and arrives_on < ${to}::date
    or failed_on >= ${from}::date and failed_on < ${to}::date)`
  const { rows } = await db.execute<PaidOut>(sql`
    select payout.id, payout.amount, arrives_on::text as "arrivesOn", failed_on::text as "failedOn",
        status = 'paid' or status = 'failed' and failed_on > arrives_on as "hasArrived",
        lines_read_at is not null as "isListed", coalesce(json_agg(parts) filter (where payout_id is not null), '[]') as parts
      from payouts payout left join (
        select payout_id, coalesce(home.name, '') as home, sum(fee - case kind when 'fee' then amount else 0 end)::int as fees,
            sum(amount - expected)::int as unmatched, sum(amount - fee)::int as net
          from ${MATCHED_LINES} line
            left join bookings booking on booking.id = booking_id left join properties home on home.id = property_id
          where payout_id in (select id from payouts where ${within})
          group by payout_id, home.name) parts on parts.payout_id = payout.id
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
    Class: ({ home }: Line) => home,
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
    TrackingOption1: ({ home }: Line) => home,
  },
}
type JournalProgram = keyof typeof FILES

export const isJournalProgram = (text: string): text is JournalProgram => Object.hasOwn(FILES, text)

/** The journal of a month as the file that a program imports. */
export async function journalFile(services: Services, query: URLSearchParams, program: JournalProgram) {
  const { period } = await monthOf(services, query)
  const names = await readAccountNames(services.db)
  const postings = await readJournal(services.db, period)
  const text = csvOf(
    FILES[program],
    postings.map((posting) => ({ ...posting, name: names[posting.account] })),
  )
  return { name: `journal-${program}-${period.from.slice(0, 7)}.csv`, text }
}
