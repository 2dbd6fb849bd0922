-- The words of the code: property instead of home, image instead of photo.
alter table owner_homes rename to owner_properties;
alter table turnover_photos rename to turnover_images;
alter table bookings rename column home_ready_at to property_ready_at;
alter table stay_reviews rename column photos to images;
alter table stay_reviews rename column last_photo_at to last_image_at;
do $$
declare
  named record;
begin
  for named in select conrelid::regclass as relation, conname as name from pg_constraint
      where conname ~ '^(owner_homes|turnover_photos|stay_reviews_photos)_' loop
    execute format('alter table %s rename constraint %I to %I', named.relation, named.name,
      replace(replace(named.name, 'owner_homes', 'owner_properties'), 'photos', 'images'));
  end loop;
  for named in select indexrelid::regclass as name from pg_index
      where indexrelid::regclass::text ~ '^(owner_homes|turnover_photos|stay_reviews_photos)' loop
    execute format('alter index %s rename to %I', named.name,
      replace(replace(named.name::text, 'owner_homes', 'owner_properties'), 'photos', 'images'));
  end loop;
end $$;

create function renamed_key(value jsonb, earlier text, later text) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(value) = 'object' and value ? earlier
    then value - earlier || jsonb_build_object(later, value -> earlier) else value end
$$;
-- The host of a home is recorded below a key of its own.
create function renamed_host(value jsonb) returns jsonb language sql immutable as $$
  select case when jsonb_typeof(value -> 'host') = 'object'
    then jsonb_set(value, '{host}', renamed_key(value -> 'host', 'photo', 'image')) else value end
$$;
create function renamed_keys(value jsonb) returns jsonb language sql immutable as $$
  select renamed_host(renamed_key(renamed_key(renamed_key(renamed_key(value, 'home', 'property'), 'homes', 'properties'),
    'photo', 'image'), 'homeReadyAt', 'propertyReadyAt'))
$$;

-- Statements: their homes, and the home of each stay and cost.
update owner_statements set figures = coalesce((
  select jsonb_object_agg(case key when 'homes' then 'properties' else key end,
    case when key in ('stays', 'waiting', 'changes', 'costs') then (
      select coalesce(jsonb_agg(renamed_key(item, 'home', 'property') order by place), '[]')
        from jsonb_array_elements(value) with ordinality list (item, place)
    ) else value end)
    from jsonb_each(figures)
), '{}');
-- Filed taxes: the home of each stay, and of each change of an earlier period.
update tax_filings set
  entries = case when jsonb_typeof(entries) = 'array' then (
    select coalesce(jsonb_agg(renamed_key(item, 'home', 'property') order by place), '[]')
      from jsonb_array_elements(entries) with ordinality list (item, place)) else entries end,
  figures = case when jsonb_typeof(figures -> 'adjustments') = 'array' then jsonb_set(figures, '{adjustments}', (
    select coalesce(jsonb_agg(renamed_key(item, 'home', 'property') order by place), '[]')
      from jsonb_array_elements(figures -> 'adjustments') with ordinality list (item, place))) else figures end;
update import_files set choices = jsonb_set(renamed_keys(choices), '{columns}', coalesce((
  select jsonb_agg(case column_name when 'home' then 'property' else column_name end order by place)
    from jsonb_array_elements_text(choices -> 'columns') with ordinality list (column_name, place)
), '[]'));

-- The host of a home. What was replaced before keeps up with it, since it is shown if the value is damaged.
drop trigger properties_host_shape on properties;
update properties set host = renamed_key(host, 'photo', 'image') where host ? 'photo';
update record_versions set content = renamed_key(content, 'photo', 'image') where record = 'properties.host';
create trigger properties_host_shape before insert or update of host on properties for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not (json_fits(new.host, '{
    "firstName": ["string"], "image": ["string"], "about": ["string"], "phone": ["string"], "text": ["string"], "sample": ["boolean"]
  }') and new.host - array['firstName', 'image', 'about', 'phone', 'text', 'sample'] = '{}'))
  execute function refuse_wrong_shape('host');
comment on column properties.host is 'firstName, image (a path on the site), about, phone, text; each may be absent. sample: invented for the demo';

-- History: names of changes, and what they recorded. The front page is still called home.
update audit set
    action = case
      when action = 'home.photos-changed' then 'property.images-changed'
      when action = 'booking.home-ready' then 'booking.property-ready'
      else regexp_replace(action, '^(owner-)?home(s?)\.', case when action like 'homes.%' then 'properties.' else '\1property.' end) end,
    before = case when before #> '{undo,was}' is null then renamed_keys(before)
      else jsonb_set(renamed_keys(before), '{undo,was}', renamed_keys(before #> '{undo,was}')) end,
    after = renamed_keys(after)
  where action ~ '^(owner-)?homes?\.' or action = 'booking.home-ready'
    or (action <> 'site.home-changed' and (before::text ~ '"(home|homes|photo|homeReadyAt)":' or after::text ~ '"(home|homes|photo|homeReadyAt)":'));

drop function renamed_keys, renamed_host, renamed_key;
