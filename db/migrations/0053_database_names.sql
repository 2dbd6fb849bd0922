-- Stored names follow the glossary, and constraints and triggers say what they check. The specification's entities keep their names.

-- What is wrong already is moved as it is, and does not keep the site from starting.
set local site.restoring = 'on';

alter table storage_leftovers rename to storage_orphans;
alter table storage_orphans rename column sweep_after to delete_after;
drop index storage_leftovers_sweep_after;
create index storage_orphans_delete_after on storage_orphans (delete_after);

alter table calendar_feeds rename column turn to claim;
alter table calendar_feeds rename column told_at to notified_at;
comment on column calendar_feeds.claim is 'grows with every sync that begins; one that is not the last any more writes nothing';

-- Newer servers name what is not null, too.
do $$
declare known record;
begin
  for known in select conrelid::regclass as owner, conname as name from pg_constraint
      where conname ~ '^(storage_leftovers|calendar_feeds_turn)_' loop
    execute format('alter table %s rename constraint %I to %I', known.owner, known.name,
      replace(replace(replace(known.name, 'leftovers', 'orphans'), 'sweep_after', 'delete_after'), 'turn', 'claim'));
  end loop;
end $$;

alter table occupancies rename column dispute to conflict_notice;
alter table occupancies drop constraint occupancies_dispute_check;
alter index occupancies_new_disputes rename to occupancies_new_conflicts;

alter table properties rename column licence_number to license_number;
alter table properties rename constraint properties_place_check to properties_theme_check;

alter table night_overrides rename constraint night_overrides_says_something to night_overrides_not_empty;
alter table newsletter_subscriptions
  rename constraint newsletter_only_to_the_willing to newsletter_active_only_if_confirmed;
alter table booking_changes rename constraint booking_changes_possible to booking_changes_status_transition;

-- ------------------------------------------------------------------ triggers and their functions
-- A constraint trigger has two names, that of the trigger and that of the constraint.

alter function booking_may_become rename to is_status_transition;
alter function bookings_become_what_they_may rename to refuse_status_transition;
create or replace function refuse_status_transition() returns trigger language plpgsql as $$
begin
  raise exception 'booking % is % and cannot become %', old.id, old.status, new.status
    using errcode = 'check_violation', constraint = 'bookings_status_transition';
end $$;
alter trigger bookings_become_what_they_may on bookings rename to bookings_status_transition;

alter function assert_booking_tells_its_changes rename to require_matching_changes;
create or replace function require_matching_changes(checked uuid) returns void language plpgsql as $$
declare
  is_now text;
  matches boolean;
begin
  select status into is_now from bookings where id = checked;
  if not found then return; end if;
  select count(*) > 0 and bool_and(number = place and from_status is not distinct from before)
      and bool_or(place = places and to_status = is_now)
    into matches
    from (select number, from_status, to_status, row_number() over by_number as place, count(*) over () as places,
        lag(to_status) over by_number as before
      from booking_changes where booking_id = checked window by_number as (order by number)) changes;
  if not matches then
    raise exception 'booking % is %, which does not match its changes', checked, is_now
      using errcode = 'check_violation', constraint = 'bookings_match_changes';
  end if;
end $$;
alter function bookings_tell_their_changes rename to bookings_match_changes;
create or replace function bookings_match_changes() returns trigger language plpgsql as $$
begin
  perform require_matching_changes(new.id);
  return null;
end $$;
alter function changes_are_those_of_their_booking rename to booking_changes_match_booking;
create or replace function booking_changes_match_booking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform require_matching_changes(old.booking_id); end if;
  if tg_op <> 'DELETE' then perform require_matching_changes(new.booking_id); end if;
  return null;
end $$;
alter trigger bookings_tell_their_changes on bookings rename to bookings_match_changes;
alter table bookings rename constraint bookings_tell_their_changes to bookings_match_changes;
alter trigger changes_are_those_of_their_booking on booking_changes rename to booking_changes_match_booking;
alter table booking_changes rename constraint changes_are_those_of_their_booking to booking_changes_match_booking;

alter function assert_booking_has_its_nights rename to require_matching_occupancy;
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
      where kind = wanted and property_id = stay.property_id
        and nights = daterange(stay.check_in_date, stay.check_out_date))
    into all_rows, right_rows from occupancies where booking_id = checked;
  if all_rows <> (case when wanted is null then 0 else 1 end) or all_rows <> right_rows then
    raise exception 'booking % is % but has % occupancy rows, % of them right', checked, stay.status, all_rows, right_rows
      using errcode = 'check_violation', constraint = 'bookings_match_occupancy';
  end if;
end $$;
alter function bookings_have_their_nights rename to bookings_match_occupancy;
create or replace function bookings_match_occupancy() returns trigger language plpgsql as $$
begin
  perform require_matching_occupancy(new.id);
  return null;
end $$;
alter function occupancies_match_their_booking rename to occupancies_match_booking;
create or replace function occupancies_match_booking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.booking_id is not null then perform require_matching_occupancy(old.booking_id); end if;
  if tg_op <> 'DELETE' and new.booking_id is not null then perform require_matching_occupancy(new.booking_id); end if;
  return null;
end $$;
alter trigger bookings_have_their_nights on bookings rename to bookings_match_occupancy;
alter table bookings rename constraint bookings_have_their_nights to bookings_match_occupancy;
alter trigger occupancies_match_their_booking on occupancies rename to occupancies_match_booking;
alter table occupancies rename constraint occupancies_match_their_booking to occupancies_match_booking;

alter function payments_write_the_ledger rename to record_payment_in_ledger;
alter trigger payments_write_the_ledger on payments rename to record_payment_in_ledger;
alter function ledger_stays_possible rename to ledger_refund_limit;
create or replace function ledger_refund_limit() returns trigger language plpgsql as $$
declare
  entry ledger := case when tg_op = 'DELETE' then old else new end;
  adds boolean := case when entry.kind in ('refunded', 'returned') then entry.amount < 0 else entry.amount > 0 end;
  elsewhere numeric;
  card record;
begin
  if entry.kind = 'kept' or tg_op = 'INSERT' and adds then return null; end if;
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
alter trigger ledger_stays_possible on ledger rename to ledger_refund_limit;
alter table ledger rename constraint ledger_stays_possible to ledger_refund_limit;

alter function superseded_documents_keep_the_brand rename to store_superseded_brand;
alter trigger superseded_documents_keep_the_brand on site rename to store_superseded_brand;
alter function price_is_confirmed rename to confirm_price;
alter trigger price_is_confirmed on properties rename to confirm_price;
alter function draw_is_published rename to refuse_draw_change;
alter trigger draw_is_published on giveaway_draws rename to refuse_draw_change;
alter function draw_lines_are_published rename to refuse_draw_line_change;
alter trigger draw_lines_are_published on giveaway_draw_lines rename to refuse_draw_line_change;
alter function entries_are_frozen rename to refuse_frozen_entry;
alter trigger entries_are_frozen on staycation_entries rename to refuse_frozen_entry;
alter trigger entries_are_frozen on staycation_shares rename to refuse_frozen_entry;

-- ------------------------------------------------------------------ stored values

-- These updates are no versions of their own.
alter table properties disable trigger keep_replaced_version;
alter table properties disable trigger keep_replaced_row;
update properties set presentation =
    jsonb_set(presentation #- '{surroundings,centre}', '{surroundings,center}', presentation #> '{surroundings,centre}')
  where presentation #> '{surroundings,centre}' is not null;
update occupancies set conflict_notice = 'sent' where conflict_notice = 'told';
-- A table whose deferred triggers still wait cannot be altered.
set constraints all immediate;
alter table properties enable trigger keep_replaced_version;
alter table properties enable trigger keep_replaced_row;
alter table occupancies
  add constraint occupancies_conflict_notice_check check (conflict_notice in ('new', 'sent', 'settled'));

update record_versions set content =
    jsonb_set(content #- '{surroundings,centre}', '{surroundings,center}', content #> '{surroundings,centre}')
  where record = 'properties.presentation' and content #> '{surroundings,centre}' is not null;
update record_versions set content = jsonb_set(content #- '{presentation,surroundings,centre}',
    '{presentation,surroundings,center}', content #> '{presentation,surroundings,centre}')
  where record = 'properties' and content #> '{presentation,surroundings,centre}' is not null;
update record_versions set content = content - 'licence_number' || jsonb_build_object('license_number', content -> 'licence_number')
  where record = 'properties' and content ? 'licence_number';

update email_logs set template = 'calendar-conflict' where template = 'nights-disputed';
