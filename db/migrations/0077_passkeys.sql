-- Passkeys of operators (WebAuthn): what a device made for this site, and the key that verifies it.
create table passkeys (
  -- The id of the credential, as base64url.
  id text primary key,
  user_id uuid not null references users (id) on delete cascade,
  public_key text not null,
  -- How often the device says it was used; 0 where it does not count.
  counter bigint not null,
  transports text[] not null,
  -- The browser that added it.
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a device signs. Each is used once, within minutes; only its SHA-256 is stored.
create table passkey_challenges (
  challenge_hash text primary key,
  -- Whose passkey must sign it; null where anybody may sign in.
  user_id uuid references users (id) on delete cascade,
  expires_at timestamptz not null
);
