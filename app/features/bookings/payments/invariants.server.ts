import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { PAID } from './recorded-money.server.ts'

const ofPayments = (amount: string) =>
  sql.raw(`coalesce((select sum(${amount}) from payments where booking_id = bookings.id), 0)`)
const ofLedger = (kind: string, owner = 'booking_id = bookings.id') =>
  sql.raw(`coalesce((select sum(amount) from ledger where ${owner} and kind = '${kind}'), 0)`)
const ofPayment = (kind: string) => ofLedger(kind, 'payment_id = payments.id')
/** The amount that a card will be charged, and the amount that cards paid or were about to pay. */
const PLANNED = ofPayments(`case when status in ('void', 'authorized') or received > 0 then 0 else amount end`)
const BY_CARD = ofPayments(
  `case when received > 0 then received when status in ('authorized', 'waiting', 'void') then amount else 0 end`,
)
const PAID_ELSEWHERE = sql.raw(
  `coalesce((select sum(amount) from ledger where booking_id = bookings.id and kind = 'paid-elsewhere' and amount > 0), 0)`,
)

/** Conditions on a booking. */
const MONEY = {
  'The lines of a price do not add up to its total': sql`total_amount * 100 <>
    (select coalesce(sum((line ->> 'amount')::numeric), 0) from jsonb_array_elements(lines) line)`,
  'A promo code was used, and the price has no discount': sql`promo_code is not null
    and not exists (select from jsonb_array_elements(lines) line where line ->> 'kind' = 'discount')`,
  'A confirmed stay is paid, or asked for, beyond its price': sql`status = 'confirmed' and ${PAID} + ${PLANNED} > total_amount`,
  'More was returned outside the site than was paid there': sql`${ofLedger('paid-elsewhere')} < 0`,
  'More is promised back by hand than was paid outside the site': sql`return_due > ${ofLedger('paid-elsewhere')}`,
  'More was refunded than was charged': sql`${ofPayments('refunded + refunded_elsewhere')} > ${ofPayments('received')}`,
  'More was kept than was charged and not refunded': sql`${ofLedger('retained')} > ${ofPayments('received - refunded - refunded_elsewhere - charged_back')}`,
  'What is stored as paid is not the sum of the payments': sql`paid_by_card <> ${ofPayments(
    `(case when status = 'authorized' then amount else received end - refund_due - greatest(0, charged_back
      - greatest(0, least(refund_due, received) - refunded - refunded_elsewhere))) * (status = 'authorized' or received > 0)::int`,
  )}
    or scheduled_by_card <> ${ofPayments(
      `amount * (status = 'scheduled')::int`,
    )} or paid_elsewhere <> ${ofLedger('paid-elsewhere')}`,
  'A cancellation kept less than nothing': sql`${ofLedger('retained')} < 0`,
  'The guest was promised more than they ever paid': sql`refund_amount > ${BY_CARD} + ${PAID_ELSEWHERE}`,
}

/** Conditions on a payment by card. */
const PAYMENTS = {
  'The ledger has another charge than the payment': sql`received <> ${ofPayment('charged')}`,
  'The ledger has another refund than the payment': sql`refunded <> ${ofPayment('refunded')}`,
  'The ledger has another return by hand than the payment': sql`refunded_elsewhere <> ${ofPayment('refunded-elsewhere')}`,
  'The ledger has another dispute than the payment': sql`${sql.raw(
    'coalesce((select sum(withdrawn) from disputes where payment_id = payments.id), 0)',
  )} <> ${ofPayment('disputed')}`,
  'More was refunded than was received': sql`refunded + refunded_elsewhere > received`,
  'More was received than was asked for': sql`received > amount`,
}

const occupied = (...kinds: string[]) =>
  sql.raw(`(select count(*) from occupancies where booking_id = bookings.id and kind = any('{${kinds}}')
    and property_id = bookings.property_id and nights = daterange(check_in_date, check_out_date))`)
const ALL_OCCUPIED = sql.raw('(select count(*) from occupancies where booking_id = bookings.id)')

/** Conditions on a booking. */
const NIGHTS = {
  'A request or a stay does not have exactly its nights': sql`status in ('pending', 'confirmed')
    and (${occupied('booking', 'overbooking')} <> 1 or ${ALL_OCCUPIED} <> 1)`,
  'An unpaid booking does not hold exactly its nights': sql`status = 'held' and (${occupied('hold')} <> 1 or ${ALL_OCCUPIED} <> 1)`,
  'A booking that ended still has nights': sql`status in ('declined', 'cancelled', 'expired') and ${ALL_OCCUPIED} > 0`,
  'A night is sold twice': sql`exists (select from occupancies own join occupancies other
    on other.property_id = own.property_id and other.id <> own.id and other.nights && own.nights
    where own.booking_id = bookings.id and own.kind in ('hold', 'booking') and other.kind in ('hold', 'booking'))`,
  'A status is not the last one of its history': sql`status is distinct from
    (select to_status from booking_changes where booking_id = bookings.id order by number desc limit 1)`,
}

const EXAMPLES = 3

/** A broken rule, its number of cases, and the references of the first bookings. */
type BrokenInvariant = { rule: string; times: number; examples: string[] }

/** How many rules `findBrokenInvariants` checks. */
export const INVARIANTS = [MONEY, PAYMENTS, NIGHTS].flatMap((rules) => Object.keys(rules)).length

/** The rules for money and nights that are broken. One statement; it reads all bookings. */
export async function findBrokenInvariants(db: Tx): Promise<BrokenInvariant[]> {
  const ofBookings = sql`select reference as about from bookings`
  const ofCards = sql`select reference as about from payments join bookings on bookings.id = booking_id`
  const checks = [
    ...checksOf({ ...MONEY, ...NIGHTS }, (condition) => sql`${ofBookings} where ${condition}`),
    ...checksOf(PAYMENTS, (condition) => sql`${ofCards} where ${condition}`),
  ]
  const { rows } = await db.execute<BrokenInvariant>(sql.join(checks, sql` union all `))
  return rows
}

function checksOf(rules: Record<string, SQL>, cases: (condition: SQL) => SQL): SQL[] {
  return Object.entries(rules).map(
    ([rule, condition]) => sql`select ${rule}::text as rule, count(*)::int as times,
      (array_agg(about order by about))[:${sql.raw(String(EXAMPLES))}] as examples
      from (${cases(condition)}) as found having count(*) > 0`,
  )
}

/** Logs an error for each rule that does not hold. */
export async function reportBrokenInvariants({ db, log }: Pick<Services, 'db' | 'log'>): Promise<void> {
  for (const { rule, times, examples } of await findBrokenInvariants(db)) {
    log.error({ event: 'invariants.broken', rule, times, examples }, 'money or nights do not add up')
  }
}
