-- What guests read under an image in the lightbox; alt_text is for those who cannot see it.
alter table unit_images add column caption text not null default '';
