-- A cleaner also sends photos that show that a home is ready. Nobody has to deal with them.
alter table turnover_photos
  add column shows text not null default 'damage' check (shows in ('damage', 'ready')),
  add constraint turnover_photos_ready_is_handled check (shows = 'damage' or handled_at is not null);
comment on table turnover_photos is 'what a cleaner sent of a home: damage, or that it is ready; only operators see the image';
