-- A file with bookings or prices from elsewhere, until it is imported or a day old.
create table import_files (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('bookings', 'prices')),
  name text not null,
  content text not null,
  choices jsonb not null,
  created_at timestamptz not null
);

-- The bookings that an import stored, and how they are called where they come from.
create table imported_bookings (
  booking_id uuid primary key references bookings on delete cascade,
  import_id uuid not null,
  source text not null,
  reference text not null
);
create index imported_bookings_import on imported_bookings (import_id);
