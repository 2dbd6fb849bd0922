-- What the payment service paid out to the operator's bank, by its own ids. Amounts are in cents of the payout's currency.
create table payouts (
  id text primary key check (id <> ''),
  status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  currency text not null,
  amount integer not null,
  arrives_on date not null,
  created_at timestamptz not null,
  lines text not null check (lines in ('listed', 'not-yet', 'never')),
  lines_read_at timestamptz,
  failure text,
  failed_on date
);
comment on column payouts.lines is 'whether the service lists what is in it; never of a payout made by hand';
comment on column payouts.failed_on is 'the day on which its money came back to the service';
create index payouts_arrival on payouts (arrives_on);

-- What is in a payout. What arrives of a line is its amount less its fee.
create table payout_lines (
  id text primary key check (id <> ''),
  payout_id text not null references payouts on delete cascade,
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'fee', 'held', 'other')),
  -- The word and the description of the service.
  type text not null,
  description text,
  -- The payment that it is about, as in payments; null of what is about none.
  intent_id text,
  amount integer not null,
  fee integer not null,
  happened_at timestamptz not null
);
create index payout_lines_payout on payout_lines (payout_id);
create index payout_lines_intent on payout_lines (intent_id, kind);

-- What did not match and was settled by a person, who says how.
create table payout_settlements (
  problem text not null check (problem in ('failed', 'currency', 'sum', 'unknown', 'differs', 'dispute', 'missing')),
  subject_id text not null check (subject_id <> ''),
  note text not null check (note <> ''),
  settled_at timestamptz not null,
  operator_name text,
  primary key (problem, subject_id)
);
comment on column payout_settlements.subject_id is 'the id that the payment service gave to the payout, the line, or the payment';

-- When all payouts were last read. One row, once they were.
create table payout_reads (
  id boolean primary key default true check (id),
  read_at timestamptz not null
);
