-- The last columns and kinds whose names were not the field's terms.
alter table payout_settlements rename to resolved_payout_problems;
create temporary table renamed_columns (in_table text, earlier text, later text) on commit drop;
insert into renamed_columns values
  ('owners', 'gets_cleaning', 'receives_cleaning_fee'),
  ('owners', 'gets_fees', 'receives_other_fees'),
  ('payments', 'refund_tries', 'refund_attempts'),
  ('payments', 'refund_tried_at', 'refund_attempted_at'),
  ('payments', 'returned_by_hand', 'refunded_elsewhere'),
  ('payments', 'tries', 'attempts'),
  ('properties', 'settled_questions', 'answered_questions'),
  ('resolved_payout_problems', 'settled_at', 'resolved_at'),
  ('stay_messages', 'empty_blanks', 'missing_values');
do $$
declare
  named record;
begin
  for named in select * from renamed_columns loop
    execute format('alter table %I rename column %I to %I', named.in_table, named.earlier, named.later);
  end loop;
  for named in select conrelid::regclass as relation, conname as earlier, in_table || '_' || later || suffix as later
      from pg_constraint join renamed_columns on conrelid = in_table::regclass
      cross join (values ('_check'), ('_not_null')) suffixes (suffix)
      where conname = in_table || '_' || earlier || suffix loop
    execute format('alter table %s rename constraint %I to %I', named.relation, named.earlier, named.later);
  end loop;
  for named in select conname as earlier from pg_constraint
      where conrelid = 'resolved_payout_problems'::regclass and conname like 'payout\_settlements\_%' loop
    execute format('alter table resolved_payout_problems rename constraint %I to %I', named.earlier,
      replace(replace(named.earlier, 'payout_settlements', 'resolved_payout_problems'), 'settled_at', 'resolved_at'));
  end loop;
end $$;

-- The same money under its new name: the sums that triggers maintain stay as they are.
drop index ledger_kept;
alter table ledger disable trigger user;
alter table ledger drop constraint ledger_kind_check, drop constraint ledger_card;
update ledger set kind = case kind when 'kept' then 'retained' else 'refunded-elsewhere' end where kind in ('kept', 'returned');
alter table ledger
  add constraint ledger_kind_check
    check (kind in ('charged', 'refunded', 'refunded-elsewhere', 'disputed', 'retained', 'paid-elsewhere')),
  add constraint ledger_card
    check ((kind in ('charged', 'refunded', 'refunded-elsewhere', 'disputed')) = (payment_id is not null));
create index ledger_retained on ledger (booking_id) where kind = 'retained';
alter table ledger enable trigger user;
comment on column ledger.kind is 'refunded-elsewhere: a refund that the card refused, made by hand; disputed: withdrawn by the bank, below 0 given back; retained: the part of what was charged that a cancellation does not return';

create or replace function paid_of_payment(payment payments) returns numeric language sql immutable as $$
  select case when payment.status = 'authorized' then payment.amount - payment.refund_due
    when payment.received > 0 then payment.received - payment.refund_due - greatest(0, payment.charged_back
      - greatest(0, least(payment.refund_due, payment.received) - payment.refunded - payment.refunded_elsewhere)) else 0 end
$$;

create or replace function refused_of_payment(payment payments) returns numeric language sql immutable as $$
  select case when (payment.refund_failed or payment.refund_refusal is not null) and payment.disputed = 0
    then greatest(0, least(payment.refund_due, payment.received) - payment.refunded - payment.refunded_elsewhere
      - payment.charged_back)
    else 0 end
$$;

create or replace function ledger_refund_limit() returns trigger language plpgsql as $$
declare
  entry ledger := case when tg_op = 'DELETE' then old else new end;
  adds boolean := case when entry.kind in ('refunded', 'refunded-elsewhere') then entry.amount < 0 else entry.amount > 0 end;
  elsewhere numeric;
  card record;
begin
  if entry.kind in ('retained', 'disputed') or tg_op = 'INSERT' and adds then return null; end if;
  -- Two transactions that each return what the other does not see yet take turns.
  perform from bookings where id = entry.booking_id for no key update;
  select coalesce(sum(amount), 0) into elsewhere from ledger
    where booking_id = entry.booking_id and kind = 'paid-elsewhere';
  select coalesce(sum(amount) filter (where kind = 'charged'), 0) as charged,
      coalesce(sum(amount) filter (where kind = 'refunded'), 0) as refunded,
      coalesce(sum(amount) filter (where kind = 'refunded-elsewhere'), 0) as by_hand,
      coalesce(sum(amount) filter (where kind = 'disputed'), 0) as disputed
    into card from ledger where booking_id = entry.booking_id and payment_id = entry.payment_id;
  -- What the payment service says is recorded, also if an operator returned the same money by hand before.
  if entry.kind = 'paid-elsewhere' and elsewhere < 0
    or card.refunded > card.charged or card.refunded < 0 or card.by_hand < 0
    or entry.kind = 'refunded-elsewhere' and card.refunded + card.by_hand + card.disputed > card.charged
  then
    raise exception 'more of a booking would be returned than was paid'
      using errcode = 'check_violation', constraint = 'ledger_refund_limit';
  end if;
  return null;
end $$;

-- Stored JSON has the same names. In its text, only a key is followed by a quote and a colon.
create function renamed_keys(value jsonb) returns jsonb language sql immutable as $$
  select replace(replace(replace(value::text, '"getsCleaning":', '"receivesCleaningFee":'),
    '"getsFees":', '"receivesOtherFees":'), '"settledQuestions":', '"answeredQuestions":')::jsonb
$$;
update audit set before = renamed_keys(before), after = renamed_keys(after)
  where concat(before, after) ~ '"(getsCleaning|getsFees|settledQuestions)":';
update owner_statements set figures = renamed_keys(figures) where figures::text like '%"getsCleaning":%';
drop function renamed_keys;

update account_names set account = 'retained' where account = 'kept';
update audit set before = replace(before::text, '"kept":', '"retained":')::jsonb,
    after = replace(after::text, '"kept":', '"retained":')::jsonb
  where action = 'accounts.changed';
update audit set action = 'payout.resolved' where action = 'payout.settled';
