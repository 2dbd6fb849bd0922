-- Stored names follow the glossary: image, og-image, properties, theme, authorized.

-- What is wrong already is moved as it is, and does not keep the site from starting.
set local site.restoring = 'on';

drop trigger site_content_shape on site;
drop trigger campaigns_content_shape on campaigns;

-- A quoted word before a colon is a key: within a text the quotes would be escaped.
create function with_new_keys(content jsonb) returns jsonb language sql immutable
  return replace(replace(replace(content::text, '"picture": ', '"image": '), '"sharePicture": ', '"ogImage": '),
    '"homesHeading": ', '"propertiesHeading": ')::jsonb;
alter table site disable trigger keep_replaced_version;
alter table site disable trigger keep_replaced_row;
alter table campaigns disable trigger keep_replaced_version;
update site set content = with_new_keys(content) where content <> with_new_keys(content);
update campaigns set content = with_new_keys(content) where content <> with_new_keys(content);
-- A table whose deferred triggers still wait cannot be altered.
set constraints all immediate;
alter table site enable trigger keep_replaced_version;
alter table site enable trigger keep_replaced_row;
alter table campaigns enable trigger keep_replaced_version;
update record_versions set content = with_new_keys(content)
  where record in ('site', 'site.content', 'campaigns.content') and content <> with_new_keys(content);
update record_versions set content = content - 'place' || jsonb_build_object('theme', content -> 'place')
  where record = 'properties' and content ? 'place';
drop function with_new_keys;

create trigger site_content_shape before insert or update of content on site for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_fits(new.content, '{
    "defaultTitle": ["string"], "defaultDescription": ["string"], "defaultKeywords": ["string"], "ogImage": ["object"],
    "footerLine": ["string"], "locations": ["array"], "responseTime": ["string"], "home": ["object"], "host": ["object"]
  }')) execute function refuse_wrong_shape('content');
create trigger campaigns_content_shape before insert or update of content on campaigns for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_fits(new.content, '{
    "lead": ["string"], "image": ["object"], "cards": ["array"]
  }')) execute function refuse_wrong_shape('content');

alter table properties rename column place to theme;

alter table payments drop constraint payments_status_check;
update payments set status = 'authorized' where status = 'authorised';
alter table payments add constraint payments_status_check
  check (status in ('waiting', 'authorized', 'captured', 'void', 'scheduled', 'failed'));
