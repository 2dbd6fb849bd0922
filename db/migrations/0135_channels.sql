-- Booking platforms are reached through a channel manager: what it was sent of each night, and what it reported.
create table channel_connections (
  id smallint primary key default 1 check (id = 1),
  server text not null check (server in ('production', 'staging')),
  api_key text not null check (api_key <> ''),
  tested_at timestamptz not null,
  held_at timestamptz,
  sender_until timestamptz,
  sender_number integer not null default 0,
  retry_at timestamptz,
  attempts smallint not null default 0,
  failing_since timestamptz,
  last_error text,
  revisions_read_at timestamptz
);

create table channel_listings (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null unique references properties (id) on delete cascade,
  remote_property_id text not null unique,
  remote_room_type_id text not null unique,
  title text not null,
  is_on boolean not null default false,
  withheld jsonb not null default '[]'::jsonb check (jsonb_typeof(withheld) = 'array'),
  accepted jsonb,
  versions text,
  due_at timestamptz,
  retry_at timestamptz,
  attempts smallint not null default 0,
  failing_since timestamptz,
  last_error text,
  refusals text[] not null default '{}',
  sent_at timestamptz,
  messages integer not null default 0,
  refused_messages integer not null default 0,
  compared_at timestamptz,
  differing integer,
  created_at timestamptz not null
);

create table channel_rate_plans (
  id uuid primary key default gen_random_uuid(),
  listing_id uuid not null references channel_listings (id) on delete cascade,
  platform text not null check (platform in ('airbnb', 'booking-com', 'vrbo', 'expedia', 'other')),
  remote_rate_plan_id text not null unique,
  markup numeric(7, 4) not null default 0 check (markup >= 0),
  minimum_stay integer check (minimum_stay between 1 and 365),
  accepted jsonb,
  refusals text[] not null default '{}',
  sent_at timestamptz,
  differing integer,
  unique (listing_id, platform)
);

create table channel_bookings (
  booking_id uuid primary key references bookings (id) on delete cascade,
  remote_booking_id text not null unique,
  platform text not null check (platform in ('airbnb', 'booking-com', 'vrbo', 'expedia', 'other')),
  code text,
  revision_id text not null,
  revision_inserted_at text not null,
  price_by_night jsonb not null check (jsonb_typeof(price_by_night) = 'array'),
  payout numeric(10, 2),
  platform_tax numeric(10, 2) not null default 0 check (platform_tax >= 0),
  currency text not null,
  collects text check (collects in ('platform', 'property')),
  received_at timestamptz not null
);

create table channel_revisions (
  id text primary key,
  remote_booking_id text not null,
  inserted_at text not null,
  status text not null check (status in ('new', 'modified', 'cancelled')),
  outcome text not null check (outcome in ('applied', 'older', 'not-ours')),
  received_at timestamptz not null,
  acknowledged_at timestamptz
);
create index channel_revisions_unacknowledged on channel_revisions (received_at) where acknowledged_at is null;
