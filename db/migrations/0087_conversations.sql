-- Everyone who wrote to the operator, or was answered: one conversation for each address.
create table conversations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and email <> ''),
  name text not null,
  -- Since when an answer is due; null once it was given.
  waiting_since timestamptz,
  last_at timestamptz not null,
  -- When the last email to the address came back; null once one arrived from there.
  bounced_at timestamptz,
  created_at timestamptz not null default now()
);
create index conversations_by_wait on conversations (waiting_since, last_at desc);

-- The emails of conversations. `id` of an answer is that of its email, whose Message-ID begins with it.
create table mail_messages (
  id uuid primary key default gen_random_uuid(),
  conversation_id uuid not null references conversations on delete cascade,
  is_incoming boolean not null,
  -- Of an incoming email; without one, a digest of the email.
  message_id text unique,
  from_email text,
  -- It names one of our emails, or came to the address for answers. Anyone can write any sender.
  is_reply boolean not null default true,
  -- A program wrote it: nobody waits for an answer.
  is_automatic boolean not null default false,
  subject text not null,
  body text not null,
  -- Who answered, as named at that time.
  written_by text,
  created_at timestamptz not null default now(),
  check (is_incoming = (message_id is not null))
);
create index mail_messages_of_conversation on mail_messages (conversation_id, created_at);

create table mail_attachments (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references mail_messages on delete cascade,
  name text not null,
  content_type text not null,
  size integer not null,
  -- Null: it was too large, and is in the mailbox only.
  content bytea
);
create index mail_attachments_of_message on mail_attachments (message_id);

-- How far the mailbox was read. Its numbers count within one `uid_validity`.
create table mailbox_state (
  mailbox text primary key,
  uid_validity text not null,
  last_uid bigint not null,
  read_at timestamptz not null,
  failing_since timestamptz,
  error text
);

create table saved_answers (
  id uuid primary key default gen_random_uuid(),
  title text not null unique check (title <> ''),
  body text not null check (body <> '')
);

-- Whoever sends a form begins a conversation, or goes on with theirs.
create function join_conversation() returns trigger language plpgsql as $$
begin
  insert into conversations (email, name, waiting_since, last_at)
  values (lower(new.email), new.name, new.created_at, new.created_at)
  on conflict (email) do update set
    name = excluded.name,
    waiting_since = coalesce(conversations.waiting_since, excluded.waiting_since),
    last_at = greatest(conversations.last_at, excluded.last_at);
  return null;
end $$;

insert into conversations (email, name, waiting_since, last_at)
  select lower(email), (array_agg(name order by created_at desc))[1],
    min(created_at) filter (where status = 'new'), max(created_at)
  from (
    select email, name, status, created_at from inquiries
    union all select email, name, status, created_at from host_inquiries
  ) written
  where email <> ''
  group by lower(email);

create trigger inquiries_join_conversation after insert on inquiries
  for each row execute function join_conversation();
create trigger host_inquiries_join_conversation after insert on host_inquiries
  for each row execute function join_conversation();

create index inquiries_of_person on inquiries (lower(email));
create index host_inquiries_of_person on host_inquiries (lower(email));
create index email_logs_of_person on email_logs (lower("to"));

-- How far the talk with an owner has come.
update host_inquiries set status = 'contacted' where status <> 'new';
alter table host_inquiries add check (status in ('new', 'contacted', 'visit', 'agreed', 'declined'));
