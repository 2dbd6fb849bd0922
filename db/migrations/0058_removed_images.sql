-- When a home stopped showing an image. It can come back for a while, and is then deleted if nothing shows it.
alter table media_objects add column removed_at timestamptz;
