-- What stood in two places stands in one, and what was written before moves there: who may come (limits, not rules in words),
-- amenities (the groups of the page), highlights (their column), the brand (its row).

-- What is wrong already is moved as it is, and does not keep the site from starting.
set local site.restoring = 'on';

-- The words of the limits are made from `max_pets`, `max_infants` and the pet fee.
update properties set rules = array(
  select rule from unnest(rules) with ordinality listed(rule, place)
    where rule !~* '^(no pets|(one|two|three|four|five|six|\d+) pets? at most)\.?$'
      and rule !~* '^infants under (two|2) are not counted as guests; \w+ at most\.?$'
    order by place);
update properties set presentation = jsonb_set(presentation, '{amenityGroups}', (
  select coalesce(jsonb_agg(case when jsonb_typeof(section -> 'items') = 'array' then jsonb_set(section, '{items}',
        jsonb_path_query_array(section, 'strict $.items[*] ? (@.type() != "string" || !(@ like_regex "^pets welcome[.]?$" flag "i"))'))
      else section end order by place), '[]')
    from jsonb_array_elements(presentation -> 'amenityGroups') with ordinality listed(section, place)))
  where jsonb_typeof(presentation -> 'amenityGroups') = 'array';

-- Amenities stand in the groups of the page; the search reads the same words.
create function amenities_of(presentation jsonb) returns text[] language sql immutable parallel safe
  return array(select item.value #>> '{}'
    from jsonb_path_query(presentation, '$.amenityGroups[*].items[*] ? (@.type() == "string")') with ordinality item(value, place) order by place);
update properties set presentation = jsonb_set(
    case when jsonb_typeof(presentation) = 'object' then presentation else '{}' end, '{amenityGroups}',
    case when jsonb_typeof(presentation -> 'amenityGroups') = 'array' then presentation -> 'amenityGroups' else '[]' end
      || jsonb_build_array(jsonb_build_object('name', 'Also in the home', 'items', to_jsonb(ungrouped.items))))
  from (select id, array(select item from unnest(amenities) with ordinality listed(item, place)
          where item <> all (amenities_of(presentation)) and item !~* '^pets welcome\.?$' order by place) as items
        from properties) ungrouped
  where ungrouped.id = properties.id and cardinality(ungrouped.items) > 0;
-- A table whose deferred triggers still wait cannot be altered.
set constraints all immediate;
alter table properties
  drop column amenities,
  add column amenities text[] not null generated always as (amenities_of(presentation)) stored;
comment on column properties.amenities is 'the items of the amenity groups in presentation, which are written there';

-- Highlights that a page showed as a section of its text are the highlights of the home.
update properties set highlights = shown.items
  from (select id, array(select item.value #>> '{}' from jsonb_path_query(presentation,
            '$.story[*] ? (@.heading like_regex "^highlights$" flag "i" && !exists(@.paragraphs[*])).items[*] ? (@.type() == "string")')
          with ordinality item(value, place) order by place) as items
        from properties) shown
  where shown.id = properties.id and cardinality(shown.items) > 0;
update properties set presentation = jsonb_set(presentation, '{story}', jsonb_path_query_array(presentation,
    '$.story[*] ? (!(@.heading.type() == "string" && @.heading like_regex "^highlights$" flag "i" && !exists(@.paragraphs[*])))'))
  where jsonb_typeof(presentation -> 'story') = 'array';

-- The brand stands in the operator's row alone. Of a legal document only the version in force and those to come change: what a guest
-- accepted stays as it was. A version that has been superseded keeps the name that it had, also when the operator's changes.
alter table legal_documents add column brand text;
comment on column legal_documents.brand is 'what {brand} stands for in a superseded version; null: what the operator is called today';
create function is_superseded(document legal_documents) returns boolean language sql stable
  return exists (select from legal_documents later
    where later.kind = document.kind and later.effective_on <= (now() at time zone 'UTC')::date
      and (later.effective_on, later.version) > (document.effective_on, document.version));
create function superseded_documents_keep_the_brand() returns trigger language plpgsql as $$
begin
  update legal_documents set brand = old.brand where brand is null and is_superseded(legal_documents);
  return null;
end $$;
create trigger superseded_documents_keep_the_brand after update of brand on site for each row
  when (old.brand is distinct from new.brand) execute function superseded_documents_keep_the_brand();
create function team_name() returns text language sql stable
  return coalesce((select 'The ' || brand || ' team' from site limit 1), 'The team');
alter table blog_posts alter column author set default team_name();
update legal_documents set body = replace(replace(replace(body,
    'What ' || said.brand || ' keeps about you', 'What {brand} keeps about you'),
    'between you, who book, and ' || said.brand || '.', 'between you, who book, and {brand}.'),
    said.brand || ' can take your booking', '{brand} can take your booking')
  from (select substr(to_json(brand)::text, 2, length(to_json(brand)::text) - 2) as brand from site limit 1) said
  where not is_superseded(legal_documents);

-- Of the demo's giveaway: when the prize is, its own home on the first card, and no promise that its numbers may break.
update campaigns set free_entry_method = replace(free_entry_method,
    ': two of its ways, copying the link and writing an email, need no account anywhere and earn the whole bonus.', '.');
update campaigns set content = jsonb_set(
    jsonb_set(content, '{lead}', to_jsonb(replace(content ->> 'lead',
      'one week in the 6-bedroom', 'one week outside the winter season in the 6-bedroom'))),
    '{cards,0,picture}', content -> 'picture')
  where demo and jsonb_typeof(content -> 'lead') = 'string' and content ? 'picture'
    and content #>> '{cards,0,picture,path}' = '/objects/homes/spacious-condo-exterior.jpg';
