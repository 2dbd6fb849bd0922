-- What a home asks of a stay and what it takes off its price, as rows and columns: discounts of long stays, fees by guest and by
-- night, taxes by jurisdiction, days of arrival, minimum stays by weekday and by date, notice and booking window.

alter table properties
  add column check_in_days smallint[]
    check (cardinality(check_in_days) > 0 and check_in_days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  add column notice_days integer not null default 0 check (notice_days >= 0),
  add column notice_until_hour smallint not null default 24 check (notice_until_hour between 1 and 24),
  add column booking_window_days integer check (booking_window_days >= 0);
comment on column properties.check_in_days is 'weekdays of arrival, 0 is Sunday; null is any; those of departure are the same';
comment on column properties.notice_until_hour is 'by the clock of the home: from then on today counts as over; 24 is midnight';
comment on column properties.booking_window_days is 'beside that of the site, whichever is shorter';

alter table seasons add column check_in_days smallint[]
  check (cardinality(check_in_days) > 0 and check_in_days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]);
comment on column seasons.check_in_days is 'null: as in the rest of the year';

alter table property_availability add column minimum_stay integer check (minimum_stay >= 1);
comment on column property_availability.reason is 'beside a price it is told to guests, beside a block it is the operator''s own';

create table arrival_minimums (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  season_id uuid references seasons on delete cascade,
  weekdays smallint[] not null check (cardinality(weekdays) > 0 and weekdays <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  minimum_stay integer not null check (minimum_stay >= 1)
);
create index arrival_minimums_property on arrival_minimums (property_id);

create table stay_discounts (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  label text not null,
  from_nights integer not null check (from_nights >= 2),
  percent numeric(7, 4) not null check (percent > 0 and percent <= 100),
  unique (property_id, from_nights)
);

alter table fees
  drop constraint fees_kind_check,
  add constraint fees_kind_check check (kind in ('pet', 'guest')),
  add column per text not null default 'stay' check (per in ('stay', 'night')),
  add column included_guests integer check (included_guests >= 1),
  add constraint fees_guests_included check ((kind = 'guest') = (included_guests is not null));
comment on column fees.included_guests is 'a guest fee is for each guest beyond these';

alter table taxes
  add column jurisdiction text,
  add column applies_to text[] not null default '{nights,cleaning,fees}'
    check (cardinality(applies_to) > 0 and applies_to <@ '{nights,cleaning,fees}'::text[]);
comment on column taxes.rate is 'percent of the lines that applies_to names, 10.4 is 10.4 %; fees only where they are taxable';

do $$
declare shown text;
begin
  foreach shown in array array['arrival_minimums', 'stay_discounts'] loop
    execute format('create constraint trigger content_changed after insert or update or delete on %I '
      'deferrable initially deferred for each row execute function content_changed()', shown);
  end loop;
end $$;

-- A code takes a percentage or an amount off the nights. How often it is in use is counted, not stored: by the bookings that
-- stand, under a lock of its row, in the transaction that makes the next one.
create table promo_codes (
  code text primary key check (code ~ '^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$'),
  property_id uuid references properties on delete cascade,
  percent numeric(7, 4) check (percent > 0 and percent <= 100),
  amount numeric(8, 2) check (amount > 0),
  book_from date,
  book_until date,
  stay_from date,
  stay_until date,
  minimum_nights integer not null default 1 check (minimum_nights >= 1),
  use_limit integer check (use_limit >= 1),
  ended_at timestamptz,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  check ((percent is null) <> (amount is null)),
  check (book_until >= book_from),
  check (stay_until >= stay_from)
);
comment on column promo_codes.property_id is 'null: every home';
comment on column promo_codes.book_until is 'the last day, at the home, on which it can be booked with';
comment on column promo_codes.stay_until is 'the last night of a stay with it; null is any';

alter table bookings add column promo_code text references promo_codes;
create index bookings_promo_code on bookings (promo_code) where promo_code is not null;
