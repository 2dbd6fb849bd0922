-- A price may begin on a date: until then, the one without a date counts.
alter table nightly_rates
  add column from_date date,
  drop constraint nightly_rates_property_id_season_id_weekdays_key,
  add unique nulls not distinct (property_id, season_id, weekdays, from_date);
comment on column nightly_rates.from_date is 'the first night with this price; null is always';

-- A home without a tax or with a minimum of one night may be right. The operator says so once.
alter table properties add column settled_questions text[] not null default '{}';
comment on column properties.settled_questions is 'what the back office asked about the prices and need not ask again: no-tax, no-minimum';
