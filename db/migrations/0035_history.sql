-- History can be narrowed to a home, also where one change was made to several.
alter table audit add column property_ids uuid[] not null default '{}';
create index audit_properties on audit using gin (property_ids);
comment on column audit.property_ids is 'the homes that a change was made to; empty for a booking, which names its home itself';
