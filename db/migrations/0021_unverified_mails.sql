-- Mails to addresses that nobody has proved to be their own, by a digest of the address: few of them an hour go to one.
create table unverified_mails (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  created_at timestamptz not null default now()
);
create index unverified_mails_recipient on unverified_mails (recipient, created_at);
create index unverified_mails_created on unverified_mails (created_at);
