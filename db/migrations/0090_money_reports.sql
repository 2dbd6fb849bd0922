-- First, since it waits for everybody who reads bookings.
alter table bookings drop constraint bookings_source_check;
alter table bookings add constraint bookings_source_check
  check (source in ('website', 'phone', 'email', 'friends', 'airbnb', 'vrbo', 'booking-com', 'other'));

-- What reports count of a stay, once for each time that it changed: the figures of a day can be read as they were on that day.
create table booking_versions (
  booking_id uuid not null references bookings on delete cascade,
  number integer not null check (number >= 1),
  recorded_at timestamptz not null,
  replaced_at timestamptz check (replaced_at >= recorded_at),
  property_id uuid not null references properties,
  status text not null,
  source text not null,
  promo_code text,
  check_in_date date not null,
  check_out_date date not null check (check_out_date > check_in_date),
  -- In cents. The rent is the nights with their discounts, less what was refunded of the stay.
  rent integer not null,
  cleaning integer not null,
  fees integer not null,
  refunds integer not null,
  taxes integer not null,
  tax_lines jsonb not null,
  -- What of payments by hand is promised back, in cents.
  return_due integer not null,
  primary key (booking_id, number)
);
comment on table booking_versions is 'what reports count of each stay that was ever confirmed; the present one has no replaced_at';
create unique index booking_versions_present on booking_versions (booking_id) where replaced_at is null;
create index booking_versions_check_out on booking_versions (check_out_date, check_in_date);
create index booking_versions_recorded on booking_versions (recorded_at);

-- The version of a booking as it is now. Taxes, cleaning and fees are lines of the price; the rest of it is rent.
create function version_of_booking(booking bookings) returns booking_versions language sql stable as $$
  select row(booking.id, 1, clock_timestamp(), null, booking.property_id, booking.status, booking.source, booking.promo_code,
    booking.check_in_date, booking.check_out_date, round(booking.total_amount * 100) - cleaning - fees - taxes, cleaning, fees,
    refunds, taxes, tax_lines, round(booking.return_due * 100))::booking_versions
  from (select
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'cleaning'), 0) as cleaning,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' not in ('nights', 'discount', 'cleaning', 'tax')), 0) as fees,
      -coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'discount' and line ->> 'label' = 'Refund'), 0) as refunds,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'tax'), 0) as taxes,
      coalesce(jsonb_agg(line order by place) filter (where line ->> 'kind' = 'tax'), '[]') as tax_lines
    from jsonb_array_elements(case when jsonb_typeof(booking.lines) = 'array' then booking.lines else '[]' end)
      with ordinality listed(line, place)) sums
$$;

create function keep_booking_version() returns trigger language plpgsql as $$
declare
  present booking_versions := version_of_booking(new);
  replaced booking_versions;
begin
  select * into replaced from booking_versions where booking_id = new.id and replaced_at is null;
  if not found and new.status <> 'confirmed' then return null; end if;
  if found then
    present.number := replaced.number;
    present.recorded_at := replaced.recorded_at;
    if present is not distinct from replaced then return null; end if;
    present.number := replaced.number + 1;
    -- The clock of a machine may be behind that of the one before.
    present.recorded_at := greatest(clock_timestamp(), replaced.recorded_at);
    update booking_versions set replaced_at = present.recorded_at where booking_id = new.id and number = replaced.number;
  end if;
  insert into booking_versions select present.*;
  return null;
end $$;

-- From here on no change is missed: those that other processes make wait for this migration.
create trigger keep_booking_version after insert or update of property_id, status, source, promo_code, check_in_date,
    check_out_date, total_amount, lines, return_due on bookings for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function keep_booking_version();

-- Bookings from before: confirmed with what they cost today, and canceled when they were.
insert into booking_versions
  select (version).booking_id, 1, confirmed_at, case when status = 'confirmed' then null else greatest(ended_at, confirmed_at) end,
      (version).property_id, 'confirmed', (version).source, (version).promo_code, (version).check_in_date, (version).check_out_date,
      (version).rent, (version).cleaning, (version).fees, (version).refunds, (version).taxes, (version).tax_lines, 0
    from (select bookings.status, version_of_booking(bookings) as version,
        (select min(changed_at) from booking_changes where booking_id = bookings.id and to_status = 'confirmed') as confirmed_at,
        (select max(changed_at) from booking_changes where booking_id = bookings.id) as ended_at
      from bookings) known
    where confirmed_at is not null;
insert into booking_versions
  select (version).booking_id, 2, first.replaced_at, null, (version).property_id, (version).status, (version).source,
      (version).promo_code, (version).check_in_date, (version).check_out_date, (version).rent, (version).cleaning, (version).fees,
      (version).refunds, (version).taxes, (version).tax_lines, (version).return_due
    from (select version_of_booking(bookings) as version from bookings where status <> 'confirmed') known
    join booking_versions first on first.booking_id = (version).booking_id;

-- How an authority wants its lodging tax. Every one that ever had a tax has a row: its reports stay when the tax is gone.
create table tax_jurisdictions (
  name text primary key check (name <> ''),
  counted_by text not null default 'check-out' check (counted_by in ('check-out', 'check-in', 'night', 'payment')),
  period text not null default 'month' check (period in ('month', 'quarter')),
  due_day smallint not null default 20 check (due_day between 1 and 28)
);
comment on column tax_jurisdictions.due_day is 'of the month after the period';

create function keep_tax_jurisdiction() returns trigger language plpgsql as $$
begin
  insert into tax_jurisdictions (name) values (coalesce(new.jurisdiction, new.name)) on conflict do nothing;
  return null;
end $$;
create trigger keep_tax_jurisdiction after insert or update of jurisdiction, name on taxes for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function keep_tax_jurisdiction();
insert into tax_jurisdictions (name)
  select distinct coalesce(jurisdiction, name) from taxes
  union
  select distinct coalesce(line ->> 'jurisdiction', regexp_replace(line ->> 'label', '\s*\([^()]*\)$', ''))
    from booking_versions, jsonb_array_elements(tax_lines) line;

-- What was filed, with its figures as they were then.
create table tax_filings (
  id uuid primary key default gen_random_uuid(),
  jurisdiction text not null check (jurisdiction <> ''),
  starts_on date not null check (extract(day from starts_on) = 1),
  ends_on date not null check (ends_on > starts_on),
  figures jsonb not null,
  filed_at timestamptz not null,
  operator_name text,
  exclude using gist (jurisdiction with =, daterange(starts_on, ends_on) with &&)
);
comment on column tax_filings.ends_on is 'the first day that it is not about';

-- The names of the accounts that the journal posts to, as the bookkeeper's program has them.
create table account_names (
  account text primary key check (account <> ''),
  name text not null check (name <> '')
);

-- Where stays are booked whose lodging tax the platform remits itself.
create table tax_platforms (source text primary key check (source <> ''));
