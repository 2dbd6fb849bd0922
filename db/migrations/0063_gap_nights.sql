-- A hole between two stays that is shorter than the minimum stay can be filled by one stay of at least so many nights.
alter table properties
  add column gap_minimum_stay integer constraint properties_gap_minimum_stay_check check (gap_minimum_stay >= 1),
  add column gap_percent smallint constraint properties_gap_percent_check check (gap_percent between -90 and 300);
comment on column properties.gap_minimum_stay is 'in nights; null: such a hole stays empty';
comment on column properties.gap_percent is 'by how many percent the nights of such a stay cost more; less if negative';
