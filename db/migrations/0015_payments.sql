-- What guests pay by card: one row a payment of a booking, brought in line with the gateway's word until nothing is left to do.
create table payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  kind text not null check (kind in ('whole', 'deposit', 'balance')),
  intent_id text unique,
  customer_id text,
  card_id text,
  amount numeric(8, 2) not null check (amount > 0),
  status text not null check (status in ('waiting', 'authorised', 'captured', 'void', 'scheduled', 'failed')),
  received numeric(8, 2) not null default 0 check (received >= 0 and received <= amount),
  refund_due numeric(8, 2) not null default 0 check (refund_due >= 0 and refund_due <= amount),
  refunded numeric(8, 2) not null default 0 check (refunded >= 0),
  due_on date,
  tries smallint not null default 0 check (tries >= 0),
  next_at timestamptz,
  created_at timestamptz not null default now(),
  unique (booking_id, kind),
  check ((kind = 'balance') = (due_on is not null)),
  check ((customer_id is null) = (card_id is null))
);
create index payments_next on payments (next_at) where next_at is not null;
comment on column payments.next_at is 'when to look at it again; null when nothing is left to do';

-- Messages of the gateway that were taken, so that one that comes again is known.
create table gateway_events (
  id text primary key,
  type text not null,
  payment text,
  received_at timestamptz not null default now()
);

-- Without a deposit the whole price is paid with the booking; with one, the rest so many days before check-in.
alter table properties
  add column deposit_percent smallint check (deposit_percent between 1 and 99),
  add column balance_days smallint not null default 30 check (balance_days between 0 and 365);
