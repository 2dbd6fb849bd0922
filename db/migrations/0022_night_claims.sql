-- Which nights were held, or requested without a card, from where: by digests of the address and of its network. They count for
-- a day. A claim follows its nights: a hold may get another id, and is deleted when it is over.
create table night_claims (
  id uuid primary key default gen_random_uuid(),
  address text not null,
  network text not null,
  kind text not null check (kind in ('hold', 'request')),
  nights integer not null check (nights > 0),
  occupancy_id uuid references occupancies on update cascade on delete set null,
  booking_id uuid references bookings on delete cascade,
  claimed_at timestamptz not null default now()
);
create index night_claims_network on night_claims (network, claimed_at);
create index night_claims_claimed on night_claims (claimed_at);
create index night_claims_occupancy on night_claims (occupancy_id);
create index night_claims_booking on night_claims (booking_id);

-- What the operator is told at most once in a while, and when that was.
create table operator_notices (
  kind text primary key,
  sent_at timestamptz not null
);
