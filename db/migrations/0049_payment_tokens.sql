-- The address to pay at had the secret of the guest page, which shows the door code and cancels the stay.
alter table payments add column token uuid not null unique
  default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid;
comment on column payments.token is 'the secret of the page that pays this payment, and opens nothing else';

-- Links to guest pages that an operator replaced: whoever opens one reads that, and whom to ask.
create table replaced_stay_links (
  token_hash text primary key,
  booking_id uuid not null references bookings on delete cascade,
  replaced_at timestamptz not null
);
create index replaced_stay_links_booking on replaced_stay_links (booking_id);
comment on column replaced_stay_links.token_hash is 'SHA-256 of the token that bookings.token was';
