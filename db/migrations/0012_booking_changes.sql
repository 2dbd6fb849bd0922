-- The life of a booking: every change of its status is a row, and only possible ones happen.

alter table bookings
  add column token uuid not null unique default gen_random_uuid(),
  add column quote_id uuid references quotes,
  add column answer_by timestamptz;
create index bookings_quote on bookings (quote_id) where quote_id is not null;
create index bookings_answer on bookings (answer_by) where status = 'pending';
comment on column bookings.token is 'the secret part of the address of the guest''s own page';
comment on column bookings.answer_by is 'a pending one that nobody answers by then expires; null waits for as long as it takes';

create function booking_may_become(before text, after text) returns boolean language sql immutable as $$
  select (coalesce(before, 'new'), after) in (
    ('new', 'held'), ('new', 'pending'), ('new', 'confirmed'),
    ('held', 'confirmed'), ('held', 'cancelled'), ('held', 'expired'),
    ('pending', 'confirmed'), ('pending', 'declined'), ('pending', 'cancelled'), ('pending', 'expired'),
    ('confirmed', 'cancelled'))
$$;

create function bookings_become_what_they_may() returns trigger language plpgsql as $$
begin
  raise exception 'booking % is % and cannot become %', old.id, old.status, new.status
    using errcode = 'check_violation', constraint = 'bookings_become_what_they_may';
end $$;
create trigger bookings_become_what_they_may before update of status on bookings for each row
  when (old.status is distinct from new.status and not booking_may_become(old.status, new.status))
  execute function bookings_become_what_they_may();

create table booking_changes (
  booking_id uuid not null references bookings,
  number smallint not null check (number >= 1),
  from_status text,
  to_status text not null,
  cause text not null check (cause in ('guest', 'operator', 'time', 'payment', 'conflict')),
  changed_at timestamptz not null default now(),
  primary key (booking_id, number),
  constraint booking_changes_first check ((number = 1) = (from_status is null)),
  constraint booking_changes_possible check (booking_may_become(from_status, to_status))
);

insert into booking_changes (booking_id, number, to_status, cause, changed_at)
  select id, 1, case when status in ('held', 'pending', 'confirmed') then status else 'pending' end, 'guest', created_at
    from bookings;
insert into booking_changes (booking_id, number, from_status, to_status, cause)
  select id, 2, 'pending', status, 'operator' from bookings where status not in ('held', 'pending', 'confirmed');

-- The changes of a booking follow one another without a gap, and the last led to what it is. Checked at commit, so that a
-- transaction may write both sides in any order.
create function assert_booking_tells_its_changes(checked uuid) returns void language plpgsql as $$
declare
  is_now text;
  tells boolean;
begin
  select status into is_now from bookings where id = checked;
  if not found then return; end if;
  select count(*) > 0 and bool_and(number = place and from_status is not distinct from before)
      and bool_or(place = places and to_status = is_now)
    into tells
    from (select number, from_status, to_status, row_number() over by_number as place, count(*) over () as places,
        lag(to_status) over by_number as before
      from booking_changes where booking_id = checked window by_number as (order by number)) told;
  if not tells then
    raise exception 'booking % is %, which its changes do not tell', checked, is_now
      using errcode = 'check_violation', constraint = 'bookings_tell_their_changes';
  end if;
end $$;

create function bookings_tell_their_changes() returns trigger language plpgsql as $$
begin
  perform assert_booking_tells_its_changes(new.id);
  return null;
end $$;
create function changes_are_those_of_their_booking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform assert_booking_tells_its_changes(old.booking_id); end if;
  if tg_op <> 'DELETE' then perform assert_booking_tells_its_changes(new.booking_id); end if;
  return null;
end $$;
create constraint trigger bookings_tell_their_changes after insert or update of status on bookings
  deferrable initially deferred for each row execute function bookings_tell_their_changes();
create constraint trigger changes_are_those_of_their_booking after insert or update or delete on booking_changes
  deferrable initially deferred for each row execute function changes_are_those_of_their_booking();
