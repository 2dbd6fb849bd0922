-- A home has one status. What guests may do with it follows from it.
alter table properties add column status text not null default 'draft'
  check (status in ('draft', 'published', 'not-bookable', 'unlisted', 'retired'));

update properties set status = case
  when not published then 'draft'
  when not is_available then 'not-bookable'
  else 'published' end;
-- What waits for the end of the transaction would refuse the changes of the table.
set constraints all immediate;

drop index properties_published;
alter table properties drop column published, drop column is_available;
alter table properties
  -- Guests can open its page.
  add column published boolean not null generated always as (status in ('published', 'not-bookable', 'unlisted')) stored,
  -- It is in lists, search and the sitemap.
  add column listed boolean not null generated always as (status in ('published', 'not-bookable')) stored,
  -- Guests can book it, once it is published.
  add column is_available boolean not null generated always as (status not in ('not-bookable', 'retired')) stored;
create index properties_listed on properties (display_order) where listed;

-- The address of a home's page before it changed: it leads to the new one.
create table property_addresses (
  slug text primary key,
  property_id uuid not null references properties (id) on delete cascade
);
create index property_addresses_property on property_addresses (property_id);
