-- Which mail a try belongs to, so that none is sent again after it was sent; and the hosts that fail, for all processes.

alter table email_logs add column mail_id uuid;
create index email_logs_mail on email_logs (mail_id);
create unique index email_logs_sent_once on email_logs (mail_id) where status = 'sent';
create index email_logs_created on email_logs (created_at desc);

create table mail_hosts (
  host text primary key,
  failing_since timestamptz not null default now(),
  next_try_at timestamptz not null,
  error text not null
);
