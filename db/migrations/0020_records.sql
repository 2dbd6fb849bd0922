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

-- Triggers, not check constraints: these would judge a row that is wrong already at every change of any other column, so that a booking
-- with wrong terms could no longer be canceled. Only what is written into the column is judged, and not what a dump brings back.
create function refuse_wrong_shape() returns trigger language plpgsql as $$
begin
  raise check_violation using message = format('%I of %I has the wrong shape', tg_argv[0], tg_table_name),
    table = tg_table_name, column = tg_argv[0], constraint = tg_name;
end $$;
create trigger site_content_shape before insert or update of content on site for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_fits(new.content, '{
    "defaultTitle": ["string"], "defaultDescription": ["string"], "defaultKeywords": ["string"], "sharePicture": ["object"],
    "footerLine": ["string"], "locations": ["array"], "responseTime": ["string"], "home": ["object"], "host": ["object"]
  }')) execute function refuse_wrong_shape('content');
create trigger legal_documents_body_shape before insert or update of body on legal_documents for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_fits(new.body::jsonb, '{
    "lead": ["string"], "sections": ["array"]
  }')) execute function refuse_wrong_shape('body');
create trigger campaigns_content_shape before insert or update of content on campaigns for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_fits(new.content, '{
    "lead": ["string"], "picture": ["object"], "cards": ["array"]
  }')) execute function refuse_wrong_shape('content');
create trigger properties_presentation_shape before insert or update of presentation on properties for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_fits(new.presentation, '{
    "cardText": ["string"], "cardTitle": ["string", "null"], "badge": ["string", "null"], "capacityWord": ["string"],
    "extraFacts": ["array"], "lead": ["string"], "story": ["array"], "sleepingHeading": ["string"], "gallery": ["object"],
    "amenitiesHeading": ["string"], "amenityGroups": ["array"], "surroundings": ["object", "null"], "bookingHeading": ["string"],
    "metadata": ["object", "null"]
  }')) execute function refuse_wrong_shape('presentation');
create trigger properties_cancellation_policy_shape before insert or update of cancellation_policy on properties for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_items_fit(new.cancellation_policy,
    'strict $[*] ? (@.days >= 0 && @.days <= 365 && @.days == @.days.floor()
      && @.percent >= 1 && @.percent <= 100 && @.percent == @.percent.floor())'))
  execute function refuse_wrong_shape('cancellation_policy');
create trigger bookings_cancellation_policy_shape before insert or update of cancellation_policy on bookings for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_items_fit(new.cancellation_policy,
    'strict $[*] ? (@.days >= 0 && @.days <= 365 && @.days == @.days.floor()
      && @.percent >= 1 && @.percent <= 100 && @.percent == @.percent.floor())'))
  execute function refuse_wrong_shape('cancellation_policy');
create trigger rooms_beds_shape before insert or update of beds on rooms for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_items_fit(new.beds,
    'strict $[*] ? (@.kind.type() == "string" && @.count >= 1 && @.count == @.count.floor())'))
  execute function refuse_wrong_shape('beds');

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
