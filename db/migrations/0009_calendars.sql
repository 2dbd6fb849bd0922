-- Calendars of other sites: the secret address at which each home's own is read, and those that are read for it.

create table calendar_exports (
  property_id uuid primary key references properties on delete cascade,
  key text not null unique,
  created_at timestamptz not null default now()
);

create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  address text not null,
  label text not null,
  etag text,
  last_modified text,
  read_at timestamptz,
  events integer not null default 0,
  turn integer not null default 0,
  next_sync_at timestamptz not null default now(),
  last_synced_at timestamptz,
  last_success_at timestamptz,
  failing_since timestamptz,
  last_error text,
  told_at timestamptz,
  created_at timestamptz not null default now(),
  unique (property_id, address),
  check ((failing_since is null) = (last_error is null)),
  check (told_at is null or failing_since is not null)
);
create index calendar_feeds_due on calendar_feeds (next_sync_at);
comment on column calendar_feeds.address is 'a secret: whoever has it reads the calendar';
comment on column calendar_feeds.turn is 'grows with every sync that begins; one that is not the last any more writes nothing';

-- Whose an import is, is told by its feed now. An event is named by the feed's own id for it, so that it stays the same row.
alter table occupancies drop column source;
alter table occupancies
  add column feed_id uuid references calendar_feeds on delete cascade,
  add column event_key text,
  add column marked text check (marked in ('reserved', 'block')),
  add check ((kind = 'import') = (feed_id is not null)),
  add check ((kind = 'import') = (event_key is not null)),
  add check (kind = 'import' or marked is null);
create unique index occupancies_event on occupancies (feed_id, event_key) where kind = 'import';
