-- What was paid for a booking, on its row: lists of all bookings no longer add up every payment that there ever was. The triggers
-- add differences, so that payments of transactions that don't see one another are all counted.
alter table bookings
  add column paid_by_card numeric(10, 2) not null default 0,
  add column scheduled_by_card numeric(10, 2) not null default 0,
  add column paid_elsewhere numeric(10, 2) not null default 0;
comment on column bookings.paid_by_card is 'what cards paid or authorized, less what is to be refunded; kept by a trigger on payments';
comment on column bookings.scheduled_by_card is 'what a card is still charged by itself; kept by a trigger on payments';
comment on column bookings.paid_elsewhere is 'what was paid outside the site, less what was returned there; kept by a trigger on ledger';

create function paid_of_payment(payment payments) returns numeric language sql immutable as $$
  select case when payment.status = 'authorized' then payment.amount - payment.refund_due
    when payment.received > 0 then payment.received - payment.refund_due else 0 end
$$;
create function scheduled_of_payment(payment payments) returns numeric language sql immutable as $$
  select case when payment.status = 'scheduled' then payment.amount else 0 end
$$;

create function add_to_paid_by_card() returns trigger language plpgsql as $$
declare
  paid numeric := coalesce(paid_of_payment(new), 0) - coalesce(paid_of_payment(old), 0);
  scheduled numeric := coalesce(scheduled_of_payment(new), 0) - coalesce(scheduled_of_payment(old), 0);
begin
  if paid <> 0 or scheduled <> 0 then
    update bookings set paid_by_card = paid_by_card + paid, scheduled_by_card = scheduled_by_card + scheduled
      where id = coalesce(new.booking_id, old.booking_id);
  end if;
  return null;
end $$;

create function add_to_paid_elsewhere() returns trigger language plpgsql as $$
declare
  paid numeric := case when new.kind = 'paid-elsewhere' then new.amount else 0 end
    - case when old.kind = 'paid-elsewhere' then old.amount else 0 end;
begin
  if paid <> 0 then
    update bookings set paid_elsewhere = paid_elsewhere + paid where id = coalesce(new.booking_id, old.booking_id);
  end if;
  return null;
end $$;

-- First, since they wait for everybody who pays: no payment is missed between the sums and the triggers.
create trigger add_to_paid_by_card after insert or update or delete on payments for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function add_to_paid_by_card();
create trigger add_to_paid_elsewhere after insert or update or delete on ledger for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function add_to_paid_elsewhere();

-- Who has which nights does not change with what is paid.
drop trigger nights_changed on bookings;
alter table bookings disable trigger user;
update bookings set paid_by_card = by_card.paid, scheduled_by_card = by_card.scheduled
  from (select booking_id, sum(paid_of_payment(payments)) as paid, sum(scheduled_of_payment(payments)) as scheduled
    from payments group by booking_id) by_card
  where booking_id = bookings.id;
update bookings set paid_elsewhere = elsewhere.paid
  from (select booking_id, sum(amount) as paid from ledger where kind = 'paid-elsewhere' group by booking_id) elsewhere
  where booking_id = bookings.id;
alter table bookings enable trigger user;
create constraint trigger nights_changed after insert or delete or update of property_id, check_in_date, check_out_date, status
  on bookings deferrable initially deferred for each row execute function nights_changed();

-- What waits for somebody is read without reading the rest.
create index bookings_unpaid on bookings (check_in_date) where status = 'confirmed'
  and total_amount > paid_by_card + scheduled_by_card + greatest(0, paid_elsewhere - return_due);
create index bookings_overpaid on bookings (id) where status = 'confirmed'
  and paid_by_card + greatest(0, paid_elsewhere - return_due) > total_amount;
create index bookings_to_return on bookings (id) where return_due > 0;
create index bookings_returned_too_much on bookings (id) where paid_elsewhere < 0;
create index payments_open on payments (booking_id, status) where status in ('scheduled', 'failed');
create index payments_refund_failed on payments (booking_id) where refund_failed;
create index bookings_days on bookings (check_out_date, check_in_date) where status = 'confirmed';
