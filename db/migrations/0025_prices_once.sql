-- A statement pasted twice may not charge a guest twice: names are unique per home, and so are the weekdays of a rate. Of rows
-- that are the same one stays, the operator's own before the demo's. Of rates for the same weekdays the lowest stays, which is
-- the one in force. Taxes, fees and seasons that share a name and differ otherwise all stay, and get a number.

create temporary table same_seasons on commit drop as
  select id, demo, first_value(id) over (
      partition by property_id, name, starts_on, ends_on, minimum_stay, check_in_days order by id) as kept
    from seasons;
update seasons set demo = false from same_seasons same where seasons.id = same.kept and not same.demo;
delete from nightly_rates rate using same_seasons same
  where rate.season_id = same.id and same.id <> same.kept
    and exists (select from nightly_rates other where other.season_id = same.kept and other.weekdays = rate.weekdays);
update nightly_rates rate set season_id = same.kept from same_seasons same
  where rate.season_id = same.id and same.id <> same.kept;
delete from arrival_minimums minimum using same_seasons same
  where minimum.season_id = same.id and same.id <> same.kept
    and exists (select from arrival_minimums other where other.season_id = same.kept and other.weekdays = minimum.weekdays);
update arrival_minimums minimum set season_id = same.kept from same_seasons same
  where minimum.season_id = same.id and same.id <> same.kept;
delete from seasons using same_seasons same where seasons.id = same.id and same.id <> same.kept;

delete from nightly_rates rate using (
    select id, row_number() over (partition by property_id, season_id, weekdays order by price, demo, id) as place
      from nightly_rates) same
  where rate.id = same.id and same.place > 1;
delete from arrival_minimums minimum using (
    select id, row_number() over (partition by property_id, season_id, weekdays order by minimum_stay, id) as place
      from arrival_minimums) same
  where minimum.id = same.id and same.place > 1;
delete from fees using (
    select id, row_number() over (
        partition by property_id, kind, label, amount, per, included_guests, taxable order by demo, id) as place
      from fees) same
  where fees.id = same.id and same.place > 1;
delete from taxes using (
    select id, row_number() over (
        partition by property_id, name, rate, jurisdiction, applies_to order by demo, display_order, id) as place
      from taxes) same
  where taxes.id = same.id and same.place > 1;

-- A numbered name may be one that is there already, so it goes on until none is twice.
do $$
declare named record;
begin
  for named in values ('seasons', 'name'), ('fees', 'label'), ('taxes', 'name') loop
    loop
      execute format('update %1$I set %2$I = %1$I.%2$I || '' ('' || same.place || '')'' from (
          select id, row_number() over (partition by property_id, %2$I order by demo, id) as place from %1$I) same
        where %1$I.id = same.id and same.place > 1', named.column1, named.column2);
      declare renamed bigint;
      begin
        get diagnostics renamed = row_count;
        exit when renamed = 0;
      end;
    end loop;
  end loop;
end $$;

-- What the triggers put off to the commit would stand in the way of the next statements.
set constraints all immediate;
alter table seasons add unique (property_id, name);
alter table fees add unique (property_id, label);
alter table taxes add unique (property_id, name);
alter table nightly_rates add unique nulls not distinct (property_id, season_id, weekdays);
alter table arrival_minimums add unique nulls not distinct (property_id, season_id, weekdays);

-- A home made by the call has that call's default price, which nobody chose: it counts once somebody has written a price.
alter table properties add column price_confirmed boolean not null default true;
comment on column properties.price_confirmed is 'false: price_per_night is a default that is not sold; writing it confirms it';
update properties set price_confirmed = false
  where price_per_night = 100 and cleaning_fee = 50 and property_type = 'home' and max_guests = 2 and bedrooms = 1
    and bathrooms = 1 and not published;

create function price_is_confirmed() returns trigger language plpgsql as $$
begin
  new.price_confirmed := true;
  return new;
end $$;
create trigger price_is_confirmed before update of price_per_night on properties for each row
  execute function price_is_confirmed();
