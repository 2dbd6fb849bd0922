-- What guests dispute with their bank, as the payment service says. While a dispute is open, nothing of its payment goes back.
create table disputes (
  id text primary key check (id <> ''),
  payment_id uuid not null references payments,
  status text not null check (status in ('needs-response', 'under-review', 'won', 'lost', 'closed')),
  is_inquiry boolean not null,
  amount numeric(8, 2) not null check (amount > 0),
  withdrawn numeric(8, 2) not null default 0 check (withdrawn >= 0),
  reason text not null,
  answer_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  asked_at timestamptz not null
);
comment on table disputes is 'disputes of card payments, by the id of the payment service';
comment on column disputes.is_inquiry is 'the bank asks, and has taken nothing yet';
comment on column disputes.withdrawn is 'what the bank holds or keeps of the payment, without fees';
comment on column disputes.asked_at is 'when the payment service was asked for this state: an older answer that comes later is not stored';
create index disputes_payment on disputes (payment_id);
create index disputes_open on disputes (opened_at) where status in ('needs-response', 'under-review');

alter table payments
  add column disputed numeric(8, 2) not null default 0,
  add column charged_back numeric(8, 2) not null default 0,
  add column refund_refusal text check (refund_refusal in ('disputed', 'already-refunded', 'no-funds', 'returned', 'other'));
comment on column payments.disputed is 'the amount of open disputes; kept by a trigger on disputes';
comment on column payments.charged_back is 'what the bank took for good; kept by a trigger on disputes';
comment on column payments.refund_refusal is 'why the last refund was not made';

alter table ledger
  drop constraint ledger_kind_check,
  add constraint ledger_kind_check check (kind in ('charged', 'refunded', 'returned', 'disputed', 'kept', 'paid-elsewhere')),
  drop constraint ledger_card,
  add constraint ledger_card check ((kind in ('charged', 'refunded', 'returned', 'disputed')) = (payment_id is not null));
comment on column ledger.kind is 'returned: a refund that the card refused, made by hand; disputed: withdrawn by the bank, below 0 given back; kept: the part of what was charged that a cancellation does not return';

create function record_dispute() returns trigger language plpgsql as $$
declare
  moved numeric := new.withdrawn - case when tg_op = 'INSERT' then 0 else old.withdrawn end;
begin
  if moved <> 0 then
    insert into ledger (booking_id, payment_id, kind, amount, happened_at)
      select booking_id, id, 'disputed', moved, clock_timestamp() from payments where id = new.payment_id;
  end if;
  update payments set disputed = sums.disputed, charged_back = sums.charged_back
    from (select coalesce(sum(amount) filter (where status in ('needs-response', 'under-review')), 0) as disputed,
        coalesce(sum(withdrawn) filter (where status = 'lost'), 0) as charged_back
      from disputes where payment_id = new.payment_id) sums
    where payments.id = new.payment_id
      and (payments.disputed, payments.charged_back) is distinct from (sums.disputed, sums.charged_back);
  return null;
end $$;
create trigger record_dispute after insert or update on disputes for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function record_dispute();

-- What the bank took beyond what was going back anyway is not paid.
create or replace function paid_of_payment(payment payments) returns numeric language sql immutable as $$
  select case when payment.status = 'authorized' then payment.amount - payment.refund_due
    when payment.received > 0 then payment.received - payment.refund_due - greatest(0, payment.charged_back
      - greatest(0, least(payment.refund_due, payment.received) - payment.refunded - payment.returned_by_hand)) else 0 end
$$;

-- Nobody returns by hand what the bank has, or gave back to the guest.
create or replace function ledger_refund_limit() returns trigger language plpgsql as $$
declare
  entry ledger := case when tg_op = 'DELETE' then old else new end;
  adds boolean := case when entry.kind in ('refunded', 'returned') then entry.amount < 0 else entry.amount > 0 end;
  elsewhere numeric;
  card record;
begin
  if entry.kind in ('kept', 'disputed') or tg_op = 'INSERT' and adds then return null; end if;
  -- Two transactions that each return what the other does not see yet take turns.
  perform from bookings where id = entry.booking_id for no key update;
  select coalesce(sum(amount), 0) into elsewhere from ledger
    where booking_id = entry.booking_id and kind = 'paid-elsewhere';
  select coalesce(sum(amount) filter (where kind = 'charged'), 0) as charged,
      coalesce(sum(amount) filter (where kind = 'refunded'), 0) as refunded,
      coalesce(sum(amount) filter (where kind = 'returned'), 0) as returned,
      coalesce(sum(amount) filter (where kind = 'disputed'), 0) as disputed
    into card from ledger where booking_id = entry.booking_id and payment_id = entry.payment_id;
  -- What the payment service says is recorded, also if an operator returned the same money by hand before.
  if entry.kind = 'paid-elsewhere' and elsewhere < 0
    or card.refunded > card.charged or card.refunded < 0 or card.returned < 0
    or entry.kind = 'returned' and card.refunded + card.returned + card.disputed > card.charged
  then
    raise exception 'more of a booking would be returned than was paid'
      using errcode = 'check_violation', constraint = 'ledger_refund_limit';
  end if;
  return null;
end $$;
