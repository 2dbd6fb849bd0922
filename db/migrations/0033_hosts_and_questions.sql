-- Who is behind a home, and what its guests ask before they book.
alter table properties add column host jsonb not null default '{}';
comment on column properties.host is 'firstName, photo (a path on the site), about, phone, text; each may be absent. sample: invented for the demo';
create trigger properties_host_shape before insert or update of host on properties for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not (json_fits(new.host, '{
    "firstName": ["string"], "photo": ["string"], "about": ["string"], "phone": ["string"], "text": ["string"], "sample": ["boolean"]
  }') and new.host - array['firstName', 'photo', 'about', 'phone', 'text', 'sample'] = '{}'))
  execute function refuse_wrong_shape('host');
create trigger keep_replaced_host after update or delete on properties
  for each row execute function keep_replaced_version('host');

drop trigger properties_presentation_shape on properties;
create trigger properties_presentation_shape before insert or update of presentation on properties for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_fits(new.presentation, '{
    "cardText": ["string"], "cardTitle": ["string", "null"], "badge": ["string", "null"], "capacityWord": ["string"],
    "extraFacts": ["array"], "lead": ["string"], "story": ["array"], "sleepingHeading": ["string"], "gallery": ["object"],
    "amenitiesHeading": ["string"], "amenityGroups": ["array"], "surroundings": ["object", "null"], "bookingHeading": ["string"],
    "metadata": ["object", "null"], "questions": ["array"]
  }')) execute function refuse_wrong_shape('presentation');
