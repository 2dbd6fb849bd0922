-- What operators write to the readers of the newsletter. A draft until it is sent; then its text stays as it is.
create table newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (subject <> ''),
  body text not null check (body <> ''),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  stopped_at timestamptz,
  finished_at timestamptz,
  -- How many were readers when it was sent, and how many emails have left since.
  readers integer not null default 0,
  sent integer not null default 0 check (sent between 0 and readers),
  check (started_at is not null or (stopped_at is null and finished_at is null and readers = 0)),
  check (stopped_at is null or finished_at is null)
);

-- Whoever gets an issue, once. A row is deleted when its reader unsubscribes before their turn.
create table newsletter_deliveries (
  issue_id uuid not null references newsletter_issues on delete cascade,
  subscription_id uuid not null references newsletter_subscriptions on delete cascade,
  sent_at timestamptz,
  primary key (issue_id, subscription_id)
);
create index newsletter_deliveries_open on newsletter_deliveries (issue_id, subscription_id) where sent_at is null;
create index newsletter_deliveries_sent on newsletter_deliveries (sent_at) where sent_at is not null;
create index newsletter_deliveries_of_reader on newsletter_deliveries (subscription_id);
