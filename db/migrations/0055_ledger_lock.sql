-- Two returns at the same moment cannot exceed together what was paid.
create or replace function ledger_refund_limit() returns trigger language plpgsql as $$
declare
  entry ledger := case when tg_op = 'DELETE' then old else new end;
  adds boolean := case when entry.kind in ('refunded', 'returned') then entry.amount < 0 else entry.amount > 0 end;
  elsewhere numeric;
  card record;
begin
  if entry.kind = 'kept' or tg_op = 'INSERT' and adds then return null; end if;
  -- Two transactions that each return what the other does not see yet take turns.
  perform from bookings where id = entry.booking_id for no key update;
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
      using errcode = 'check_violation', constraint = 'ledger_refund_limit';
  end if;
  return null;
end $$;
