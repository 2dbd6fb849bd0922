-- A discount may depend on the day of booking: check-in within so many days, or booked so many days ahead.
alter table stay_discounts
  add column kind text not null default 'long-stay'
    constraint stay_discounts_kind_check check (kind in ('long-stay', 'last-minute', 'early-bird'));
alter table stay_discounts rename column from_nights to threshold;
alter table stay_discounts
  alter column kind drop default,
  drop constraint stay_discounts_from_nights_check,
  drop constraint stay_discounts_property_id_from_nights_key,
  add constraint stay_discounts_threshold_check check (threshold >= case kind when 'long-stay' then 2 else 1 end),
  add unique (property_id, kind, threshold);
comment on column stay_discounts.threshold is 'nights of a long stay; else days from booking to check-in';

-- History names the number as the forms do now, so that a change from before is undone.
update audit set before = replace(before::text, '"fromNights":', '"threshold":')::jsonb,
    after = replace(after::text, '"fromNights":', '"threshold":')::jsonb
  where action in ('prices.changed', 'prices.copied')
    and (before::text like '%"fromNights":%' or after::text like '%"fromNights":%');

-- A season of exact dates, such as Thanksgiving 2027, beside those of every year.
alter table seasons add column year integer constraint seasons_year_check check (year between 2000 and 2199);
comment on column seasons.year is 'the year of the first night; null: every year';
