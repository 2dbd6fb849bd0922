-- Months whose statement was sent to an owner, and undone. They come first when statements are sent.
alter table owners add column taken_back text[] not null default '{}';
comment on column owners.taken_back is 'first days of months, in order';
