-- Owners whose homes are managed for a commission, what their homes cost, and what they were told each month.
create table owners (
  id uuid primary key default gen_random_uuid(),
  -- The secret part of the address of the owner's page.
  token uuid not null unique default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid,
  name text not null check (name <> ''),
  email text check (email <> ''),
  commission_percent numeric(7, 4) not null check (commission_percent between 0 and 100),
  commission_on text not null check (commission_on in ('rent', 'all')),
  commission_per_stay integer not null check (commission_per_stay >= 0),
  gets_cleaning boolean not null,
  gets_fees boolean not null
);
comment on column owners.commission_on is 'rent: of the nights; all: of the fees, too, that the owner gets';
comment on column owners.commission_per_stay is 'in cents, beside the percentage';

create table owner_homes (
  property_id uuid primary key references properties on delete cascade,
  owner_id uuid references owners on delete set null,
  cleaner_pay integer not null default 0 check (cleaner_pay >= 0)
);
comment on column owner_homes.owner_id is 'null once the home has no owner anymore; what its cleaner gets stays';
comment on column owner_homes.cleaner_pay is 'what a cleaner gets for a turnover, in cents; the owner pays it who gets the cleaning fee';
create index owner_homes_owner on owner_homes (owner_id);

create table owner_statements (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references owners,
  month date not null check (extract(day from month) = 1),
  figures jsonb not null,
  sent_at timestamptz not null,
  operator_name text,
  paid_on date,
  unique (owner_id, month)
);
comment on table owner_statements is 'what was sent to owners, with its figures as they were then; a draft is computed and not stored';
comment on column owner_statements.paid_on is 'when its payout was made; from then on it is locked';

create table owner_costs (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references owners,
  property_id uuid not null references properties,
  spent_on date not null,
  description text not null check (description <> ''),
  amount integer not null check (amount <> 0),
  receipt text check (receipt <> ''),
  statement_id uuid references owner_statements on delete set null
);
comment on column owner_costs.amount is 'in cents; what is credited to the owner is below zero';
comment on column owner_costs.statement_id is 'the statement that has it; null until one is sent';
create index owner_costs_owner on owner_costs (owner_id, spent_on);
create index owner_costs_property on owner_costs (property_id);
create index owner_costs_statement on owner_costs (statement_id);
