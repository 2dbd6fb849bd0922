-- While the site is down, messages to guests do not leave. Those that were of no use afterwards are named to operators.
alter table installation add column messages_checked_at timestamptz;
comment on column installation.messages_checked_at is 'when the messages to guests were last looked through; a gap is an outage';
alter table stay_messages add column missed_at timestamptz;
comment on column stay_messages.missed_at is 'when the site found that it was down while this could have left';
create index stay_messages_missed on stay_messages (missed_at) where missed_at is not null;
