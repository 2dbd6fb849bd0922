import { sql } from 'drizzle-orm'

/** A charge is in a payout that was made so many days later, whatever the schedule of payouts. */
const PAID_OUT_DAYS = 14
/** Without a later payout, it is looked for after so many days: longer than a month between payouts. */
const SILENT_DAYS = 40

/**
 * Lines of payouts with the site's own record of each (`expected`, in cents) and its booking. Fees and Stripe's
 * reserves need no record. Refunds of a payment are compared in their order: an excess belongs to the last ones.
 */
export const MATCHED_LINES = sql`(
  select line.id, line.payout_id, line.kind, line.type, line.description, line.intent_id, line.amount, line.fee,
      line.happened_at, payment.booking_id, payout.currency, same.total,
      (case
        when line.kind in ('fee', 'held') then line.amount
        when payment.id is null then 0
        when line.kind = 'dispute' and exists (select from disputes where disputes.payment_id = payment.id) then line.amount
        when line.kind = 'charge' then round(100 * payment.received)
        when line.kind = 'refund' then line.amount + greatest(0, -so_far - round(100 * payment.refunded))
          - greatest(0, -so_far + line.amount - round(100 * payment.refunded))
        else 0 end)::int as expected
    from payout_lines line
      join payouts payout on payout.id = line.payout_id
      left join payments payment on payment.intent_id = line.intent_id
      left join (select id, sum(amount) over (partition by intent_id, kind) as total,
            sum(amount) over (partition by intent_id, kind order by happened_at, id) as so_far
          from payout_lines where kind in ('refund', 'dispute') and intent_id is not null) same on same.id = line.id)`

/** Everything that does not match, resolved or not: on a day, or at a moment. A dispute that was won is over. */
export const PAYOUT_PROBLEMS = sql`(
  select 'failed' as problem, id as subject_id, id as payout_id, null::uuid as booking_id, 'other' as kind, amount,
      0 as expected, currency, coalesce(failed_on, arrives_on) as "on", null::timestamptz as at, failure as detail
    from payouts where status = 'failed'
  union all select 'currency', id, id, null, 'other', amount, 0, currency, arrives_on, null, null from payouts where currency <> 'usd'
  union all select 'sum', id, id, null, 'other', amount, coalesce(listed.total, 0)::int, currency, arrives_on, null, null
    from payouts left join (select payout_id, sum(amount - fee) as total from payout_lines group by payout_id) listed
      on listed.payout_id = id
    where lines_fetched_at is not null and amount <> coalesce(listed.total, 0)
  union all select case when kind = 'dispute' then 'dispute'
        when booking_id is not null and kind <> 'other' then 'differs' else 'unknown' end,
      id, payout_id, booking_id, kind, amount, expected, currency, null, happened_at, description
    from ${MATCHED_LINES} line
    where currency = 'usd' and amount <> expected and (kind <> 'dispute' or total is null or total <> 0)
  union all select 'missing', intent_id, null, booking_id, 'charge', round(100 * received)::int, 0, 'usd', null, charged_at, null
    from (select payment.intent_id, payment.booking_id, payment.received, synced_at,
          (select min(happened_at) from ledger where ledger.booking_id = payment.booking_id
            and payment_id = payment.id and kind = 'charged') as charged_at
        from payout_sync_state, payments payment
        where received > 0 and intent_id is not null and not exists (
          select from payout_lines line where line.intent_id = payment.intent_id and line.kind = 'charge')) charged,
      (select max(created_at) as last_at, max(created_at) filter (where lines = 'never') as by_hand_at from payouts) paid_out
    where charged_at < greatest(last_at - interval '1 day' * ${sql.raw(String(PAID_OUT_DAYS))},
        synced_at - interval '1 day' * ${sql.raw(String(SILENT_DAYS))})
      -- Nobody knows what is in a payout made by hand.
      and (by_hand_at is null or charged_at > by_hand_at))`

/** Problems of payouts that nobody has resolved. */
export const OPEN_PAYOUT_PROBLEMS = sql`(
  select * from ${PAYOUT_PROBLEMS} found where not exists (select from resolved_payout_problems resolved
    where resolved.problem = found.problem and resolved.subject_id = found.subject_id))`
