-- What an image shows, for those who cannot see it, where no gallery of a unit says it.
alter table media_objects add column alt_text text not null default '';
