-- What a home's own calendar has said of each event: readers keep the nights of a known id until its SEQUENCE rises.
create table calendar_export_events (
  property_id uuid not null references properties on delete cascade,
  uid text not null,
  nights daterange not null,
  sequence integer not null default 1,
  changed_at timestamptz not null,
  primary key (property_id, uid)
);

-- Whether a calendar counts as failing because it is suddenly empty, which the operator may say is right.
alter table calendar_feeds add suddenly_empty boolean not null default false;
update calendar_feeds set suddenly_empty = true where last_error like 'It’s suddenly empty%';
