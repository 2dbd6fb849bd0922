-- A device of an operator that is told of requests and messages. It ends with the session in which it was switched on.
create table push_subscriptions (
  session_id uuid primary key references operator_sessions (id) on delete cascade,
  endpoint text not null unique check (endpoint <> ''),
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
