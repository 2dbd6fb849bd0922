-- What a calendar of another site takes by the operator's choice, and what its page says of it.
alter table calendar_feeds
  add takes_free boolean not null default false,
  add opens_window boolean not null default false,
  add marked_free integer not null default 0,
  add window_from date,
  add window_to date,
  add unread text[] not null default '{}';
