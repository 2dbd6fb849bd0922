-- Each email to a cleaner has a secret of its own, which opens the page like the link that the operator passed on.
create table cleaner_mail_links (
  secret_hash text primary key,
  link_id uuid not null references cleaner_links on delete cascade,
  created_at timestamptz not null
);
create index cleaner_mail_links_link on cleaner_mail_links (link_id);
comment on column cleaner_mail_links.secret_hash is 'SHA-256 of the secret, which is in the email alone';
