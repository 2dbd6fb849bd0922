-- A platform may sell nights that somebody has here. Its booking is stored nevertheless: its guest has it in writing.
-- A person decides who comes. Until then its nights are an overbooking, which may overlap, and they stay taken.
alter table occupancies drop constraint occupancies_kind_check;
alter table occupancies
  add constraint occupancies_kind_check check (kind in ('hold', 'booking', 'import', 'overbooking')),
  add constraint occupancies_overbooking_of_booking check (kind <> 'overbooking' or booking_id is not null);
create index occupancies_overbookings on occupancies (property_id) where kind = 'overbooking';

-- A confirmed booking has one row with its home and dates: its nights, or an overbooking of them.
create or replace function require_matching_occupancy(checked uuid) returns void language plpgsql as $$
declare
  stay bookings%rowtype;
  wanted text;
  all_rows integer;
  right_rows integer;
begin
  select * into stay from bookings where id = checked;
  if not found then return; end if;
  wanted := case when stay.status in ('pending', 'confirmed') then 'booking' when stay.status = 'held' then 'hold' end;
  select count(*), count(*) filter (
      where (kind = wanted or (kind = 'overbooking' and stay.status = 'confirmed')) and property_id = stay.property_id
        and nights = daterange(stay.check_in_date, stay.check_out_date))
    into all_rows, right_rows from occupancies where booking_id = checked;
  if all_rows <> (case when wanted is null then 0 else 1 end) or all_rows <> right_rows then
    raise exception 'booking % is % but has % occupancy rows, % of them right', checked, stay.status, all_rows, right_rows
      using errcode = 'check_violation', constraint = 'bookings_match_occupancy';
  end if;
end $$;

alter table bookings drop constraint bookings_source_check;
alter table bookings add constraint bookings_source_check
  check (source in ('website', 'phone', 'email', 'friends', 'airbnb', 'vrbo', 'booking-com', 'expedia', 'other'));

-- A platform books, changes and cancels by itself.
alter table booking_changes drop constraint booking_changes_cause_check;
alter table booking_changes add constraint booking_changes_cause_check
  check (cause in ('guest', 'operator', 'time', 'payment', 'conflict', 'platform'));
