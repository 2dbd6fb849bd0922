-- Pictures that the operator puts there, and the operators who may.

-- Keys of the storage that may hold an object which belongs to nothing: written before an upload is stored and beside the row
-- that a picture loses, taken away when the picture has its row or its object is deleted. So no crash leaves an object behind.
create table storage_leftovers (
  key text primary key,
  sweep_after timestamptz not null
);
create index storage_leftovers_sweep_after on storage_leftovers (sweep_after);

-- Who shows a picture, asked for every picture that is not kept in memory.
create index unit_images_gcs_path on unit_images (gcs_path);
create index properties_images on properties using gin (images);

-- The cookie holds the token, the database only its SHA-256.
create table operator_sessions (
  token_hash text primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index operator_sessions_user on operator_sessions (user_id);

-- Wrong passwords in a row, by what is slowed down: an address, or an address and a name.
create table sign_in_failures (
  key text primary key,
  failures integer not null check (failures > 0),
  last_at timestamptz not null
);
