-- Stands for all migrations up to 0125_prices_of_nights.sql: a2e4aff5a8b6ae9222fb43b7dbed4aca4755f293668bbeb0dd924fdcb0777a9a
-- That is the SHA-256 of their names. A database that has had exactly these goes on from here.
--
-- While a dump is restored, `site.restoring` is on, for its transaction alone. Triggers then rest: the dump has what they wrote.
-- What opens a page or frees a hold is md5 of two random uuids, for 128 bits of chance. One uuid has 122.

create extension if not exists btree_gist;

-- The installation

create table installation (
  id smallint primary key default 1 check (id = 1),
  mode text not null check (mode in ('demo', 'live')),
  created_at timestamptz not null default now(),
  live_since timestamptz,
  messages_checked_at timestamptz
);
comment on column installation.messages_checked_at is 'when the messages to guests were last looked through; a gap is an outage';

-- Keys that the site makes for itself when it first needs them, the same for all processes on this database.
create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- How often an address did what. The columns are those of rate-limiter-flexible, in its order.
-- Not logged, so that counting is cheap: after a crash, counting begins anew. `expire` is in milliseconds since 1970.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

create table idempotency_keys (
  scope text not null,
  key text not null,
  digest text not null,
  status smallint not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

create table saved_answers (
  id uuid primary key default gen_random_uuid(),
  title text not null unique check (title <> ''),
  body text not null check (body <> '')
);

-- What the operator is told at most once in a while, and when that was.
create table operator_notices (
  kind text primary key,
  sent_at timestamptz not null
);

-- The last backup that succeeded, and what failed since.
create table backups (
  id smallint primary key default 1 check (id = 1),
  succeeded_at timestamptz,
  bytes bigint,
  failed_at timestamptz,
  error text
);

create table media_objects (
  path text primary key,
  content_type text not null,
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  placeholder text,
  created_at timestamptz not null default now(),
  -- For those who cannot see it, where no gallery of a unit says it.
  alt_text text not null default '',
  -- When a home stopped showing it. It can come back for a while, and is then deleted if nothing shows it.
  removed_at timestamptz
);

-- Keys of stored objects that may belong to nothing. One is written before an upload is stored, and beside the row that loses it.
-- It is deleted when the object has its row, or is deleted itself. So no crash leaves an object behind.
create table storage_orphans (
  key text primary key,
  delete_after timestamptz not null
);
create index storage_orphans_delete_after on storage_orphans (delete_after);

-- What these columns held before, the last 50 of each row. `key` is the id of the row; a legal document has its kind and version.
create table record_versions (
  record text not null,
  key text not null,
  replaced_at timestamptz not null,
  content jsonb not null,
  primary key (record, key, replaced_at)
);

-- Texts and images are JSON that pages parse with a schema. The database refuses what has the wrong shape at its surface.
-- It keeps what was replaced. A value with a mistake further inside takes no page away: the newest version that fits is shown.

-- Whether a value is an object in which each of these keys is absent or has one of the named JSON types.
create function json_fits(given jsonb, types jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(given) = 'object' and not exists (
    select from jsonb_each(types) expected
      where given ? expected.key and not expected.value ? jsonb_typeof(given -> expected.key))
$$;

-- Whether a value is a list in which each item passes the filter. `fitting` is a strict path that selects the items that do.
create function json_items_fit(given jsonb, fitting jsonpath) returns boolean language sql immutable as $$
  select case when jsonb_typeof(given) = 'array'
    then jsonb_array_length(given) = jsonb_array_length(jsonb_path_query_array(given, fitting)) else false end
$$;

-- Triggers, not check constraints: those would judge a wrong row at every change of any other column.
-- A booking with wrong terms could no longer be canceled. Only what is written into the column is judged.
create function refuse_wrong_shape() returns trigger language plpgsql as $$
begin
  raise check_violation using message = format('%I of %I has the wrong shape', tg_argv[0], tg_table_name),
    table = tg_table_name, column = tg_argv[0], constraint = tg_name;
end $$;

-- With an argument it keeps that column, without one the whole row.
create function keep_replaced_version() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  after jsonb := case when tg_op = 'UPDATE' then to_jsonb(new) end;
  this_record text := concat_ws('.', tg_table_name, tg_argv[0]);
  this_key text := coalesce(before ->> 'id', (before ->> 'kind') || ' ' || (before ->> 'version'));
  replaced jsonb := case when tg_nargs = 0 then before - 'updated_at' else before -> tg_argv[0] end;
  is_same boolean := replaced is not distinct from case when tg_nargs = 0 then after - 'updated_at' else after -> tg_argv[0] end;
begin
  if tg_op = 'DELETE' then
    delete from record_versions where record = this_record and key = this_key;
  elsif not is_same then
    -- Of two changes in the same microsecond (a millisecond on the embedded database) the first is kept.
    insert into record_versions values (this_record, this_key, clock_timestamp(), replaced)
      on conflict do nothing;
    delete from record_versions where record = this_record and key = this_key and replaced_at < (
      select replaced_at from record_versions where record = this_record and key = this_key
        order by replaced_at desc offset 49 limit 1);
  end if;
  return null;
end $$;

-- Operators

create table users (
  id uuid primary key default gen_random_uuid(),
  username text not null unique,
  password_hash text not null,
  role text not null default 'owner' check (role in ('owner', 'manager', 'front-desk', 'housekeeper', 'homeowner', 'bookkeeper')),
  -- The homes of a role that may be limited to some; null for all.
  property_ids uuid[],
  email text,
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

-- Links by email: an invitation makes an account, a password link sets a new password. Each works once.
-- Only the SHA-256 of its token is stored.
create table account_links (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique,
  email text not null,
  -- For a new password: whose.
  user_id uuid references users on delete cascade,
  -- For an invitation: as what.
  role text check (role in ('owner', 'manager', 'front-desk', 'housekeeper', 'homeowner', 'bookkeeper')),
  property_ids uuid[],
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((user_id is null) = (role is not null))
);

-- The link of the last start that creates the first operator. There is one only while there is no operator.
create table first_operator_links (
  token_hash text primary key,
  expires_at timestamptz not null
);
comment on column first_operator_links.token_hash is 'SHA-256 of the token in the link, as hex';

-- The cookie holds the token, the database only its SHA-256.
create table operator_sessions (
  token_hash text primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  id uuid not null default gen_random_uuid() unique,
  browser text,
  address text,
  -- When its operator last gave the password or a code of an app.
  confirmed_at timestamptz
);
create index operator_sessions_user on operator_sessions (user_id);

-- Wrong passwords in a row, by what is slowed down: an address, or an address and a name.
create table sign_in_failures (
  key text primary key,
  failures integer not null check (failures > 0),
  last_at timestamptz not null
);

-- The second factor of an operator: an app that shows codes (RFC 6238), from when it is confirmed. No step works twice.
create table authenticators (
  user_id uuid primary key references users on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

-- Codes for whoever has lost the app. Each works once; only a hash is stored.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- Passkeys of operators (WebAuthn): what a device made for this site, and the key that verifies it.
create table passkeys (
  -- The id of the credential, as base64url.
  id text primary key,
  user_id uuid not null references users on delete cascade,
  public_key text not null,
  -- How often the device says it was used; 0 where it does not count.
  counter bigint not null,
  transports text[] not null,
  -- The browser that added it.
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What a device signs. Each is used once, within minutes; only its SHA-256 is stored.
create table passkey_challenges (
  challenge_hash text primary key,
  -- Whose passkey must sign it; null where anybody may sign in.
  user_id uuid references users on delete cascade,
  expires_at timestamptz not null
);

create table audit (
  id uuid primary key default gen_random_uuid(),
  operator_id uuid references users on delete set null,
  operator_name text,
  action text not null,
  subject text not null,
  subject_id text not null,
  before jsonb,
  after jsonb,
  reason text,
  undoes uuid unique references audit deferrable initially deferred,
  happened_at timestamptz not null,
  property_ids uuid[] not null default '{}',
  operator_role text
);
comment on table audit is 'who changed what in the back office, when and why; without a name it was a command or the demo';
comment on column audit.undoes is 'the change that this one took back; once only';
comment on column audit.property_ids is 'the homes that a change was made to; empty for a booking, which names its home itself';
create index audit_subject on audit (subject, subject_id);
create index audit_time on audit (happened_at);
create index audit_properties on audit using gin (property_ids);

-- Programs

-- Programs act with tokens; webhooks say what happened.
create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name <> ''),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  check (expires_at > created_at)
);

create table webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (url ~ '^https?://'),
  secret text not null,
  topics text[] not null check (cardinality(topics) > 0 and topics <@ '{booking,payment,message,calendar}'),
  created_at timestamptz not null
);

-- Each row is sent until an answer takes it (delivered_at), or it is given up (next_at is null).
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- The clock of the site decides what is due. A new event is due by any clock, not only after the now() of the database.
  next_at timestamptz default '1970-01-01 00:00:00+00',
  attempts smallint not null default 0,
  delivered_at timestamptz,
  status smallint,
  error text,
  check (delivered_at is null or next_at is null)
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at desc);

-- Writes what happened for every webhook of its topic, in the transaction in which it happens.
create function emit_webhook(type text, data jsonb) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, type, data)
  select id, emit_webhook.type, emit_webhook.data from webhooks
  where split_part(emit_webhook.type, '.', 1) = any (topics)
    and coalesce(current_setting('site.restoring', true), '') <> 'on'
$$;

-- The site and its journal

create table site (
  id smallint primary key default 1 check (id = 1),
  brand text not null,
  email text not null,
  social_name text,
  social_url text,
  postal_address text,
  content jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  -- Whole sentences, because guests read them in an email.
  decline_texts text[] not null default array[
    'The home isn’t available for those dates after all. Another of our homes may be: reply to this email and we’ll check for you.',
    'The home isn’t a good fit for your group. Tell us a little more about your plans, and we’ll suggest another.',
    'We couldn’t verify your request. If you’re still interested, please reply to this email with a phone number.'
  ],
  payment_text text,
  deposit_percent smallint check (deposit_percent between 1 and 99),
  deposit_days smallint not null default 7 check (deposit_days between 0 and 60),
  balance_days smallint not null default 30 check (balance_days between 0 and 365),
  -- What the operator said is done of setting up; with 'all' the list is put away.
  setup_done text[] not null default '{}',
  requires_second_factor boolean not null default false,
  cancel_unpaid_days smallint check (cancel_unpaid_days between 1 and 60),
  payment_ways text[] not null default '{}'
    check (payment_ways <@ '{check,bank-transfer,card-by-phone,payment-link,zelle,venmo,paypal,cash}'),
  constraint site_decline_texts check (cardinality(decline_texts) = 3 and array_position(decline_texts, null) is null)
);
comment on column site.decline_texts is 'what a refusal may start with; an empty one is not offered';
comment on column site.payment_text is 'What a guest reads: check, transfer, app; null while nobody has written it';
comment on column site.deposit_days is 'Days from the confirmation to the first payment, where no card is charged';

create function team_name() returns text language sql stable
  return coalesce((select 'The ' || brand || ' team' from site limit 1), 'The team');

create table legal_documents (
  kind text not null check (kind in ('privacy', 'terms', 'accessibility')),
  version text not null,
  title text not null,
  body text not null,
  effective_on date not null,
  brand text,
  primary key (kind, version)
);
comment on column legal_documents.brand is 'what {brand} stands for in a superseded version; null: what the operator is called today';

create function is_superseded(document legal_documents) returns boolean language sql stable
  return exists (select from legal_documents later
    where later.kind = document.kind and later.effective_on <= (now() at time zone 'UTC')::date
      and (later.effective_on, later.version) > (document.effective_on, document.version));

create function store_superseded_brand() returns trigger language plpgsql as $$
begin
  update legal_documents set brand = old.brand where brand is null and is_superseded(legal_documents);
  return null;
end $$;
create trigger store_superseded_brand after update of brand on site for each row
  when (old.brand is distinct from new.brand) execute function store_superseded_brand();

create trigger keep_replaced_version after update or delete on site
  for each row execute function keep_replaced_version('content');
create trigger keep_replaced_row after update or delete on site for each row execute function keep_replaced_version();
-- Empty: nothing has been entered yet.
create trigger site_content_shape before insert or update of content on site for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and new.content <> '{}' and not (json_fits(new.content, '{
    "defaultTitle": ["string"], "defaultDescription": ["string"], "defaultKeywords": ["string"], "ogImage": ["object"],
    "footerLine": ["string"], "locations": ["array"], "responseTime": ["string"], "home": ["object"], "host": ["object"],
    "logo": ["string"], "accent": ["string"], "contact": ["object"], "footer": ["object"], "notFound": ["object"]
  }') and new.content ?& array['defaultTitle', 'defaultDescription', 'defaultKeywords', 'footerLine', 'locations', 'responseTime',
    'home', 'host'])) execute function refuse_wrong_shape('content');

create trigger keep_replaced_version after update or delete on legal_documents
  for each row execute function keep_replaced_version('body');
create trigger legal_documents_body_shape before insert or update of body on legal_documents for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not (json_fits(new.body::jsonb, '{
    "lead": ["string"], "sections": ["array"]
  }') and new.body::jsonb ?& array['lead', 'sections'])) execute function refuse_wrong_shape('body');

-- A post is a draft, or shows from a moment on. The homes below it are in the order of the operator.
create table blog_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  slug text not null unique,
  excerpt text not null,
  content text not null,
  featured_image text,
  author text not null default team_name(),
  category text not null,
  tags text[] not null default '{}',
  published boolean not null default false,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  property_ids uuid[] not null default '{}' check (cardinality(property_ids) <= 3),
  constraint blog_posts_published_from check (published = (published_at is not null))
);

-- Properties

-- Amenities stand in the groups of the page; the search reads the same words.
create function amenities_of(presentation jsonb) returns text[] language sql immutable parallel safe
  return array(select item.value #>> '{}'
    from jsonb_path_query(presentation, '$.amenityGroups[*].items[*] ? (@.type() == "string")') with ordinality item(value, place) order by place);

create table properties (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique,
  name text not null,
  title text not null,
  description text not null,
  location text not null,
  address text not null,
  property_type text not null,
  bedrooms integer not null check (bedrooms >= 0),
  bathrooms numeric(3, 1) not null check (bathrooms >= 0),
  max_guests integer not null check (max_guests >= 1),
  price_per_night numeric(8, 2) check (price_per_night >= 0),
  cleaning_fee numeric(6, 2) default 0 check (cleaning_fee >= 0),
  images text[] not null default '{}',
  minimum_stay integer not null default 1 check (minimum_stay >= 1),
  check_in_time text not null default '3:00 PM',
  check_out_time text not null default '11:00 AM',
  rules text[] not null default '{}',
  highlights text[] not null default '{}',
  demo boolean not null default false,
  display_order integer not null default 0,
  theme text constraint properties_place_not_null not null default 'mountain' check (theme in ('mountain', 'lake')),
  time_zone text not null default 'America/Denver',
  city text,
  region text,
  postal_code text,
  country text not null default 'US',
  latitude numeric(8, 5),
  longitude numeric(8, 5),
  floor_area integer check (floor_area > 0),
  max_infants integer not null default 0 check (max_infants >= 0),
  max_pets integer not null default 0 check (max_pets >= 0),
  contact_label text,
  license_number text,
  booking_reference text,
  presentation jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- So many percent come back until so many days before check-in.
  cancellation_policy jsonb not null default '[{"days": 30, "percent": 100}, {"days": 14, "percent": 50}]',
  -- Null: the terms of the site. 100: everything at once.
  deposit_percent smallint check (deposit_percent between 1 and 100),
  balance_days smallint not null default 30 check (balance_days between 0 and 365),
  check_in_days smallint[] check (cardinality(check_in_days) > 0 and check_in_days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  notice_days integer not null default 0 check (notice_days >= 0),
  notice_until_hour smallint not null default 24 check (notice_until_hour between 1 and 24),
  booking_window_days integer check (booking_window_days >= 0),
  price_confirmed boolean not null default true,
  amenities text[] not null generated always as (amenities_of(presentation)) stored,
  facts jsonb not null default '{}',
  host jsonb not null default '{}',
  settled_questions text[] not null default '{}',
  payment_text text,
  deposit_days smallint not null default 7 check (deposit_days between 0 and 60),
  status text not null default 'draft' check (status in ('draft', 'published', 'not-bookable', 'unlisted', 'retired')),
  -- Guests can open its page.
  published boolean not null generated always as (status in ('published', 'not-bookable', 'unlisted')) stored,
  -- It is in lists, search and the sitemap.
  listed boolean not null generated always as (status in ('published', 'not-bookable')) stored,
  -- Guests can book it, once it is published.
  is_available boolean not null generated always as (status not in ('not-bookable', 'retired')) stored,
  -- In nights. Null: as long as the site allows.
  maximum_stay integer check (maximum_stay >= 1),
  -- A stay of so many nights can fill a gap between two stays that is shorter than the minimum.
  gap_minimum_stay integer check (gap_minimum_stay >= 1),
  gap_percent smallint check (gap_percent between -90 and 300),
  cancel_unpaid_days smallint check (cancel_unpaid_days between 1 and 60),
  payment_ways text[] not null default '{}'
    check (payment_ways <@ '{check,bank-transfer,card-by-phone,payment-link,zelle,venmo,paypal,cash}')
);
comment on column properties.check_in_days is 'weekdays of arrival, 0 is Sunday; null is any; those of departure are the same';
comment on column properties.notice_until_hour is 'by the clock of the home: from then on today counts as over; 24 is midnight';
comment on column properties.booking_window_days is 'beside that of the site, whichever is shorter';
comment on column properties.price_confirmed is 'false: price_per_night is a default that is not sold; writing it confirms it';
comment on column properties.amenities is 'the items of the amenity groups in presentation, which are written there';
comment on column properties.facts is 'known facts; a key that is absent is unknown and is not shown';
comment on column properties.host is 'firstName, photo (a path on the site), about, phone, text; each may be absent. sample: invented for the demo';
comment on column properties.settled_questions is 'what the back office asked about the prices and need not ask again: no-tax, no-minimum';
comment on column properties.payment_text is 'Null: the text of the site';
comment on column properties.gap_minimum_stay is 'in nights; null: such a hole stays empty';
comment on column properties.gap_percent is 'by how many percent the nights of such a stay cost more; less if negative';
comment on column properties.payment_ways is 'Empty: those of the site, unless the home has a payment_text of its own';
create index properties_images on properties using gin (images);
create index properties_listed on properties (display_order) where listed;

-- Earlier addresses of pages of homes: each leads to the present one.
create table property_addresses (
  slug text primary key,
  property_id uuid not null references properties on delete cascade
);
create index property_addresses_property on property_addresses (property_id);

create table property_units (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  name text not null,
  description text,
  hero_image text,
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index property_units_property on property_units (property_id);

create table unit_images (
  id uuid primary key default gen_random_uuid(),
  unit_id uuid not null references property_units on delete cascade,
  gcs_path text not null,
  alt_text text not null,
  category text not null,
  display_order integer not null default 0,
  created_at timestamptz not null default now(),
  -- What guests read under it; alt_text is for those who cannot see it.
  caption text not null default ''
);
create index unit_images_unit on unit_images (unit_id, display_order);
create index unit_images_gcs_path on unit_images (gcs_path);

create table rooms (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  name text not null,
  beds jsonb not null,
  display_order integer not null default 0,
  floor smallint check (floor between -5 and 20),
  bathroom text check (bathroom in ('en-suite', 'private', 'shared')),
  bathroom_note text
);
comment on column rooms.floor is 'flights of stairs from the entrance: 0 is its floor, -1 one flight down; null: unknown';
comment on column rooms.bathroom is 'en-suite: inside the room; private: outside, for this room alone; shared; null: unknown';
create index rooms_property on rooms (property_id);

create table reviews (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  author text not null,
  body text not null,
  source text not null,
  source_url text,
  reviewed_on date,
  sample boolean not null default false,
  display_order integer not null default 0
);
create index reviews_property on reviews (property_id);

-- Apart from the homes, so that no page, export or earlier version of a home contains a door code.
create table arrival_guides (
  property_id uuid primary key references properties on delete cascade,
  shown_days smallint not null default 14 check (shown_days between 0 and 365),
  directions text,
  parking text,
  door_code text,
  wifi_name text,
  wifi_password text,
  house_manual text,
  local_tips text,
  night_contact text,
  night_phone text,
  sample boolean not null default false,
  codes_open boolean not null default false
);
comment on column arrival_guides.shown_days is 'days before check-in from which a confirmed guest reads it; door code and Wi-Fi password two days before';
comment on column arrival_guides.house_manual is 'an empty line separates paragraphs, as in directions and local_tips';
comment on column arrival_guides.night_contact is 'whom to call at night, such as: Dana, who lives next door';
comment on column arrival_guides.sample is 'invented for the demo; removed on going live';
comment on column arrival_guides.codes_open is 'guests read door code and Wi-Fi password on their day, paid or not';

create function confirm_price() returns trigger language plpgsql as $$
begin
  new.price_confirmed := true;
  return new;
end $$;
create trigger confirm_price before update of price_per_night on properties
  for each row execute function confirm_price();

create trigger properties_cancellation_policy_shape before insert or update of cancellation_policy on properties for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_items_fit(new.cancellation_policy,
    'strict $[*] ? (@.days >= 0 && @.days <= 365 && @.days == @.days.floor()
      && @.percent >= 1 && @.percent <= 100 && @.percent == @.percent.floor())'))
  execute function refuse_wrong_shape('cancellation_policy');
create trigger keep_replaced_version after update or delete on properties
  for each row execute function keep_replaced_version('presentation');
-- Facts are typed by hand one by one. A misspelled key would be a fact that nobody sees, so it is refused.
create trigger properties_facts_shape before insert or update of facts on properties for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not (json_fits(new.facts, '{
    "wifi": ["object"], "parking": ["object"], "laundry": ["string"], "linens": ["array"], "heating": ["string"],
    "cooling": ["string"], "tvs": ["object"], "ski": ["object"], "children": ["object"], "safety": ["array"],
    "quietHours": ["object"], "events": ["string"], "damage": ["string"], "access": ["object"], "lift": ["object"],
    "sample": ["array"]
  }') and new.facts - array['wifi', 'parking', 'laundry', 'linens', 'heating', 'cooling', 'tvs', 'ski', 'children', 'safety',
    'quietHours', 'events', 'damage', 'access', 'lift', 'sample'] = '{}')) execute function refuse_wrong_shape('facts');
create trigger keep_replaced_facts after update or delete on properties
  for each row execute function keep_replaced_version('facts');
create trigger keep_replaced_row after update or delete on properties for each row execute function keep_replaced_version();
create trigger properties_host_shape before insert or update of host on properties for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not (json_fits(new.host, '{
    "firstName": ["string"], "photo": ["string"], "about": ["string"], "phone": ["string"], "text": ["string"], "sample": ["boolean"]
  }') and new.host - array['firstName', 'photo', 'about', 'phone', 'text', 'sample'] = '{}'))
  execute function refuse_wrong_shape('host');
create trigger keep_replaced_host after update or delete on properties
  for each row execute function keep_replaced_version('host');
create trigger properties_presentation_shape before insert or update of presentation on properties for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_fits(new.presentation, '{
    "cardText": ["string"], "cardTitle": ["string", "null"], "badge": ["string", "null"], "capacityWord": ["string"],
    "extraFacts": ["array"], "lead": ["string"], "story": ["array"], "sleepingHeading": ["string"], "gallery": ["object"],
    "amenitiesHeading": ["string"], "amenityGroups": ["array"], "surroundings": ["object", "null"], "bookingHeading": ["string"],
    "metadata": ["object", "null"], "questions": ["array"], "sectionImages": ["array"]
  }')) execute function refuse_wrong_shape('presentation');

create trigger rooms_beds_shape before insert or update of beds on rooms for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_items_fit(new.beds,
    'strict $[*] ? (@.kind.type() == "string" && @.count >= 1 && @.count == @.count.floor())'))
  execute function refuse_wrong_shape('beds');
create trigger keep_replaced_version after update or delete on rooms
  for each row execute function keep_replaced_version('beds');
create trigger keep_replaced_row after update or delete on rooms for each row execute function keep_replaced_version();

-- Prices and stay rules

create table seasons (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  name text not null,
  starts_on text not null check (starts_on ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'),
  ends_on text not null check (ends_on ~ '^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'),
  minimum_stay integer not null check (minimum_stay >= 1),
  demo boolean not null default false,
  check_in_days smallint[] check (cardinality(check_in_days) > 0 and check_in_days <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  year integer check (year between 2000 and 2199),
  unique (property_id, name)
);
comment on column seasons.check_in_days is 'null: as in the rest of the year';
comment on column seasons.year is 'the year of the first night; null: every year';
create index seasons_property on seasons (property_id);

create table nightly_rates (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  season_id uuid references seasons on delete cascade,
  weekdays smallint[] not null check (cardinality(weekdays) > 0 and weekdays <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  price numeric(8, 2) not null check (price >= 0),
  demo boolean not null default false,
  from_date date,
  unique nulls not distinct (property_id, season_id, weekdays, from_date)
);
comment on column nightly_rates.from_date is 'the first night with this price; null is always';
create index nightly_rates_property on nightly_rates (property_id);

create table fees (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  kind text not null check (kind in ('stay', 'guest', 'pet')),
  label text not null,
  amount numeric(8, 2) not null check (amount >= 0),
  demo boolean not null default false,
  per text not null default 'stay' check (per in ('stay', 'night')),
  included_guests integer check (included_guests >= 0),
  each_pet boolean not null default false,
  unique (property_id, id),
  unique (property_id, label),
  constraint fees_each_pet check (kind = 'pet' or not each_pet),
  constraint fees_guests_included check ((kind = 'guest') = (included_guests is not null))
);
comment on column fees.included_guests is 'a guest fee is for each guest beyond these';
comment on column fees.each_pet is 'a pet fee is for each pet; otherwise once, however many come';
create index fees_property on fees (property_id);

create table taxes (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  name text not null,
  rate numeric(7, 4) not null,
  display_order integer not null default 0,
  demo boolean not null default false,
  jurisdiction text,
  applies_to text[] not null default '{nights,cleaning}',
  basis text not null default 'percent' check (basis in ('percent', 'night', 'guest-night')),
  first_nights integer check (first_nights >= 1),
  not_from_nights integer check (not_from_nights >= 2),
  unique (property_id, id),
  unique (property_id, name),
  constraint taxes_applies_to_check check (applies_to <@ '{nights,cleaning}' and (basis = 'percent' or applies_to = '{nights}')),
  constraint taxes_rate_check check (rate >= 0 and (basis <> 'percent' or rate < 100))
);
comment on column taxes.rate is 'percent of the parts in applies_to and of the fees in fee_taxes, 10.4 is 10.4 %; or dollars a night';
comment on column taxes.first_nights is 'only so many nights of a stay are taxed';
comment on column taxes.not_from_nights is 'stays of so many nights or more are exempt';
create index taxes_property on taxes (property_id);

create table fee_taxes (
  property_id uuid not null,
  fee_id uuid not null,
  tax_id uuid not null,
  primary key (fee_id, tax_id),
  foreign key (property_id, fee_id) references fees(property_id, id) on delete cascade,
  foreign key (property_id, tax_id) references taxes(property_id, id) on delete cascade
);
comment on table fee_taxes is 'the taxes on each fee; both belong to one property';
create index fee_taxes_tax on fee_taxes (tax_id);

create table stay_discounts (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  label text not null,
  threshold integer constraint stay_discounts_from_nights_not_null not null,
  percent numeric(7, 4) not null check (percent > 0 and percent <= 100),
  kind text not null check (kind in ('long-stay', 'last-minute', 'early-bird')),
  unique (property_id, kind, threshold),
  constraint stay_discounts_threshold_check check (threshold >= case kind when 'long-stay' then 2 else 1 end)
);
comment on column stay_discounts.threshold is 'nights of a long stay; else days from booking to check-in';

create table arrival_minimums (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  season_id uuid references seasons on delete cascade,
  weekdays smallint[] not null check (cardinality(weekdays) > 0 and weekdays <@ array[0, 1, 2, 3, 4, 5, 6]::smallint[]),
  minimum_stay integer not null check (minimum_stay >= 1),
  unique nulls not distinct (property_id, season_id, weekdays)
);
create index arrival_minimums_property on arrival_minimums (property_id);

create table night_overrides (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  date date not null,
  price_override numeric(8, 2) check (price_override >= 0),
  reason text,
  minimum_stay integer check (minimum_stay >= 1),
  unique (property_id, date),
  constraint night_overrides_not_empty check (price_override is not null or minimum_stay is not null)
);
comment on column night_overrides.reason is 'of the price, told to guests';

-- A code takes a percentage or an amount off the nights. How often it is in use is counted, not stored.
-- The transaction that makes the next booking counts those that stand, under a lock of this row.
create table promo_codes (
  code text primary key check (code ~ '^[A-Z0-9][A-Z0-9-]{1,28}[A-Z0-9]$'),
  property_id uuid references properties on delete cascade,
  percent numeric(7, 4) check (percent > 0 and percent <= 100),
  amount numeric(8, 2) check (amount > 0),
  book_from date,
  book_until date,
  stay_from date,
  stay_until date,
  minimum_nights integer not null default 1 check (minimum_nights >= 1),
  use_limit integer check (use_limit >= 1),
  ended_at timestamptz,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- The code of a prize: it covers everything that a stay costs, taxes included.
  covers_all boolean not null default false,
  maximum_nights integer,
  constraint promo_codes_check1 check (book_until >= book_from),
  constraint promo_codes_check2 check (stay_until >= stay_from),
  constraint promo_codes_nights_check check (maximum_nights >= minimum_nights),
  constraint promo_codes_off_check check (num_nonnulls(percent, amount) + covers_all::integer = 1)
);
comment on column promo_codes.property_id is 'null: every home';
comment on column promo_codes.book_until is 'the last day, at the home, on which it can be booked with';
comment on column promo_codes.stay_until is 'the last night of a stay with it; null is any';
comment on column promo_codes.maximum_nights is 'null: a stay may have any number of nights';

-- How an authority wants its lodging tax. Every one that ever had a tax has a row: its reports stay.
create table tax_jurisdictions (
  name text primary key check (name <> ''),
  counted_by text not null default 'check-out' check (counted_by in ('check-out', 'check-in', 'night', 'payment')),
  period text not null default 'month' check (period in ('month', 'quarter')),
  due_day smallint not null default 20 check (due_day between 1 and 28)
);
comment on column tax_jurisdictions.due_day is 'of the month after the period';

-- An authority with another name wants its tax as before.
create function keep_tax_jurisdiction() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into tax_jurisdictions
      select coalesce(new.jurisdiction, new.name), counted_by, period, due_day from tax_jurisdictions
        where name = coalesce(old.jurisdiction, old.name)
      on conflict do nothing;
  end if;
  insert into tax_jurisdictions (name) values (coalesce(new.jurisdiction, new.name)) on conflict do nothing;
  return null;
end $$;
create trigger keep_tax_jurisdiction after insert or update of jurisdiction, name on taxes for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function keep_tax_jurisdiction();

-- Bookings

-- What a stay cost when somebody asked: kept for good, under an address that can be passed on.
create table quotes (
  id uuid primary key default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid,
  token uuid not null default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid unique,
  property_id uuid not null references properties,
  check_in_date date not null,
  check_out_date date not null,
  adults integer not null check (adults >= 1),
  children integer not null check (children >= 0),
  infants integer not null check (infants >= 0),
  pets integer not null check (pets >= 0),
  promo_code text,
  lines jsonb not null,
  total_amount numeric(8, 2) not null check (total_amount >= 0),
  currency text not null default 'USD' check (currency = 'USD'),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  origin_id uuid references quotes deferrable initially deferred,
  is_offer boolean not null default false,
  check (check_out_date > check_in_date),
  check (expires_at > created_at)
);
comment on column quotes.origin_id is 'the first quote of the chain; null is one that was asked for';
comment on column quotes.is_offer is 'written by an operator: its price is booked until it expires';
create index quotes_property on quotes (property_id);
create index quotes_origin on quotes (origin_id) where origin_id is not null;

create table bookings (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique,
  property_id uuid not null references properties,
  guest_name text not null,
  guest_email text not null,
  guest_phone text,
  check_in_date date not null,
  check_out_date date not null,
  number_of_guests integer not null,
  adults integer not null check (adults >= 1),
  children integer not null default 0 check (children >= 0),
  infants integer not null default 0 check (infants >= 0),
  pets integer not null default 0 check (pets >= 0),
  total_amount numeric(8, 2) not null check (total_amount >= 0),
  lines jsonb not null,
  status text not null default 'pending' check (status in ('held', 'pending', 'confirmed', 'declined', 'cancelled', 'expired')),
  stripe_payment_intent_id text,
  special_requests text,
  terms_version text,
  created_at timestamptz not null default now(),
  token uuid not null default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid unique,
  quote_id uuid references quotes,
  answer_by timestamptz,
  -- The terms that it was made under.
  cancellation_policy jsonb not null default '[]',
  refund_amount numeric(8, 2),
  promo_code text references promo_codes,
  source text not null default 'website'
    check (source in ('website', 'phone', 'email', 'friends', 'airbnb', 'vrbo', 'booking-com', 'other')),
  private_note text,
  moved_from_property_id uuid references properties,
  moved_from_nights daterange,
  home_ready_at timestamptz,
  return_due numeric(8, 2) not null default 0 check (return_due >= 0),
  payment_schedule jsonb check (jsonb_typeof(payment_schedule) = 'array'),
  payment_reminded_at timestamptz,
  paid_by_card numeric(10, 2) not null default 0,
  scheduled_by_card numeric(10, 2) not null default 0,
  paid_elsewhere numeric(10, 2) not null default 0,
  codes_open boolean not null default false,
  cancels_after date,
  refused_by_card numeric(10, 2) not null default 0,
  check (check_out_date > check_in_date),
  check (number_of_guests = adults + children),
  constraint bookings_moved_from check ((moved_from_property_id is null) = (moved_from_nights is null)),
  constraint bookings_refund_amount check (refund_amount >= 0)
);
comment on column bookings.token is 'the secret part of the address of the guest''s own page';
comment on column bookings.answer_by is 'a pending one that nobody answers by then expires; null waits for as long as it takes';
comment on column bookings.refund_amount is 'what was promised to the guest when it was cancelled';
comment on column bookings.private_note is 'only operators read it';
comment on column bookings.home_ready_at is 'when somebody said that the home is ready for this stay; null while it is not';
comment on column bookings.return_due is 'promised to a guest who canceled, and not to be made by card; 0 once an operator recorded it as returned';
comment on column bookings.payment_schedule is 'What is paid by when, as agreed: amounts in cents and days; null if no day was agreed or a card is charged';
comment on column bookings.paid_by_card is 'what cards paid or authorized, less what is to be refunded; kept by a trigger on payments';
comment on column bookings.scheduled_by_card is 'what a card is still charged by itself; kept by a trigger on payments';
comment on column bookings.paid_elsewhere is 'what was paid outside the site, less what was returned there; kept by a trigger on ledger';
comment on column bookings.codes_open is 'the guest reads door code and Wi-Fi password on their day, paid or not';
comment on column bookings.cancels_after is 'the last day to pay, as the guest was told; then it is canceled by itself if nothing is paid';
comment on column bookings.refused_by_card is 'refunds that the card refused and nobody made since; kept by a trigger on payments';
create index bookings_property on bookings (property_id, check_in_date);
create index bookings_quote on bookings (quote_id) where quote_id is not null;
create index bookings_answer on bookings (answer_by) where status = 'pending';
create index bookings_promo_code on bookings (promo_code) where promo_code is not null;
-- How often a home was booked lately is asked of all homes that a search finds.
create index bookings_popular on bookings (property_id, created_at) where status = 'confirmed';
-- What waits for somebody is found without reading the rest.
create index bookings_unpaid on bookings (check_in_date) where status = 'confirmed'
  and total_amount > paid_by_card + scheduled_by_card + greatest(0, paid_elsewhere - return_due);
create index bookings_overpaid on bookings (id) where status = 'confirmed'
  and paid_by_card + greatest(0, paid_elsewhere - return_due) > total_amount;
create index bookings_to_return on bookings (id) where return_due > 0;
create index bookings_returned_too_much on bookings (id) where paid_elsewhere < 0;
create index bookings_days on bookings (check_out_date, check_in_date) where status = 'confirmed';
create index bookings_cancels_after on bookings (cancels_after) where status = 'confirmed' and cancels_after is not null;

-- What was canceled as in a file is confirmed again by Undo.
create function is_status_transition(before text, after text) returns boolean language sql immutable as $$
  select (coalesce(before, 'new'), after) in (
    ('new', 'held'), ('new', 'pending'), ('new', 'confirmed'),
    ('held', 'confirmed'), ('held', 'cancelled'), ('held', 'expired'),
    ('pending', 'confirmed'), ('pending', 'declined'), ('pending', 'cancelled'), ('pending', 'expired'),
    ('confirmed', 'cancelled'), ('cancelled', 'confirmed'))
$$;

create table booking_changes (
  booking_id uuid not null references bookings,
  number smallint not null check (number >= 1),
  from_status text,
  to_status text not null,
  cause text not null check (cause in ('guest', 'operator', 'time', 'payment', 'conflict')),
  changed_at timestamptz not null default now(),
  operator_id uuid references users on delete set null,
  operator_name text,
  reason text,
  primary key (booking_id, number),
  constraint booking_changes_first check ((number = 1) = (from_status is null)),
  constraint booking_changes_operator check (cause = 'operator' or operator_name is null),
  constraint booking_changes_status_transition check (is_status_transition(from_status, to_status))
);
comment on column booking_changes.reason is 'what the operator told the guest';

-- What reports count of a stay, once for each time that it changed. So the figures of a day can be read as they were.
create table booking_versions (
  booking_id uuid not null references bookings on delete cascade,
  number integer not null check (number >= 1),
  recorded_at timestamptz not null,
  replaced_at timestamptz,
  property_id uuid not null references properties,
  status text not null,
  source text not null,
  promo_code text,
  check_in_date date not null,
  check_out_date date not null,
  -- In cents. The rent is the nights with their discounts, less what was refunded of the stay.
  rent integer not null,
  cleaning integer not null,
  fees integer not null,
  refunds integer not null,
  taxes integer not null,
  tax_lines jsonb not null,
  -- What of payments by hand is promised back, in cents.
  return_due integer not null,
  kept_by_hand integer not null default 0 check (kept_by_hand >= 0),
  night_sums integer[],
  primary key (booking_id, number),
  check (replaced_at >= recorded_at),
  check (check_out_date > check_in_date),
  check (cardinality(night_sums) = check_out_date - check_in_date and night_sums[cardinality(night_sums)] > 0)
);
comment on table booking_versions is 'what reports count of each stay that was ever confirmed; the present one has no replaced_at';
comment on column booking_versions.kept_by_hand is 'in cents, what is promised back left out; 0 while the stay is confirmed';
comment on column booking_versions.night_sums is 'what the first night cost, the first two, and so on, in cents: the rent is spread in that ratio';
create unique index booking_versions_present on booking_versions (booking_id) where replaced_at is null;
create index booking_versions_check_out on booking_versions (check_out_date, check_in_date);
create index booking_versions_recorded on booking_versions (recorded_at);

-- Links to guest pages that an operator replaced: whoever opens one reads that, and whom to ask.
create table replaced_stay_links (
  token_hash text primary key,
  booking_id uuid not null references bookings on delete cascade,
  replaced_at timestamptz not null
);
comment on column replaced_stay_links.token_hash is 'SHA-256 of the token that bookings.token was';
create index replaced_stay_links_booking on replaced_stay_links (booking_id);

-- A door code for one stay. It is apart from bookings, so that no list, file or record of one contains it.
create table stay_door_codes (
  booking_id uuid not null references bookings on delete cascade,
  property_id uuid not null references properties on delete cascade,
  door_code text not null check (door_code <> ''),
  primary key (booking_id, property_id)
);
comment on column stay_door_codes.property_id is 'the home that it opens: it does not count while the stay is in another one';
create index stay_door_codes_property on stay_door_codes (property_id);

-- A file with bookings or prices from elsewhere, until it is imported or a day old.
create table import_files (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('bookings', 'prices')),
  name text not null,
  choices jsonb not null,
  created_at timestamptz not null,
  parsed json not null
);

-- The bookings that an import stored, and how they are called where they come from.
create table imported_bookings (
  booking_id uuid primary key references bookings on delete cascade,
  import_id uuid not null,
  source text not null,
  reference text not null,
  paid numeric(10, 2) not null default 0
);
comment on column imported_bookings.paid is 'what the file says was paid where it was booked; in the ledger, too';
create index imported_bookings_import on imported_bookings (import_id);

create trigger bookings_cancellation_policy_shape before insert or update of cancellation_policy on bookings for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_items_fit(new.cancellation_policy,
    'strict $[*] ? (@.days >= 0 && @.days <= 365 && @.days == @.days.floor()
      && @.percent >= 1 && @.percent <= 100 && @.percent == @.percent.floor())'))
  execute function refuse_wrong_shape('cancellation_policy');

-- Who has which nights

-- The secret address at which other sites read the calendar of a home.
create table calendar_exports (
  property_id uuid primary key references properties on delete cascade,
  key text not null unique,
  created_at timestamptz not null default now(),
  -- In the ids of its events. It stays when the address is renewed: so they are known again when another site sends them back.
  mark text not null
);

-- What the own calendar of a home has said of each event. Readers keep the nights of a known id until its SEQUENCE rises.
create table calendar_export_events (
  property_id uuid not null references properties on delete cascade,
  uid text not null,
  nights daterange not null,
  sequence integer not null default 1,
  changed_at timestamptz not null,
  primary key (property_id, uid)
);

-- Calendars of other sites, which are read for a home.
create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  address text not null,
  label text not null,
  etag text,
  last_modified text,
  read_at timestamptz,
  events integer not null default 0,
  claim integer not null default 0,
  next_sync_at timestamptz not null default now(),
  last_synced_at timestamptz,
  last_success_at timestamptz,
  failing_since timestamptz,
  last_error text,
  notified_at timestamptz,
  created_at timestamptz not null default now(),
  takes_free boolean not null default false,
  opens_window boolean not null default false,
  marked_free integer not null default 0,
  window_from date,
  window_to date,
  unread text[] not null default '{}',
  -- It counts as failing because it is suddenly empty. The operator may say that this is right.
  suddenly_empty boolean not null default false,
  unique (property_id, address),
  check ((failing_since is null) = (last_error is null)),
  check (notified_at is null or failing_since is not null)
);
comment on column calendar_feeds.address is 'a secret: whoever has it reads the calendar';
comment on column calendar_feeds.claim is 'grows with every sync that begins; one that is not the last any more writes nothing';
create index calendar_feeds_due on calendar_feeds (next_sync_at);

create table occupancies (
  id uuid primary key default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid,
  property_id uuid not null references properties,
  nights daterange not null check (not isempty(nights) and not lower_inf(nights) and not upper_inf(nights)),
  kind text not null check (kind in ('hold', 'booking', 'import')),
  booking_id uuid references bookings,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  feed_id uuid references calendar_feeds on delete cascade,
  -- The id of an event in its feed, so that it stays the same row.
  event_key text,
  marked text check (marked in ('reserved', 'block')),
  quote_id uuid references quotes,
  -- Of imported nights that a stay of ours has, too. new: nobody was told yet; settled: they are of the same guest.
  conflict_notice text check (conflict_notice in ('new', 'sent', 'settled')),
  -- A hold is extended once for the time of paying, whatever becomes of its booking.
  extended boolean not null default false,
  check ((kind = 'hold') = (expires_at is not null)),
  check (kind <> 'booking' or booking_id is not null),
  check (kind <> 'import' or booking_id is null),
  check ((kind = 'import') = (feed_id is not null)),
  check ((kind = 'import') = (event_key is not null)),
  check (kind = 'import' or marked is null),
  check (kind = 'import' or conflict_notice is null),
  constraint occupancies_hold_has_one_owner check (kind <> 'hold' or (quote_id is null) <> (booking_id is null)),
  constraint occupancies_only_holds_of_quotes check (kind = 'hold' or quote_id is null),
  constraint occupancies_no_overlap exclude using gist (property_id with =, nights with &&) where (kind in ('hold', 'booking'))
);
create index occupancies_nights on occupancies using gist (property_id, nights);
create index occupancies_booking on occupancies (booking_id) where booking_id is not null;
create index occupancies_expiry on occupancies (expires_at) where kind = 'hold';
create unique index occupancies_event on occupancies (feed_id, event_key) where kind = 'import';
create unique index occupancies_quote on occupancies (quote_id) where quote_id is not null;
create index occupancies_new_conflicts on occupancies (property_id) where conflict_notice = 'new';
-- A search asks for the nights of all homes. By an index that begins with the home it read every stay there ever was.
create index occupancies_spans on occupancies using gist (nights);

-- Which nights were held, or requested without a card, from where: by digests of the address and of its network.
-- They count for a day. A claim follows its nights: a hold may get another id, and is deleted when it is over.
create table night_claims (
  id uuid primary key default gen_random_uuid(),
  address text not null,
  network text not null,
  kind text not null check (kind in ('hold', 'request')),
  nights integer not null check (nights > 0),
  occupancy_id uuid references occupancies on update cascade on delete set null,
  booking_id uuid references bookings on delete cascade,
  claimed_at timestamptz not null default now()
);
create index night_claims_network on night_claims (network, claimed_at);
create index night_claims_claimed on night_claims (claimed_at);
create index night_claims_occupancy on night_claims (occupancy_id);
create index night_claims_booking on night_claims (booking_id);

create table blocks (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties on delete cascade,
  nights daterange not null check (not isempty(nights) and lower(nights) is not null and upper(nights) is not null),
  kind text not null check (kind in ('owner', 'closed', 'visit')),
  note text,
  created_at timestamptz not null default now(),
  constraint blocks_do_not_overlap exclude using gist (property_id with =, nights with &&) where (kind <> 'visit')
);
comment on table blocks is 'owner: the owner stays; closed: not offered; visit: somebody comes by, and guests may stay';
comment on column blocks.note is 'only operators read it';
create index blocks_visits on blocks using gist (property_id, nights) where kind = 'visit';

-- Closed nights are blocks; prices are rows of their own. This shows both by night.
create view property_availability as
  select md5(property_id || ' ' || (date - date '2000-01-01'))::uuid as id, property_id, date,
      closed.kind is null as is_available, own.price_override,
      case when closed.kind is null then own.reason else coalesce(closed.note, closed.kind) end as reason
    from (select property_id, lower(nights) + generate_series(0, upper(nights) - lower(nights) - 1) as date, kind, note
        from blocks where kind <> 'visit') closed
    full join (select property_id, date, price_override, reason from night_overrides where price_override is not null) own
      using (property_id, date);
comment on view property_availability is 'nights that are closed or have their own price; every other night is open at its regular price';
comment on column property_availability.reason is 'of a closed night, for operators only; else of the price, told to guests';

-- Payments

-- What guests pay by card: a row for each payment of a booking. It follows the gateway until nothing is left to do.
-- A difference is what a changed stay costs more than was paid. The guest pays it by a link, one at a time.
create table payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  kind text not null check (kind in ('whole', 'deposit', 'balance', 'difference')),
  intent_id text unique,
  customer_id text,
  card_id text,
  amount numeric(8, 2) not null check (amount > 0),
  status text not null check (status in ('waiting', 'authorized', 'captured', 'void', 'scheduled', 'failed')),
  received numeric(8, 2) not null default 0,
  refund_due numeric(8, 2) not null default 0,
  refunded numeric(8, 2) not null default 0 check (refunded >= 0),
  due_on date,
  tries smallint not null default 0 check (tries >= 0),
  next_at timestamptz,
  created_at timestamptz not null default now(),
  refund_tries smallint not null default 0 check (refund_tries >= 0),
  refund_tried_at timestamptz,
  refund_failed boolean not null default false,
  returned_by_hand numeric(8, 2) not null default 0,
  refund_key text,
  refund_part numeric(8, 2) check (refund_part > 0),
  refund_goal numeric(8, 2),
  token uuid not null default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid unique,
  disputed numeric(8, 2) not null default 0,
  charged_back numeric(8, 2) not null default 0,
  refund_refusal text check (refund_refusal in ('disputed', 'already-refunded', 'no-funds', 'returned', 'other')),
  check (received >= 0 and received <= amount),
  check (refund_due >= 0 and refund_due <= amount),
  check ((kind = 'balance') = (due_on is not null)),
  check ((customer_id is null) = (card_id is null)),
  check (returned_by_hand >= 0 and returned_by_hand <= refund_due),
  check (refund_goal >= refund_part),
  constraint payments_refund_asked
    check ((refund_key is null) = (refund_part is null) and (refund_part is null) = (refund_goal is null))
);
comment on column payments.next_at is 'when to look at it again; null when nothing is left to do';
comment on column payments.refund_failed is 'the operator has been told to give the money back in another way';
comment on column payments.returned_by_hand is 'the part of refund_due that the card refused and an operator returned in another way';
comment on column payments.refund_key is 'of a refund without an answer: its idempotency key';
comment on column payments.refund_goal is 'what is refunded of the payment once that refund is made';
comment on column payments.token is 'the secret of the page that pays this payment, and opens nothing else';
comment on column payments.disputed is 'the amount of open disputes; kept by a trigger on disputes';
comment on column payments.charged_back is 'what the bank took for good; kept by a trigger on disputes';
comment on column payments.refund_refusal is 'why the last refund was not made';
create index payments_next on payments (next_at) where next_at is not null;
create unique index payments_one_of_a_kind on payments (booking_id, kind) where kind <> 'difference';
create unique index payments_one_open_difference on payments (booking_id)
  where kind = 'difference' and status in ('waiting', 'authorized');
create index payments_booking on payments (booking_id);
create index payments_open on payments (booking_id, status) where status in ('scheduled', 'failed');
create index payments_refund_failed on payments (booking_id) where refund_failed;

-- While a dispute is open, nothing of its payment goes back.
create table disputes (
  id text primary key check (id <> ''),
  payment_id uuid not null references payments,
  status text not null check (status in ('needs-response', 'under-review', 'won', 'lost', 'closed')),
  is_inquiry boolean not null,
  amount numeric(8, 2) not null check (amount > 0),
  withdrawn numeric(8, 2) not null default 0 check (withdrawn >= 0),
  reason text not null,
  answer_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  asked_at timestamptz not null
);
comment on table disputes is 'disputes of card payments, by the id of the payment service';
comment on column disputes.is_inquiry is 'the bank asks, and has taken nothing yet';
comment on column disputes.withdrawn is 'what the bank holds or keeps of the payment, without fees';
comment on column disputes.asked_at is 'when the payment service was asked for this state: an older answer that comes later is not stored';
create index disputes_payment on disputes (payment_id);
create index disputes_open on disputes (opened_at) where status in ('needs-response', 'under-review');

-- Messages of the gateway that were taken, so that one that comes again is known.
create table gateway_events (
  id text primary key,
  type text not null,
  payment text,
  received_at timestamptz not null default now()
);

-- Every movement of money, once. Card payments write it by a trigger, so that no code can forget it.
create table ledger (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings,
  payment_id uuid references payments,
  kind text not null check (kind in ('charged', 'refunded', 'returned', 'disputed', 'kept', 'paid-elsewhere')),
  amount numeric(8, 2) not null check (amount <> 0),
  note text,
  operator_id uuid references users on delete set null,
  operator_name text,
  happened_at timestamptz not null,
  constraint ledger_card check ((kind in ('charged', 'refunded', 'returned', 'disputed')) = (payment_id is not null))
);
comment on column ledger.kind is 'returned: a refund that the card refused, made by hand; disputed: withdrawn by the bank, below 0 given back; kept: the part of what was charged that a cancellation does not return';
comment on column ledger.amount is 'negative where a bank returned a refund or took a charge back';
create index ledger_booking on ledger (booking_id);
create index ledger_time on ledger (happened_at);

-- What a booking must be, and what follows from its changes

create function refuse_status_transition() returns trigger language plpgsql as $$
begin
  raise exception 'booking % is % and cannot become %', old.id, old.status, new.status
    using errcode = 'check_violation', constraint = 'bookings_status_transition';
end $$;
create trigger bookings_status_transition before update of status on bookings for each row
  when (old.status is distinct from new.status and not is_status_transition(old.status, new.status))
  execute function refuse_status_transition();

-- The changes of a booking follow one another without a gap, and the last led to its status.
-- Checked at commit, so that a transaction may write both sides in any order.
create function require_matching_changes(checked uuid) returns void language plpgsql as $$
declare
  is_now text;
  matches boolean;
begin
  select status into is_now from bookings where id = checked;
  if not found then return; end if;
  select count(*) > 0 and bool_and(number = place and from_status is not distinct from before)
      and bool_or(place = places and to_status = is_now)
    into matches
    from (select number, from_status, to_status, row_number() over by_number as place, count(*) over () as places,
        lag(to_status) over by_number as before
      from booking_changes where booking_id = checked window by_number as (order by number)) changes;
  if not matches then
    raise exception 'booking % is %, which does not match its changes', checked, is_now
      using errcode = 'check_violation', constraint = 'bookings_match_changes';
  end if;
end $$;

create function bookings_match_changes() returns trigger language plpgsql as $$
begin
  perform require_matching_changes(new.id);
  return null;
end $$;
create constraint trigger bookings_match_changes after insert or update of status on bookings deferrable initially deferred
  for each row execute function bookings_match_changes();

create function booking_changes_match_booking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform require_matching_changes(old.booking_id); end if;
  if tg_op <> 'DELETE' then perform require_matching_changes(new.booking_id); end if;
  return null;
end $$;
create constraint trigger booking_changes_match_booking after insert or update or delete on booking_changes
  deferrable initially deferred for each row execute function booking_changes_match_booking();

-- A pending or confirmed booking has exactly one row, of kind booking, with its home and dates.
-- A held one has exactly one hold; any other status has none. Checked at commit, too.
create function require_matching_occupancy(checked uuid) returns void language plpgsql as $$
declare
  stay bookings%rowtype;
  wanted text;
  all_rows integer;
  right_rows integer;
begin
  select * into stay from bookings where id = checked;
  if not found then return; end if;
  wanted := case when stay.status in ('pending', 'confirmed') then 'booking' when stay.status = 'held' then 'hold' end;
  select count(*), count(*) filter (
      where kind = wanted and property_id = stay.property_id
        and nights = daterange(stay.check_in_date, stay.check_out_date))
    into all_rows, right_rows from occupancies where booking_id = checked;
  if all_rows <> (case when wanted is null then 0 else 1 end) or all_rows <> right_rows then
    raise exception 'booking % is % but has % occupancy rows, % of them right', checked, stay.status, all_rows, right_rows
      using errcode = 'check_violation', constraint = 'bookings_match_occupancy';
  end if;
end $$;

create function bookings_match_occupancy() returns trigger language plpgsql as $$
begin
  perform require_matching_occupancy(new.id);
  return null;
end $$;
create constraint trigger bookings_match_occupancy after insert or update on bookings deferrable initially deferred
  for each row execute function bookings_match_occupancy();

create function occupancies_match_booking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.booking_id is not null then perform require_matching_occupancy(old.booking_id); end if;
  if tg_op <> 'DELETE' and new.booking_id is not null then perform require_matching_occupancy(new.booking_id); end if;
  return null;
end $$;
create constraint trigger occupancies_match_booking after insert or update or delete on occupancies deferrable initially deferred
  for each row execute function occupancies_match_booking();

-- Null unless exactly the nights of the stay have a price. After a move that keeps the price, other nights have it.
create function night_sums_of_booking(booking bookings) returns integer[] language sql stable as $$
  select case when array_agg(night order by night) = array(
      select day::date from generate_series(booking.check_in_date::timestamp, booking.check_out_date - 1, interval '1 day') day)
    and max(until) > 0 then array_agg(until order by night) end
  from (select night::date as night, sum((line ->> 'amount')::int / jsonb_array_length(line -> 'dates')) over (order by night)::int as until
    from jsonb_array_elements(case when jsonb_typeof(booking.lines) = 'array' then booking.lines else '[]' end) line
      cross join jsonb_array_elements_text(line -> 'dates') night) priced
$$;

-- What discounts and refunds take off beyond the nights lowers the cleaning fee, and then the other fees.
-- No rent is below zero. Rows of older versions may be: the months of their journal may have been imported.
create function version_of_booking(booking bookings) returns booking_versions language sql stable as $$
  select row(booking.id, 1, clock_timestamp(), null, booking.property_id, booking.status, booking.source, booking.promo_code,
    booking.check_in_date, booking.check_out_date, greatest(rent, 0), greatest(cleaning + least(rent, 0), 0),
    fees + least(cleaning + least(rent, 0), 0), refunds, taxes, tax_lines, round(booking.return_due * 100),
    case when booking.status = 'confirmed' then 0
      else greatest(0, round((booking.paid_elsewhere - booking.return_due) * 100)) end,
    night_sums_of_booking(booking))::booking_versions
  from (select *, round(booking.total_amount * 100) - cleaning - fees - taxes as rent from (select
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'cleaning'), 0) as cleaning,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' not in ('nights', 'discount', 'cleaning', 'tax')), 0) as fees,
      -coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'discount' and line ->> 'label' = 'Refund'), 0) as refunds,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'tax'), 0) as taxes,
      coalesce(jsonb_agg(line order by place) filter (where line ->> 'kind' = 'tax'), '[]') as tax_lines
    from jsonb_array_elements(case when jsonb_typeof(booking.lines) = 'array' then booking.lines else '[]' end)
      with ordinality listed(line, place)) lines) sums
$$;

-- The version of a stay with so much of its last refund undone, in cents. `base` is the one before that refund.
-- With all of it undone, they are the same to the cent.
create function version_without_refund(present booking_versions, base booking_versions, refused numeric)
  returns booking_versions language plpgsql immutable as $$
declare
  total integer := present.rent + present.cleaning + present.fees + present.taxes;
  lowered integer := base.rent + base.cleaning + base.fees + base.taxes - total;
  share numeric := case when lowered > 0 then least(1, refused / lowered) else 0 end;
begin
  if share = 0 then return present; end if;
  select coalesce(jsonb_agg(now.line
      || jsonb_build_object('amount', (now.line ->> 'amount')::int
        + round(((was.line ->> 'amount')::int - (now.line ->> 'amount')::int) * share)::int)
      || case when now.line ? 'taxable' then jsonb_build_object('taxable', (now.line ->> 'taxable')::int
        + round(((was.line ->> 'taxable')::int - (now.line ->> 'taxable')::int) * share)::int) else '{}' end
      order by place), '[]')
    into present.tax_lines
    from jsonb_array_elements(present.tax_lines) with ordinality now(line, place)
    join jsonb_array_elements(base.tax_lines) with ordinality was(line, place) using (place);
  select coalesce(sum((line ->> 'amount')::int), 0) into present.taxes from jsonb_array_elements(present.tax_lines) line;
  present.cleaning := present.cleaning + round((base.cleaning - present.cleaning) * share);
  present.fees := present.fees + round((base.fees - present.fees) * share);
  present.refunds := present.refunds + round((base.refunds - present.refunds) * share);
  present.rent := total + round(lowered * share) - present.taxes - present.cleaning - present.fees;
  return present;
end $$;

create function keep_booking_version() returns trigger language plpgsql as $$
declare
  present booking_versions := version_of_booking(new);
  replaced booking_versions;
  base booking_versions;
begin
  select * into replaced from booking_versions where booking_id = new.id and replaced_at is null;
  if not found and new.status <> 'confirmed' then return null; end if;
  if new.status = 'confirmed' and new.refused_by_card > 0 then
    -- A stay that was changed since was priced anew.
    select * into base from booking_versions before
      where booking_id = new.id and status = 'confirmed' and before.refunds < present.refunds
        and before.property_id = present.property_id and before.check_in_date = present.check_in_date
        and before.check_out_date = present.check_out_date
        and jsonb_array_length(before.tax_lines) = jsonb_array_length(present.tax_lines)
      order by number desc limit 1;
    if found then present := version_without_refund(present, base, new.refused_by_card * 100); end if;
  end if;
  if replaced.booking_id is not null then
    present.number := replaced.number;
    present.recorded_at := replaced.recorded_at;
    if present is not distinct from replaced then return null; end if;
    present.number := replaced.number + 1;
    -- The clock of a machine may be behind that of the one before.
    present.recorded_at := greatest(clock_timestamp(), replaced.recorded_at);
    update booking_versions set replaced_at = present.recorded_at where booking_id = new.id and number = replaced.number;
  end if;
  insert into booking_versions select present.*;
  return null;
end $$;
create trigger keep_booking_version after insert or update of property_id, status, source, promo_code, check_in_date,
    check_out_date, total_amount, lines, return_due, paid_elsewhere, refused_by_card on bookings for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function keep_booking_version();

create function booking_changes_emit() returns trigger language plpgsql as $$
begin
  -- A booking whose payment has not begun is nobody's yet.
  if new.to_status = 'held' or (new.from_status = 'held' and new.to_status = 'expired') then return null; end if;
  perform emit_webhook('booking.' || case new.to_status when 'pending' then 'requested' when 'cancelled' then 'canceled'
      else new.to_status end, jsonb_build_object('reference', reference, 'propertyId', property_id))
    from bookings where id = new.booking_id;
  return null;
end $$;
create trigger booking_changes_emit after insert on booking_changes
  for each row execute function booking_changes_emit();

create function bookings_emit_move() returns trigger language plpgsql as $$
begin
  perform emit_webhook('booking.moved', jsonb_build_object('reference', new.reference, 'propertyId', new.property_id));
  return null;
end $$;
create trigger bookings_emit_move after update of property_id, check_in_date, check_out_date on bookings
  for each row when (new.status in ('pending', 'confirmed')
    and (old.property_id, old.check_in_date, old.check_out_date)
      is distinct from (new.property_id, new.check_in_date, new.check_out_date))
  execute function bookings_emit_move();

create function occupancies_emit() returns trigger language plpgsql as $$
begin
  perform emit_webhook('calendar.changed', jsonb_build_object('propertyId', property_id))
    from (select distinct property_id from changed where kind <> 'hold') properties;
  return null;
end $$;
create trigger occupancies_emit_insert after insert on occupancies referencing new table as changed
  for each statement execute function occupancies_emit();
create trigger occupancies_emit_update after update on occupancies referencing new table as changed
  for each statement execute function occupancies_emit();
create trigger occupancies_emit_delete after delete on occupancies referencing old table as changed
  for each statement execute function occupancies_emit();

-- A statement that changes many nights is one event for each property.
create function calendar_emit() returns trigger language plpgsql as $$
begin
  perform emit_webhook('calendar.changed', jsonb_build_object('propertyId', property_id))
    from (select distinct property_id from changed) properties;
  return null;
end $$;
create trigger blocks_emit_insert after insert on blocks referencing new table as changed
  for each statement execute function calendar_emit();
create trigger blocks_emit_update after update on blocks referencing new table as changed
  for each statement execute function calendar_emit();
create trigger blocks_emit_delete after delete on blocks referencing old table as changed
  for each statement execute function calendar_emit();

-- What the bank took beyond what was going back anyway is not paid.
create function paid_of_payment(payment payments) returns numeric language sql immutable as $$
  select case when payment.status = 'authorized' then payment.amount - payment.refund_due
    when payment.received > 0 then payment.received - payment.refund_due - greatest(0, payment.charged_back
      - greatest(0, least(payment.refund_due, payment.received) - payment.refunded - payment.returned_by_hand)) else 0 end
$$;

create function scheduled_of_payment(payment payments) returns numeric language sql immutable as $$
  select case when payment.status = 'scheduled' then payment.amount else 0 end
$$;

create function refused_of_payment(payment payments) returns numeric language sql immutable as $$
  select case when (payment.refund_failed or payment.refund_refusal is not null) and payment.disputed = 0
    then greatest(0, least(payment.refund_due, payment.received) - payment.refunded - payment.returned_by_hand - payment.charged_back)
    else 0 end
$$;

-- Adds differences, so that payments of transactions that do not see one another are all counted.
create function add_to_paid_by_card() returns trigger language plpgsql as $$
declare
  paid numeric := coalesce(paid_of_payment(new), 0) - coalesce(paid_of_payment(old), 0);
  scheduled numeric := coalesce(scheduled_of_payment(new), 0) - coalesce(scheduled_of_payment(old), 0);
  refused numeric := coalesce(refused_of_payment(new), 0) - coalesce(refused_of_payment(old), 0);
begin
  if paid <> 0 or scheduled <> 0 or refused <> 0 then
    update bookings set paid_by_card = paid_by_card + paid, scheduled_by_card = scheduled_by_card + scheduled,
        refused_by_card = refused_by_card + refused
      where id = coalesce(new.booking_id, old.booking_id);
  end if;
  return null;
end $$;
create trigger add_to_paid_by_card after insert or update or delete on payments for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function add_to_paid_by_card();

create function add_to_paid_elsewhere() returns trigger language plpgsql as $$
declare
  paid numeric := case when new.kind = 'paid-elsewhere' then new.amount else 0 end
    - case when old.kind = 'paid-elsewhere' then old.amount else 0 end;
begin
  if paid <> 0 then
    update bookings set paid_elsewhere = paid_elsewhere + paid where id = coalesce(new.booking_id, old.booking_id);
  end if;
  return null;
end $$;
create trigger add_to_paid_elsewhere after insert or update or delete on ledger for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function add_to_paid_elsewhere();

create function record_payment_in_ledger() returns trigger language plpgsql as $$
begin
  insert into ledger (booking_id, payment_id, kind, amount, happened_at)
    select new.booking_id, new.id, moved.kind, moved.amount, clock_timestamp()
      from (values ('charged', new.received - case when tg_op = 'INSERT' then 0 else old.received end),
        ('refunded', new.refunded - case when tg_op = 'INSERT' then 0 else old.refunded end)) moved (kind, amount)
      where moved.amount <> 0;
  return null;
end $$;
create trigger record_payment_in_ledger after insert or update of received, refunded on payments for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function record_payment_in_ledger();

create function record_dispute() returns trigger language plpgsql as $$
declare
  moved numeric := new.withdrawn - case when tg_op = 'INSERT' then 0 else old.withdrawn end;
begin
  if moved <> 0 then
    insert into ledger (booking_id, payment_id, kind, amount, happened_at)
      select booking_id, id, 'disputed', moved, clock_timestamp() from payments where id = new.payment_id;
  end if;
  update payments set disputed = sums.disputed, charged_back = sums.charged_back
    from (select coalesce(sum(amount) filter (where status in ('needs-response', 'under-review')), 0) as disputed,
        coalesce(sum(withdrawn) filter (where status = 'lost'), 0) as charged_back
      from disputes where payment_id = new.payment_id) sums
    where payments.id = new.payment_id
      and (payments.disputed, payments.charged_back) is distinct from (sums.disputed, sums.charged_back);
  return null;
end $$;
create trigger record_dispute after insert or update on disputes for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function record_dispute();

-- Nobody gets back more than was paid. Who paid twice gets both back: the price is no limit.
-- Entries of older versions may be wrong. They stay, and what makes them right again is allowed.
create function ledger_refund_limit() returns trigger language plpgsql as $$
declare
  entry ledger := case when tg_op = 'DELETE' then old else new end;
  adds boolean := case when entry.kind in ('refunded', 'returned') then entry.amount < 0 else entry.amount > 0 end;
  elsewhere numeric;
  card record;
begin
  if entry.kind in ('kept', 'disputed') or tg_op = 'INSERT' and adds then return null; end if;
  -- Two transactions that each return what the other does not see yet take turns.
  perform from bookings where id = entry.booking_id for no key update;
  select coalesce(sum(amount), 0) into elsewhere from ledger
    where booking_id = entry.booking_id and kind = 'paid-elsewhere';
  select coalesce(sum(amount) filter (where kind = 'charged'), 0) as charged,
      coalesce(sum(amount) filter (where kind = 'refunded'), 0) as refunded,
      coalesce(sum(amount) filter (where kind = 'returned'), 0) as returned,
      coalesce(sum(amount) filter (where kind = 'disputed'), 0) as disputed
    into card from ledger where booking_id = entry.booking_id and payment_id = entry.payment_id;
  -- What the payment service says is recorded, also if an operator returned the same money by hand before.
  if entry.kind = 'paid-elsewhere' and elsewhere < 0
    or card.refunded > card.charged or card.refunded < 0 or card.returned < 0
    or entry.kind = 'returned' and card.refunded + card.returned + card.disputed > card.charged
  then
    raise exception 'more of a booking would be returned than was paid'
      using errcode = 'check_violation', constraint = 'ledger_refund_limit';
  end if;
  return null;
end $$;
create constraint trigger ledger_refund_limit after insert or update or delete on ledger deferrable initially deferred for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function ledger_refund_limit();

create function ledger_emit() returns trigger language plpgsql as $$
begin
  perform emit_webhook('payment.recorded', jsonb_build_object('reference', reference, 'kind', new.kind,
      'amount', (new.amount * 100)::int))
    from bookings where id = new.booking_id;
  return null;
end $$;
create trigger ledger_emit after insert on ledger for each row execute function ledger_emit();

-- Money: payouts, owners, lodging tax, bookkeeping

-- By the ids of the payment service. Amounts are in cents of the currency of the payout.
create table payouts (
  id text primary key check (id <> ''),
  status text not null check (status in ('pending', 'in_transit', 'paid', 'failed', 'canceled')),
  currency text not null,
  amount integer not null,
  arrives_on date not null,
  created_at timestamptz not null,
  lines text not null check (lines in ('listed', 'not-yet', 'never')),
  lines_read_at timestamptz,
  failure text,
  failed_on date
);
comment on column payouts.lines is 'whether the service lists what is in it; never of a payout made by hand';
comment on column payouts.failed_on is 'the day on which its money came back to the service';
create index payouts_arrival on payouts (arrives_on);

-- What is in a payout. What arrives of a line is its amount less its fee.
create table payout_lines (
  id text primary key check (id <> ''),
  payout_id text not null references payouts on delete cascade,
  kind text not null check (kind in ('charge', 'refund', 'dispute', 'fee', 'held', 'other')),
  -- The word and the description of the service.
  type text not null,
  description text,
  -- The payment that it is about, as in payments; null of what is about none.
  intent_id text,
  amount integer not null,
  fee integer not null,
  happened_at timestamptz not null
);
create index payout_lines_payout on payout_lines (payout_id);
create index payout_lines_intent on payout_lines (intent_id, kind);

-- What did not match and was settled by a person, who says how.
create table payout_settlements (
  problem text not null check (problem in ('failed', 'currency', 'sum', 'unknown', 'differs', 'dispute', 'missing')),
  subject_id text not null check (subject_id <> ''),
  note text not null check (note <> ''),
  settled_at timestamptz not null,
  operator_name text,
  primary key (problem, subject_id)
);
comment on column payout_settlements.subject_id is 'the id that the payment service gave to the payout, the line, or the payment';

-- When all payouts were last read. One row, once they were.
create table payout_reads (
  id boolean primary key default true check (id),
  read_at timestamptz not null
);

-- Owners whose homes are managed for a commission.
create table owners (
  id uuid primary key default gen_random_uuid(),
  -- The secret part of the address of the owner's page.
  token uuid not null default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid unique,
  name text not null check (name <> ''),
  email text check (email <> ''),
  commission_percent numeric(7, 4) not null check (commission_percent >= 0 and commission_percent <= 100),
  commission_on text not null check (commission_on in ('rent', 'all')),
  commission_per_stay integer not null check (commission_per_stay >= 0),
  gets_cleaning boolean not null,
  gets_fees boolean not null,
  -- A stay is in a statement only once its guest has paid it.
  unpaid_waits boolean not null default false,
  -- Months whose statement was sent, and undone. They come first when statements are sent.
  taken_back text[] not null default '{}'
);
comment on column owners.commission_on is 'rent: of the nights; all: of the fees, too, that the owner gets';
comment on column owners.commission_per_stay is 'in cents, beside the percentage';
comment on column owners.taken_back is 'first days of months, in order';

create table owner_homes (
  property_id uuid primary key references properties on delete cascade,
  owner_id uuid references owners on delete set null,
  cleaner_pay integer not null default 0 check (cleaner_pay >= 0)
);
comment on column owner_homes.owner_id is 'null once the home has no owner anymore; what its cleaner gets stays';
comment on column owner_homes.cleaner_pay is 'what a cleaner gets for a turnover, in cents; the owner pays it who gets the cleaning fee';
create index owner_homes_owner on owner_homes (owner_id);

create table owner_statements (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references owners,
  month date not null check (extract(day from month) = 1),
  figures jsonb not null,
  sent_at timestamptz not null,
  operator_name text,
  paid_on date,
  unique (owner_id, month)
);
comment on table owner_statements is 'what was sent to owners, with its figures as they were then; a draft is computed and not stored';
comment on column owner_statements.paid_on is 'when its payout was made; from then on it is locked';

create table owner_costs (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references owners,
  property_id uuid not null references properties,
  spent_on date not null,
  description text not null check (description <> ''),
  amount integer not null check (amount <> 0),
  receipt text check (receipt <> ''),
  statement_id uuid references owner_statements on delete set null
);
comment on column owner_costs.amount is 'in cents; what is credited to the owner is below zero';
comment on column owner_costs.statement_id is 'the statement that has it; null until one is sent';
create index owner_costs_owner on owner_costs (owner_id, spent_on);
create index owner_costs_property on owner_costs (property_id);
create index owner_costs_statement on owner_costs (statement_id);

-- What was filed, with its figures as they were then.
create table tax_filings (
  id uuid primary key default gen_random_uuid(),
  jurisdiction text not null check (jurisdiction <> ''),
  starts_on date not null check (extract(day from starts_on) = 1),
  ends_on date not null,
  figures jsonb not null,
  filed_at timestamptz not null,
  operator_name text,
  counted_by text not null check (counted_by in ('check-out', 'check-in', 'night', 'payment')),
  platforms text[] not null,
  -- Null of a filing of an older version.
  entries jsonb,
  changes_until timestamptz,
  check (ends_on > starts_on),
  constraint tax_filings_jurisdiction_daterange_excl exclude using gist (jurisdiction with =, daterange(starts_on, ends_on) with &&)
);
comment on column tax_filings.ends_on is 'the first day that it is not about';
comment on column tax_filings.changes_until is 'the changes of the next period begin here';

-- Where stays are booked whose lodging tax the platform remits itself.
create table tax_platforms (
  source text primary key check (source <> '')
);

-- The names of the accounts that the journal posts to, as the bookkeeper's program has them.
create table account_names (
  account text primary key check (account <> ''),
  name text not null check (name <> '')
);

-- Messages and reviews

-- What guests are told at the moments of a stay. A row changes a moment for the site, or for one home.
create table message_texts (
  id uuid primary key default gen_random_uuid(),
  -- The emails that leave at once have a paragraph of the operator: a text without a subject.
  moment text not null check (moment in (
    'balance-due', 'not-paid', 'arrival-guide', 'day-before', 'first-morning', 'last-day', 'thanks', 'review',
    'received', 'confirmed', 'how-to-pay', 'paid', 'canceled'
  )),
  property_id uuid references properties on delete cascade,
  is_on boolean not null,
  -- Null: the text that the site comes with, or that of the whole site.
  subject text check (subject <> ''),
  body text check (body <> ''),
  check (case when moment in ('received', 'confirmed', 'how-to-pay', 'paid', 'canceled')
    then subject is null else (subject is null) = (body is null) end)
);
create unique index message_texts_of_site on message_texts (moment) where property_id is null;
create unique index message_texts_of_home on message_texts (property_id, moment) where property_id is not null;

-- What became of a moment of one stay. `anchor` is the day that it belongs to: a stay that moves has its moments anew.
create table stay_messages (
  booking_id uuid not null references bookings on delete cascade,
  moment text not null,
  anchor date not null,
  -- Written for this guest alone.
  subject text check (subject <> ''),
  body text check (body <> ''),
  skipped_at timestamptz,
  sent_at timestamptz,
  -- They keep the message from leaving, as long as there are any.
  empty_blanks text[] check (cardinality(empty_blanks) > 0),
  -- Null of a message of an older version, as sent_body is.
  sent_subject text,
  sent_body text,
  missed_at timestamptz,
  primary key (booking_id, moment, anchor),
  check ((subject is null) = (body is null)),
  check (sent_at is null or skipped_at is null),
  check ((sent_subject is null) = (sent_body is null)),
  check (sent_at is not null or sent_subject is null)
);
comment on column stay_messages.sent_body is 'with a label in place of the links that open the stay';
comment on column stay_messages.missed_at is 'when the site found that it was down while this could have left';
create index stay_messages_waiting on stay_messages (booking_id) where empty_blanks is not null;
create index stay_messages_missed on stay_messages (missed_at) where missed_at is not null;

-- What guests say of a stay, one for each booking. It shows once an operator published it, or after a week.
create table stay_reviews (
  booking_id uuid primary key references bookings on delete cascade,
  property_id uuid not null references properties on delete cascade,
  -- The first name only.
  author text not null check (author <> ''),
  stars smallint not null check (stars between 1 and 5),
  body text not null check (body <> ''),
  -- The first day of the month of check-in.
  stayed_in date not null check (extract(day from stayed_in) = 1),
  created_at timestamptz not null,
  published_at timestamptz,
  -- Never because it is bad.
  withheld_for text check (withheld_for in ('not-the-guest', 'personal-data', 'unlawful', 'not-the-stay')),
  answer text check (answer <> ''),
  -- In the order in which they came.
  photos text[] not null default '{}' check (cardinality(photos) <= 5),
  -- The week after which a review shows by itself begins anew with it: nothing shows that nobody could read.
  last_photo_at timestamptz,
  check (published_at is null or withheld_for is null)
);
create index stay_reviews_of_property on stay_reviews (property_id);
create index stay_reviews_photos on stay_reviews using gin (photos);

create table inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  phone text,
  subject text not null,
  message text not null,
  type text not null default 'general' check (type in ('general', 'property_management', 'booking_inquiry', 'owner_inquiry')),
  property_id uuid references properties on delete set null,
  status text not null default 'new',
  created_at timestamptz not null default now(),
  check_in date,
  check_out date,
  booking_id uuid references bookings on delete set null,
  constraint inquiries_dates check ((check_in is null) = (check_out is null) and check_out > check_in)
);
create index inquiries_booking_id on inquiries (booking_id) where booking_id is not null;
create index inquiries_of_person on inquiries (lower(email));

create table host_inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  phone text,
  property_location text not null,
  bedrooms integer not null check (bedrooms >= 1),
  bathrooms numeric(3, 1) check (bathrooms >= 0),
  max_guests integer not null check (max_guests >= 1),
  airbnb_link text,
  vrbo_link text,
  additional_info text,
  -- How far the talk with an owner has come.
  status text not null default 'new' check (status in ('new', 'contacted', 'visit', 'agreed', 'declined')),
  created_at timestamptz not null default now()
);
create index host_inquiries_of_person on host_inquiries (lower(email));

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
create trigger inquiries_join_conversation after insert on inquiries
  for each row execute function join_conversation();
create trigger host_inquiries_join_conversation after insert on host_inquiries
  for each row execute function join_conversation();

create function messages_emit() returns trigger language plpgsql as $$
begin
  perform emit_webhook('message.received', jsonb_build_object('id', new.id, 'from', tg_argv[0]));
  return null;
end $$;
create trigger inquiries_emit after insert on inquiries for each row execute function messages_emit('guest');
create trigger host_inquiries_emit after insert on host_inquiries for each row execute function messages_emit('owner');

-- A reply by email is an event, as a message of the form is. What a program wrote is none.
create function mail_messages_emit() returns trigger language plpgsql as $$
begin
  perform emit_webhook('message.received', jsonb_build_object('id', new.id, 'from', 'email',
    'conversationId', new.conversation_id));
  return null;
end $$;
create trigger mail_messages_emit after insert on mail_messages
  for each row when (new.is_incoming and not new.is_automatic) execute function mail_messages_emit();

-- Email

create table email_logs (
  id uuid primary key default gen_random_uuid(),
  "to" text not null,
  template text not null,
  subject text not null,
  payload jsonb not null,
  status text not null,
  error text,
  created_at timestamptz not null default now(),
  -- Which email an attempt belongs to, so that none is sent again after it was sent.
  mail_id uuid
);
create index email_logs_mail on email_logs (mail_id);
create unique index email_logs_sent_once on email_logs (mail_id) where status = 'sent';
create index email_logs_created on email_logs (created_at desc);
create index email_logs_of_person on email_logs (lower("to"));

-- Hosts that fail, for all processes.
create table mail_hosts (
  host text primary key,
  failing_since timestamptz not null default now(),
  next_try_at timestamptz not null,
  error text not null
);

-- Emails to addresses that nobody has proved to be their own, by a digest. Few of them an hour go to one.
create table unverified_mails (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  created_at timestamptz not null default now()
);
create index unverified_mails_recipient on unverified_mails (recipient, created_at);
create index unverified_mails_created on unverified_mails (created_at);

-- Newsletter

create table newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique,
  is_active boolean not null default false,
  subscribed_at timestamptz not null default now(),
  source text not null default 'footer' check (source in ('footer', 'giveaway')),
  asked_at timestamptz,
  mailed_at timestamptz,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  constraint newsletter_active_only_if_confirmed check (not is_active or confirmed_at is not null and unsubscribed_at is null)
);
create index newsletter_unconfirmed on newsletter_subscriptions (asked_at) where confirmed_at is null and unsubscribed_at is null;

-- By the SHA-256 of their token alone. Those that confirm end; those that unsubscribe never do.
create table newsletter_links (
  token_hash text primary key,
  subscription_id uuid not null references newsletter_subscriptions on delete cascade,
  purpose text not null check (purpose in ('confirm', 'unsubscribe')),
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  check ((purpose = 'confirm') = (expires_at is not null))
);
create index newsletter_links_subscription on newsletter_links (subscription_id);

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
  sent integer not null default 0,
  check (sent between 0 and readers),
  check (started_at is not null or stopped_at is null and finished_at is null and readers = 0),
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

-- The giveaway

create table campaigns (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  sponsor text not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  time_zone text not null,
  prize text not null,
  retail_value numeric(8, 2) not null check (retail_value >= 0),
  eligibility text not null,
  excluded_states text[] not null default '{}',
  odds text not null,
  free_entry_method text not null,
  winner_selection text not null,
  rules_version text not null,
  bonus_per_channel integer not null check (bonus_per_channel >= 0),
  maximum_bonus integer not null check (maximum_bonus >= 0),
  channels text[] not null,
  demo boolean not null default false,
  created_at timestamptz not null default now(),
  -- What the page shows beside the rules: parsed by the giveaway feature.
  content jsonb not null default '{}',
  -- The public source of the draw's seed, named before anyone can know the seed.
  seed_source text,
  seed_kind text not null default 'text' check (seed_kind in ('powerball', 'mega-millions', 'dice', 'text')),
  -- A draft is only for operators, until it is opened.
  draft boolean not null default false,
  -- How long a winner has to answer. Null: the operator says it when writing to the winner.
  answer_days smallint check (answer_days between 1 and 60),
  check (closes_at > opens_at)
);

create table staycation_entries (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references campaigns,
  email text not null check (email = lower(btrim(email))),
  full_name text not null,
  phone text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  zip_code text not null check (zip_code ~ '^\d{5}$'),
  total_entries integer not null default 1 check (total_entries >= 1),
  agree_to_updates boolean not null default false,
  rules_version text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (campaign_id, email)
);

create table staycation_shares (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null references campaigns,
  email text not null,
  channel text not null check (channel in ('facebook', 'x', 'email', 'copy_link')),
  ip_address text,
  created_at timestamptz not null default now(),
  unique (campaign_id, email, channel),
  foreign key (campaign_id, email) references staycation_entries(campaign_id, email)
);

create table giveaway_draws (
  id uuid primary key default gen_random_uuid(),
  campaign_id uuid not null unique references campaigns,
  -- SHA-256 of the list of entries as it is published.
  list_digest text not null check (list_digest ~ '^[0-9a-f]{64}$'),
  lines integer not null check (lines > 0),
  tickets integer not null,
  seed_source text not null check (btrim(seed_source) <> ''),
  frozen_at timestamptz not null,
  seed text check (seed ~ '^[\x21-\x7e]+( [\x21-\x7e]+)*$'),
  -- How many winners were drawn, one after the other: another one when the last did not answer.
  rounds integer not null default 0,
  drawn_at timestamptz,
  seed_kind text not null default 'text' check (seed_kind in ('powerball', 'mega-millions', 'dice', 'text')),
  check (tickets >= lines),
  check (rounds between 0 and lines),
  check ((seed is null) = (rounds = 0)),
  check ((seed is null) = (drawn_at is null))
);

-- The list: a line for each entry, its code known to the entrant alone. The entry may be deleted later, the line stays.
create table giveaway_draw_lines (
  draw_id uuid not null references giveaway_draws on delete cascade,
  line integer not null check (line > 0),
  code text not null check (code ~ '^[0-9a-f]{64}$'),
  entries integer not null check (entries > 0),
  entry_id uuid references staycation_entries on delete set null,
  primary key (draw_id, line),
  unique (draw_id, code)
);
create index giveaway_draw_lines_entry on giveaway_draw_lines (entry_id);

-- What became of the winner of each round. A round without a row waits for the operator to write.
create table giveaway_rounds (
  draw_id uuid not null references giveaway_draws on delete cascade,
  round integer not null check (round >= 1),
  -- The secret of the page on which the winner answers.
  token uuid not null default gen_random_uuid() unique,
  written_at timestamptz,
  -- Whom the operator wrote to; null once the entry was erased.
  entry_id uuid references staycation_entries on delete set null,
  answer_by timestamptz,
  answer text check (answer in ('accepted', 'declined')),
  answered_at timestamptz,
  -- Whether the winner agreed to be named, by first name and state.
  is_named boolean not null default false,
  promo_code text unique references promo_codes on delete set null,
  -- Why another winner was drawn.
  replaced_for text check (replaced_for in ('no-answer', 'declined', 'not-eligible', 'erased')),
  -- Where the winner is reached, if an email to the address of the entry came back. Frozen entries stay as they are.
  email text check (email = lower(email) and email <> ''),
  primary key (draw_id, round),
  check (answer_by > written_at),
  check ((written_at is null) = (answer_by is null)),
  check ((answer is null) = (answered_at is null)),
  check (answer is null or written_at is not null),
  check (not is_named or answer = 'accepted'),
  check (promo_code is null or answer = 'accepted')
);
create index giveaway_rounds_entry on giveaway_rounds (entry_id);
create index giveaway_rounds_email on giveaway_rounds (email);

-- The total of an entry is one and the bonus of its shares. However many arrive at once, each takes the lock of the entry first.
create function lock_shared_entry() returns trigger language plpgsql as $$
begin
  perform from staycation_entries where campaign_id = new.campaign_id and email = new.email for update;
  return new;
end $$;
create trigger lock_shared_entry before insert on staycation_shares for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function lock_shared_entry();

create function count_shares() returns trigger language plpgsql as $$
begin
  update staycation_entries entry
    set total_entries = 1 + least(campaign.maximum_bonus, campaign.bonus_per_channel * (
        select count(*)::integer from staycation_shares share
          where share.campaign_id = new.campaign_id and share.email = new.email and share.channel = any (campaign.channels))),
      updated_at = new.created_at
    from campaigns campaign
    where campaign.id = new.campaign_id and entry.campaign_id = new.campaign_id and entry.email = new.email;
  return null;
end $$;
create trigger count_shares after insert on staycation_shares for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function count_shares();

-- Once the list is published, nothing is entered or changed. Deleting stays possible: whoever asks to be forgotten is.
create function refuse_frozen_entry() returns trigger language plpgsql as $$
begin
  -- Waits for a freeze that is under way, which holds the campaign's row.
  perform from campaigns where id = new.campaign_id for key share;
  if exists (select from giveaway_draws where campaign_id = new.campaign_id) then
    raise exception 'the entries of this giveaway are frozen' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger refuse_frozen_entry before insert or update on staycation_entries for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function refuse_frozen_entry();
create trigger refuse_frozen_entry before insert or update on staycation_shares for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function refuse_frozen_entry();

-- What was published stays as it was: the seed is entered once, and winners are only added.
create function refuse_draw_change() returns trigger language plpgsql as $$
begin
  if (new.campaign_id, new.list_digest, new.lines, new.tickets, new.seed_source, new.seed_kind, new.frozen_at)
      is distinct from (old.campaign_id, old.list_digest, old.lines, old.tickets, old.seed_source, old.seed_kind, old.frozen_at)
    or (old.seed is not null and new.seed is distinct from old.seed)
    or new.rounds < old.rounds then
    raise exception 'a published draw is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger refuse_draw_change before update on giveaway_draws
  for each row execute function refuse_draw_change();

create function refuse_draw_line_change() returns trigger language plpgsql as $$
begin
  if (new.draw_id, new.line, new.code, new.entries) is distinct from (old.draw_id, old.line, old.code, old.entries)
    or (new.entry_id is not null and new.entry_id is distinct from old.entry_id) then
    raise exception 'a published list is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger refuse_draw_line_change before update on giveaway_draw_lines
  for each row execute function refuse_draw_line_change();

create function forget_winner_email() returns trigger language plpgsql as $$
begin
  new.email := null;
  return new;
end $$;
create trigger forget_winner_email before update of entry_id on giveaway_rounds
  for each row when (new.entry_id is null) execute function forget_winner_email();

create trigger keep_replaced_version after update or delete on campaigns
  for each row execute function keep_replaced_version('content');
create trigger campaigns_content_shape before insert or update of content on campaigns for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_fits(new.content, '{
    "lead": ["string"], "image": ["object"], "cards": ["array"]
  }')) execute function refuse_wrong_shape('content');

-- Turnovers

-- Turnovers are made from stays. Stored is only who may see them without an account, and what was seen and done.
create table cleaner_links (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text,
  secret_hash text not null unique,
  created_at timestamptz not null,
  revoked_at timestamptz
);
comment on column cleaner_links.email is 'is told of changes';
comment on column cleaner_links.secret_hash is 'SHA-256 of the secret in the link, which is shown once';
create unique index cleaner_links_name on cleaner_links (lower(name)) where revoked_at is null;

create table cleaner_link_properties (
  link_id uuid not null references cleaner_links on delete cascade,
  property_id uuid not null references properties on delete cascade,
  primary key (link_id, property_id)
);
create index cleaner_link_properties_property on cleaner_link_properties (property_id);

-- Each email to a cleaner has a secret of its own. It opens the page, as the link from the operator does.
create table cleaner_mail_links (
  secret_hash text primary key,
  link_id uuid not null references cleaner_links on delete cascade,
  created_at timestamptz not null
);
comment on column cleaner_mail_links.secret_hash is 'SHA-256 of the secret, which is in the email alone';
create index cleaner_mail_links_link on cleaner_mail_links (link_id);

create table turnover_marks (
  link_id uuid not null references cleaner_links on delete cascade,
  turnover text not null,
  property_id uuid not null references properties on delete cascade,
  day date not null,
  seen jsonb,
  mailed jsonb,
  done_at timestamptz,
  primary key (link_id, turnover)
);
comment on table turnover_marks is 'what a cleaner saw and did of a turnover';
comment on column turnover_marks.turnover is 'the stay that it comes from';
comment on column turnover_marks.seen is 'the turnover as it was seen';
comment on column turnover_marks.mailed is 'the turnover as it was last mailed';
create index turnover_marks_day on turnover_marks (day);

create table turnover_photos (
  id uuid primary key default gen_random_uuid(),
  link_id uuid references cleaner_links on delete set null,
  property_id uuid not null references properties on delete cascade,
  turnover text not null,
  day date not null,
  path text not null unique references media_objects,
  created_at timestamptz not null,
  handled_at timestamptz,
  shows text not null default 'damage' check (shows in ('damage', 'ready')),
  constraint turnover_photos_ready_is_handled check (shows = 'damage' or handled_at is not null)
);
comment on table turnover_photos is 'what a cleaner sent of a home: damage, or that it is ready; only operators see the image';
create index turnover_photos_property on turnover_photos (property_id);
create index turnover_photos_link on turnover_photos (link_id);

-- Versions of what pages show

-- `nights` is counted apart, so that a booking does not empty the cache of pages without a stay.
create table content_version (
  id smallint primary key default 1 check (id = 1),
  version bigint not null default 1,
  changed_in xid8,
  nights bigint not null default 1,
  nights_changed_in xid8
);

-- A committed change to these tables makes a new version, once a transaction. The cached pages of every process go with it.
create function content_changed() returns trigger language plpgsql as $$
begin
  update content_version set version = version + 1, changed_in = pg_current_xact_id()
    where changed_in is distinct from pg_current_xact_id();
  return null;
end $$;
do $$
declare shown text;
begin
  foreach shown in array array[
    'site', 'legal_documents', 'blog_posts', 'properties', 'property_units', 'unit_images', 'rooms', 'reviews',
    'arrival_guides', 'media_objects', 'seasons', 'nightly_rates', 'fees', 'taxes', 'fee_taxes', 'stay_discounts',
    'arrival_minimums', 'night_overrides', 'stay_reviews', 'campaigns', 'giveaway_draws', 'giveaway_rounds'
  ] loop
    execute format('create constraint trigger content_changed after insert or update or delete on %I '
      'deferrable initially deferred for each row execute function content_changed()', shown);
  end loop;
end $$;

create function nights_changed() returns trigger language plpgsql as $$
begin
  update content_version set nights = nights + 1, nights_changed_in = pg_current_xact_id()
    where nights_changed_in is distinct from pg_current_xact_id();
  return null;
end $$;
-- The order by popularity counts confirmed bookings, besides their nights.
create constraint trigger nights_changed after insert or delete or update of property_id, check_in_date, check_out_date, status
  on bookings deferrable initially deferred for each row execute function nights_changed();
do $$
declare changing text;
begin
  foreach changing in array array['occupancies', 'blocks'] loop
    execute format('create constraint trigger nights_changed after insert or update or delete on %I '
      'deferrable initially deferred for each row execute function nights_changed()', changing);
  end loop;
end $$;

insert into content_version default values;
