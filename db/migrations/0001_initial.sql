-- The thirteen entities of the specification, what the decisions add, and the constraints that keep nights from being sold twice.

create extension if not exists btree_gist;

-- ------------------------------------------------------------------ the installation itself

create table installation (
  id smallint primary key default 1 check (id = 1),
  mode text not null check (mode in ('demo', 'live')),
  created_at timestamptz not null default now(),
  live_since timestamptz
);

create table content_version (
  id smallint primary key default 1 check (id = 1),
  version bigint not null default 1,
  changed_in xid8
);
insert into content_version (id) values (1);

create table idempotency_keys (
  scope text not null,
  key text not null,
  digest text not null,
  status smallint not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table media_objects (
  path text primary key,
  content_type text not null,
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  placeholder text,
  created_at timestamptz not null default now()
);

create table site (
  id smallint primary key default 1 check (id = 1),
  brand text not null,
  email text not null,
  social_name text,
  social_url text,
  postal_address text,
  content jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

create table legal_documents (
  kind text not null check (kind in ('privacy', 'terms', 'accessibility')),
  version text not null,
  title text not null,
  body text not null,
  effective_on date not null,
  primary key (kind, version)
);

create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null unique,
  password_hash text not null
);

-- ------------------------------------------------------------------ homes

create table properties (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  title text not null,
  description text not null,
  location text not null,
  address text not null,
  property_type text not null,
  bedrooms integer not null check (bedrooms >= 0),
  bathrooms numeric(3, 1) not null check (bathrooms >= 0),
  max_guests integer not null check (max_guests >= 1),
  price_per_night numeric(8, 2) check (price_per_night >= 0),
  cleaning_fee numeric(6, 2) default 0 check (cleaning_fee >= 0),
  amenities text[] not null default '{}',
  images text[] not null default '{}',
  is_available boolean not null default true,
  minimum_stay integer not null default 1 check (minimum_stay >= 1),
  check_in_time text not null default '3:00 PM',
  check_out_time text not null default '11:00 AM',
  rules text[] not null default '{}',
  highlights text[] not null default '{}',
  published boolean not null default false,
  demo boolean not null default false,
  display_order integer not null default 0,
  place text not null default 'mountain' check (place in ('mountain', 'lake')),
  time_zone text not null default 'America/Denver',
  city text,
  region text,
  postal_code text,
  country text not null default 'US',
  latitude numeric(8, 5),
  longitude numeric(8, 5),
  floor_area integer check (floor_area > 0),
  max_infants integer not null default 0 check (max_infants >= 0),
  max_pets integer not null default 0 check (max_pets >= 0),
  contact_label text,
  licence_number text,
  booking_reference text,
  presentation jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index properties_published on properties (display_order) where published;

create table property_units (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  name text not null,
  description text,
  hero_image text,
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index property_units_property on property_units (property_id);

create table unit_images (
  id uuid primary key default gen_random_uuid(),
  unit_id uuid not null references property_units on delete cascade,
  gcs_path text not null,
  alt_text text not null,
  category text not null,
  display_order integer not null default 0,
  created_at timestamptz not null default now()
);
create index unit_images_unit on unit_images (unit_id, display_order);

create table rooms (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  name text not null,
  beds jsonb not null,
  display_order integer not null default 0
);
create index rooms_property on rooms (property_id);

create table reviews (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  author text not null,
  body text not null,
  source text not null,
  source_url text,
  reviewed_on date,
  sample boolean not null default false,
  display_order integer not null default 0
);
create index reviews_property on reviews (property_id);

-- ------------------------------------------------------------------ prices: rows, never code

create table seasons (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  name text not null,
  starts_on text not null check (starts_on ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'),
  ends_on text not null check (ends_on ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'),
  minimum_stay integer not null check (minimum_stay >= 1),
  demo boolean not null default false
);
create index seasons_property on seasons (property_id);

create table nightly_rates (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  season_id uuid references seasons on delete cascade,
  weekdays smallint[] not null check (cardinality(weekdays) > 0 and weekdays <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  price numeric(8, 2) not null check (price >= 0),
  demo boolean not null default false
);
create index nightly_rates_property on nightly_rates (property_id);

create table fees (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  kind text not null check (kind in ('pet')),
  label text not null,
  amount numeric(8, 2) not null check (amount >= 0),
  taxable boolean not null default false,
  demo boolean not null default false
);
create index fees_property on fees (property_id);

create table taxes (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  name text not null,
  rate numeric(7, 4) not null check (rate >= 0 and rate < 100),
  display_order integer not null default 0,
  demo boolean not null default false
);
create index taxes_property on taxes (property_id);
comment on column taxes.rate is 'percent of the taxable lines, 10.4 is 10.4 %';

create table property_availability (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  date date not null,
  is_available boolean not null default true,
  price_override numeric(8, 2) check (price_override >= 0),
  reason text,
  unique (property_id, date)
);
create index property_availability_blocks on property_availability (property_id, date) where not is_available;

-- ------------------------------------------------------------------ stays

create table bookings (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique,
  property_id uuid not null references properties,
  guest_name text not null,
  guest_email text not null,
  guest_phone text,
  check_in_date date not null,
  check_out_date date not null,
  number_of_guests integer not null,
  adults integer not null check (adults >= 1),
  children integer not null default 0 check (children >= 0),
  infants integer not null default 0 check (infants >= 0),
  pets integer not null default 0 check (pets >= 0),
  total_amount numeric(8, 2) not null check (total_amount >= 0),
  lines jsonb not null,
  status text not null default 'pending'
    check (status in ('held', 'pending', 'confirmed', 'declined', 'cancelled', 'expired')),
  stripe_payment_intent_id text,
  special_requests text,
  terms_version text,
  created_at timestamptz not null default now(),
  check (check_out_date > check_in_date),
  check (number_of_guests = adults + children)
);
create index bookings_property on bookings (property_id, check_in_date);

create table occupancies (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties,
  nights daterange not null check (not isempty(nights) and not lower_inf(nights) and not upper_inf(nights)),
  kind text not null check (kind in ('hold', 'booking', 'import')),
  booking_id uuid references bookings,
  source text,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'hold') = (expires_at is not null)),
  check (kind <> 'booking' or booking_id is not null),
  check (kind <> 'import' or booking_id is null),
  constraint occupancies_no_overlap exclude using gist (property_id with =, nights with &&) where (kind in ('hold', 'booking'))
);
create index occupancies_nights on occupancies using gist (property_id, nights);
create index occupancies_booking on occupancies (booking_id) where booking_id is not null;
create index occupancies_expiry on occupancies (expires_at) where kind = 'hold';

-- A pending or confirmed booking has exactly one row, of kind booking, with its home and dates; a held one exactly one hold;
-- any other status has none. Checked at commit, so that a transaction may write both sides in any order.
create function assert_booking_has_its_nights(checked uuid) returns void language plpgsql as $$
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
      using errcode = 'check_violation', constraint = 'bookings_have_their_nights';
  end if;
end $$;

create function bookings_have_their_nights() returns trigger language plpgsql as $$
begin
  perform assert_booking_has_its_nights(new.id);
  return null;
end $$;

create function occupancies_match_their_booking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.booking_id is not null then perform assert_booking_has_its_nights(old.booking_id); end if;
  if tg_op <> 'DELETE' and new.booking_id is not null then perform assert_booking_has_its_nights(new.booking_id); end if;
  return null;
end $$;

create constraint trigger bookings_have_their_nights after insert or update on bookings
  deferrable initially deferred for each row execute function bookings_have_their_nights();
create constraint trigger occupancies_match_their_booking after insert or update or delete on occupancies
  deferrable initially deferred for each row execute function occupancies_match_their_booking();

-- ------------------------------------------------------------------ messages, mail, journal

create table inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  phone text,
  subject text not null,
  message text not null,
  type text not null default 'general'
    check (type in ('general', 'property_management', 'booking_inquiry', 'owner_inquiry')),
  property_id uuid references properties on delete set null,
  status text not null default 'new',
  created_at timestamptz not null default now()
);

create table host_inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  phone text,
  property_location text not null,
  bedrooms integer not null check (bedrooms >= 1),
  bathrooms numeric(3, 1) check (bathrooms >= 0),
  max_guests integer not null check (max_guests >= 1),
  airbnb_link text,
  vrbo_link text,
  additional_info text,
  status text not null default 'new',
  created_at timestamptz not null default now()
);

create table blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  slug text not null unique,
  excerpt text not null,
  content text not null,
  featured_image text,
  author text not null default 'The Powder & Cove team',
  category text not null,
  tags text[] not null default '{}',
  published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique,
  is_active boolean not null default false,
  subscribed_at timestamptz not null default now()
);

create table email_logs (
  id uuid primary key default gen_random_uuid(),
  "to" text not null,
  template text not null,
  subject text not null,
  payload jsonb not null,
  status text not null,
  error text,
  created_at timestamptz not null default now()
);

-- ------------------------------------------------------------------ giveaway

create table campaigns (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  sponsor text not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  time_zone text not null,
  prize text not null,
  retail_value numeric(8, 2) not null check (retail_value >= 0),
  eligibility text not null,
  excluded_states text[] not null default '{}',
  odds text not null,
  free_entry_method text not null,
  winner_selection text not null,
  rules_version text not null,
  bonus_per_channel integer not null default 2 check (bonus_per_channel >= 0),
  maximum_bonus integer not null default 4 check (maximum_bonus >= 0),
  channels text[] not null default '{facebook,x,email,copy_link}',
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  check (closes_at > opens_at)
);

create table staycation_entries (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references campaigns,
  email text not null check (email = lower(btrim(email))),
  full_name text not null,
  phone text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  zip_code text not null check (zip_code ~ '^\d{5}$'),
  total_entries integer not null default 1 check (total_entries >= 1),
  agree_to_updates boolean not null default false,
  rules_version text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (campaign_id, email)
);

create table staycation_shares (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references campaigns,
  email text not null,
  channel text not null check (channel in ('facebook', 'x', 'email', 'copy_link')),
  ip_address text,
  created_at timestamptz not null default now(),
  unique (campaign_id, email, channel),
  foreign key (campaign_id, email) references staycation_entries (campaign_id, email)
);

-- ------------------------------------------------------------------ what cached pages show

-- Any committed change to these tables makes a new content version, once a transaction; cached pages of every process go with it.
create function content_changed() returns trigger language plpgsql as $$
begin
  update content_version set version = version + 1, changed_in = pg_current_xact_id()
    where changed_in is distinct from pg_current_xact_id();
  return null;
end $$;

do $$
declare shown text;
begin
  foreach shown in array array['site', 'legal_documents', 'properties', 'property_units', 'unit_images', 'rooms', 'reviews',
    'seasons', 'nightly_rates', 'fees', 'taxes', 'media_objects', 'blog_posts', 'campaigns'] loop
    execute format('create constraint trigger content_changed after insert or update or delete on %I '
      'deferrable initially deferred for each row execute function content_changed()', shown);
  end loop;
end $$;
