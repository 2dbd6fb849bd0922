-- Who asked for the newsletter, when and where; who confirmed it; and whom it is never sent to again.

alter table newsletter_subscriptions
  add column source text not null default 'footer' check (source in ('footer', 'giveaway')),
  add column asked_at timestamptz,
  add column mailed_at timestamptz,
  add column confirmed_at timestamptz,
  add column unsubscribed_at timestamptz,
  add constraint newsletter_only_to_the_willing
    check (not is_active or (confirmed_at is not null and unsubscribed_at is null));
create index newsletter_unconfirmed on newsletter_subscriptions (asked_at)
  where confirmed_at is null and unsubscribed_at is null;

-- Secret links of its mails, by the SHA-256 of their token alone. Those that confirm end; those that unsubscribe never do.
create table newsletter_links (
  token_hash text primary key,
  subscription_id uuid not null references newsletter_subscriptions on delete cascade,
  purpose text not null check (purpose in ('confirm', 'unsubscribe')),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check ((purpose = 'confirm') = (expires_at is not null))
);
create index newsletter_links_subscription on newsletter_links (subscription_id);
