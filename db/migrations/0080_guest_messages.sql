-- What guests are told at the moments of a stay. A row changes a moment for the site, or for one home.
create table message_texts (
  id uuid primary key default gen_random_uuid(),
  moment text not null check (moment in
    ('balance-due', 'not-paid', 'arrival-guide', 'day-before', 'first-morning', 'last-day', 'thanks')),
  property_id uuid references properties on delete cascade,
  is_on boolean not null,
  -- Null: the text that the site comes with, or that of the whole site.
  subject text check (subject <> ''),
  body text check (body <> ''),
  check ((subject is null) = (body is null))
);
create unique index message_texts_of_site on message_texts (moment) where property_id is null;
create unique index message_texts_of_home on message_texts (property_id, moment) where property_id is not null;

-- What became of a moment of one stay. `anchor` is the day that it belongs to: a stay that moves has its moments anew.
create table stay_messages (
  booking_id uuid not null references bookings on delete cascade,
  moment text not null,
  anchor date not null,
  -- Written for this guest alone.
  subject text check (subject <> ''),
  body text check (body <> ''),
  skipped_at timestamptz,
  sent_at timestamptz,
  primary key (booking_id, moment, anchor),
  check ((subject is null) = (body is null)),
  check (sent_at is null or skipped_at is null)
);

-- Guests of a site that has bookings already were promised no such mail: its operator turns each on.
insert into message_texts (moment, is_on)
  select moment, false from unnest(array
    ['balance-due', 'not-paid', 'arrival-guide', 'day-before', 'first-morning', 'last-day', 'thanks']) moment
  where exists (select from bookings);
