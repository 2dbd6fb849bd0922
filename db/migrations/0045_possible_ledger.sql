-- The ledger stays possible: nobody gets back more than was paid. What a card refused to take back and an operator returned by hand
-- was recorded as returned from what was paid outside the site. It has a kind of its own now, and stands with its payment.
set local site.restoring = 'on';

alter table payments
  add column returned_by_hand numeric(8, 2) not null default 0 check (returned_by_hand >= 0 and returned_by_hand <= refund_due);
comment on column payments.returned_by_hand is 'the part of refund_due that the card refused and an operator returned in another way';
alter table ledger
  drop constraint ledger_kind_check,
  add constraint ledger_kind_check check (kind in ('charged', 'refunded', 'returned', 'kept', 'paid-elsewhere')),
  drop constraint ledger_card,
  add constraint ledger_card check ((kind in ('charged', 'refunded', 'returned')) = (payment_id is not null));
comment on column ledger.kind is 'returned: a refund that the card refused, made by hand; kept: the part of what was charged that a cancellation does not return';

-- Who paid twice gets both back: the price is no limit.
alter table bookings
  drop constraint bookings_check2,
  add constraint bookings_refund_amount check (refund_amount >= 0);

-- Returns that still stand, and whose payment has room for them. Others stay as they are recorded.
create temporary table old_returns on commit drop as
  select ledger.id as entry, ledger.booking_id, payments.id as payment_id, refused.value::numeric / 100 as amount
    from audit
    cross join lateral jsonb_each_text(audit.after -> 'undo' -> 'stuck') refused
    join payments on payments.id::text = refused.key
    join ledger on ledger.booking_id = payments.booking_id and ledger.kind = 'paid-elsewhere' and ledger.amount < 0
      and ledger.happened_at = audit.happened_at
    where audit.action = 'booking.returned' and audit.undoes is null
      and not exists (select from audit undone where undone.undoes = audit.id);
delete from old_returns where payment_id in (
  select payments.id from old_returns join payments on payments.id = payment_id
    group by payments.id having payments.refund_due + sum(old_returns.amount) > payments.received);
insert into ledger (booking_id, payment_id, kind, amount, note, operator_id, operator_name, happened_at)
  select booking_id, old_returns.payment_id, 'returned', old_returns.amount, note, operator_id, operator_name, happened_at
    from old_returns join ledger using (booking_id) where ledger.id = entry;
update payments set refund_due = refund_due + sums.amount, returned_by_hand = sums.amount
  from (select payment_id, sum(amount) as amount from old_returns group by payment_id) sums where payments.id = sums.payment_id;
delete from ledger using (select entry, sum(amount) as amount from old_returns group by entry) sums
  where ledger.id = sums.entry and ledger.amount + sums.amount = 0;
update ledger set amount = ledger.amount + sums.amount
  from (select entry, sum(amount) as amount from old_returns group by entry) sums where ledger.id = sums.entry;

-- Older entries may be wrong already. They stay, and what makes them right again is allowed.
create function ledger_stays_possible() returns trigger language plpgsql as $$
declare
  entry ledger := case when tg_op = 'DELETE' then old else new end;
  gives boolean := case when entry.kind in ('refunded', 'returned') then entry.amount < 0 else entry.amount > 0 end;
  elsewhere numeric;
  card record;
begin
  if entry.kind = 'kept' or tg_op = 'INSERT' and gives then return null; end if;
  select coalesce(sum(amount), 0) into elsewhere from ledger
    where booking_id = entry.booking_id and kind = 'paid-elsewhere';
  select coalesce(sum(amount) filter (where kind = 'charged'), 0) as charged,
      coalesce(sum(amount) filter (where kind = 'refunded'), 0) as refunded,
      coalesce(sum(amount) filter (where kind = 'returned'), 0) as returned
    into card from ledger where booking_id = entry.booking_id and payment_id = entry.payment_id;
  -- What the payment service says is recorded, also if an operator returned the same money by hand before.
  if entry.kind = 'paid-elsewhere' and elsewhere < 0
    or card.refunded > card.charged or card.refunded < 0 or card.returned < 0
    or entry.kind = 'returned' and card.refunded + card.returned > card.charged
  then
    raise exception 'more of a booking would be returned than was paid'
      using errcode = 'check_violation', constraint = 'ledger_stays_possible';
  end if;
  return null;
end $$;
create constraint trigger ledger_stays_possible after insert or update or delete on ledger deferrable initially deferred
  for each row when (current_setting('site.restoring', true) is distinct from 'on') execute function ledger_stays_possible();
