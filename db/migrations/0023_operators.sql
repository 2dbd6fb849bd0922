-- Keys that the site makes for itself when it first needs them, the same for all processes on this database.
create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- The mark in the ids of a calendar's events stays the same when its secret address is renewed, so that they are known again
-- when another site sends them back.
alter table calendar_exports add column mark text;
update calendar_exports set mark = left(encode(sha256(convert_to(key, 'UTF8')), 'hex'), 20);
alter table calendar_exports alter column mark set not null;

-- A random uuid has 122 bits of chance: whatever opens a page or frees a hold has 128.
alter table bookings alter column token set default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid;
alter table quotes alter column token set default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid;
alter table quotes alter column id set default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid;
alter table occupancies alter column id set default md5(gen_random_uuid()::text || gen_random_uuid()::text)::uuid;
