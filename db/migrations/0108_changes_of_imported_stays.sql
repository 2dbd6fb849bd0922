-- A stay that was canceled as in a file is confirmed again by Undo.
create or replace function is_status_transition(before text, after text) returns boolean language sql immutable as $$
  select (coalesce(before, 'new'), after) in (
    ('new', 'held'), ('new', 'pending'), ('new', 'confirmed'),
    ('held', 'confirmed'), ('held', 'cancelled'), ('held', 'expired'),
    ('pending', 'confirmed'), ('pending', 'declined'), ('pending', 'cancelled'), ('pending', 'expired'),
    ('confirmed', 'cancelled'), ('cancelled', 'confirmed'))
$$;

-- What a file said was paid, apart from what operators recorded themselves.
alter table imported_bookings add column paid numeric(10, 2) not null default 0;
comment on column imported_bookings.paid is 'what the file says was paid where it was booked; in the ledger, too';
update imported_bookings set paid = paid_before.amount
  from (select booking_id, sum(amount) as amount from ledger
    where kind = 'paid-elsewhere' and note = 'Paid before the import' group by booking_id) paid_before
  where paid_before.booking_id = imported_bookings.booking_id;
