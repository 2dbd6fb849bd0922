-- What a stay cost when somebody asked: kept for good, under an address that can be sent to those who come along.
create table quotes (
  id uuid primary key default gen_random_uuid(),
  token uuid not null unique default gen_random_uuid(),
  property_id uuid not null references properties,
  check_in_date date not null,
  check_out_date date not null,
  adults integer not null check (adults >= 1),
  children integer not null check (children >= 0),
  infants integer not null check (infants >= 0),
  pets integer not null check (pets >= 0),
  promo_code text,
  lines jsonb not null,
  total_amount numeric(8, 2) not null check (total_amount >= 0),
  currency text not null default 'USD' check (currency = 'USD'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check (check_out_date > check_in_date),
  check (expires_at > created_at)
);
create index quotes_property on quotes (property_id);
