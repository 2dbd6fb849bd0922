-- What a group asks before it books, as fields: pages show them, the search filters by them, structured data repeats them.

alter table properties add column facts jsonb not null default '{}';
comment on column properties.facts is 'known facts; a key that is absent is unknown and is not shown';
-- Unlike texts, facts are typed by hand one by one: a misspelled key would be a fact that nobody sees, so it is refused.
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

alter table rooms
  add column floor smallint check (floor between -5 and 20),
  add column bathroom text check (bathroom in ('en-suite', 'private', 'shared')),
  add column bathroom_note text;
comment on column rooms.floor is 'flights of stairs from the entrance: 0 is its floor, -1 one flight down; null: unknown';
comment on column rooms.bathroom is 'en-suite: inside the room; private: outside, for this room alone; shared; null: unknown';
