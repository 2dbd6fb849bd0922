-- A home's own longest stay, in nights. Null: as long as the site allows.
alter table properties add column maximum_stay integer check (maximum_stay >= 1);
