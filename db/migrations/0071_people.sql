-- Links by mail: an invitation makes an account, a password link sets a new password. Each works once. Only the SHA-256
-- of its token is stored.
create table account_links (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  email text not null,
  -- For a new password: whose.
  user_id uuid references users (id) on delete cascade,
  -- For an invitation: as what.
  role text check (role in ('owner', 'manager', 'front-desk', 'housekeeper', 'homeowner', 'bookkeeper')),
  property_ids uuid[],
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((user_id is null) = (role is not null))
);

-- What a session is known by in the list of its operator.
alter table operator_sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column browser text,
  add column address text,
  -- When its operator last gave the password or a code of an app.
  add column confirmed_at timestamptz;

-- The second factor of an operator: an app that shows codes (RFC 6238), from when it is confirmed. No step works twice.
create table authenticators (
  user_id uuid primary key references users (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

-- Codes for whoever has lost the app. Each works once; only a hash is stored.
create table recovery_codes (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- Whether roles that see money need a second factor.
alter table site add column requires_second_factor boolean not null default false;
