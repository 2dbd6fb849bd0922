-- Turnovers are made from stays. Stored is only who may see them without an account, and what was seen and done.

create table cleaner_links (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text,
  secret_hash text not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create unique index cleaner_links_name on cleaner_links (lower(name)) where revoked_at is null;
comment on column cleaner_links.secret_hash is 'SHA-256 of the secret in the link, which is shown once';
comment on column cleaner_links.email is 'is told of changes';

create table cleaner_link_properties (
  link_id uuid not null references cleaner_links on delete cascade,
  property_id uuid not null references properties on delete cascade,
  primary key (link_id, property_id)
);
create index cleaner_link_properties_property on cleaner_link_properties (property_id);

create table turnover_marks (
  link_id uuid not null references cleaner_links on delete cascade,
  turnover text not null,
  property_id uuid not null references properties on delete cascade,
  day date not null,
  seen jsonb,
  mailed jsonb,
  done_at timestamptz,
  primary key (link_id, turnover)
);
create index turnover_marks_day on turnover_marks (day);
comment on table turnover_marks is 'what a cleaner saw and did of a turnover';
comment on column turnover_marks.turnover is 'the stay that it comes from';
comment on column turnover_marks.seen is 'the turnover as it was seen';
comment on column turnover_marks.mailed is 'the turnover as it was last mailed';

create table turnover_photos (
  id uuid primary key default gen_random_uuid(),
  link_id uuid references cleaner_links on delete set null,
  property_id uuid not null references properties on delete cascade,
  turnover text not null,
  day date not null,
  path text not null unique references media_objects (path),
  created_at timestamptz not null,
  handled_at timestamptz
);
create index turnover_photos_property on turnover_photos (property_id);
create index turnover_photos_link on turnover_photos (link_id);
comment on table turnover_photos is 'damage that a cleaner reported; only operators see the image';
