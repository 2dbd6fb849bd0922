-- A post of the journal is a draft, or shows from a moment on. The homes below it are in the operator's order.
update blog_posts set published_at = case when published then coalesce(published_at, updated_at) end;
-- A table whose deferred triggers still wait cannot be altered.
set constraints all immediate;
alter table blog_posts
  add column property_ids uuid[] not null default '{}' check (cardinality(property_ids) <= 3),
  add constraint blog_posts_published_from check (published = (published_at is not null));
