-- What the operator said is done of setting up the site; with 'all' the list is put away.
alter table site add column setup_done text[] not null default '{}';
