-- Words and pictures are JSON that pages read by a schema. The database refuses what has the wrong shape at its surface, and keeps what
-- was replaced, so that a value with a mistake further inside does not take its page away: the newest version that fits is shown.

-- Whether a value is an object in which each of these keys, where it is there, has one of the named JSON types.
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

-- `not valid`: a row that is wrong already does not keep the site from starting.
alter table site add constraint site_content_shape check (json_fits(content, '{
  "defaultTitle": ["string"], "defaultDescription": ["string"], "defaultKeywords": ["string"], "sharePicture": ["object"],
  "footerLine": ["string"], "locations": ["array"], "responseTime": ["string"], "home": ["object"], "host": ["object"]
}')) not valid;
alter table legal_documents add constraint legal_documents_body_shape check (json_fits(body::jsonb, '{
  "lead": ["string"], "sections": ["array"]
}')) not valid;
alter table campaigns add constraint campaigns_content_shape check (json_fits(content, '{
  "lead": ["string"], "picture": ["object"], "cards": ["array"]
}')) not valid;
alter table properties
  add constraint properties_presentation_shape check (json_fits(presentation, '{
    "cardText": ["string"], "cardTitle": ["string", "null"], "badge": ["string", "null"], "capacityWord": ["string"],
    "extraFacts": ["array"], "lead": ["string"], "story": ["array"], "sleepingHeading": ["string"], "gallery": ["object"],
    "amenitiesHeading": ["string"], "amenityGroups": ["array"], "surroundings": ["object", "null"], "bookingHeading": ["string"],
    "metadata": ["object", "null"]
  }')) not valid,
  add constraint properties_cancellation_policy_shape check (json_items_fit(cancellation_policy,
    'strict $[*] ? (@.days >= 0 && @.days <= 365 && @.days == @.days.floor()
      && @.percent >= 1 && @.percent <= 100 && @.percent == @.percent.floor())')) not valid;
alter table bookings add constraint bookings_cancellation_policy_shape check (json_items_fit(cancellation_policy,
    'strict $[*] ? (@.days >= 0 && @.days <= 365 && @.days == @.days.floor()
      && @.percent >= 1 && @.percent <= 100 && @.percent == @.percent.floor())')) not valid;
alter table rooms add constraint rooms_beds_shape check (json_items_fit(beds,
    'strict $[*] ? (@.kind.type() == "string" && @.count >= 1 && @.count == @.count.floor())')) not valid;

-- What these columns held before, the last 50 of each row. `key` is the row's id; a legal document has its kind and version.
create table record_versions (
  record text not null,
  key text not null,
  replaced_at timestamptz not null,
  content jsonb not null,
  primary key (record, key, replaced_at)
);

create function keep_replaced_version() returns trigger language plpgsql as $$
declare
  before jsonb := to_jsonb(old);
  this_record text := tg_table_name || '.' || tg_argv[0];
  this_key text := coalesce(before ->> 'id', (before ->> 'kind') || ' ' || (before ->> 'version'));
begin
  if tg_op = 'DELETE' then
    delete from record_versions where record = this_record and key = this_key;
  elsif before -> tg_argv[0] is distinct from to_jsonb(new) -> tg_argv[0] then
    -- Of two changes in the same microsecond (a millisecond on the embedded database) the first is kept.
    insert into record_versions values (this_record, this_key, clock_timestamp(), before -> tg_argv[0])
      on conflict do nothing;
    delete from record_versions where record = this_record and key = this_key and replaced_at < (
      select replaced_at from record_versions where record = this_record and key = this_key
        order by replaced_at desc offset 49 limit 1);
  end if;
  return null;
end $$;
create trigger keep_replaced_version after update or delete on site
  for each row execute function keep_replaced_version('content');
create trigger keep_replaced_version after update or delete on legal_documents
  for each row execute function keep_replaced_version('body');
create trigger keep_replaced_version after update or delete on campaigns
  for each row execute function keep_replaced_version('content');
create trigger keep_replaced_version after update or delete on properties
  for each row execute function keep_replaced_version('presentation');
create trigger keep_replaced_version after update or delete on rooms
  for each row execute function keep_replaced_version('beds');
