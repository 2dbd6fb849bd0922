-- How guests get in: apart from the homes, so that no page, export or earlier version of a home contains a door code.
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
  sample boolean not null default false
);
comment on column arrival_guides.shown_days is 'days before check-in from which a confirmed guest reads it; door code and Wi-Fi password two days before';
comment on column arrival_guides.house_manual is 'an empty line separates paragraphs, as in directions and local_tips';
comment on column arrival_guides.night_contact is 'whom to call at night, such as: Dana, who lives next door';
comment on column arrival_guides.sample is 'invented for the demo; removed on going live';
