-- What an operator says of single nights, each fact once: closed nights are blocks; prices and minimums have rows of their own.
-- property_availability shows both by night.
alter table property_availability rename to night_overrides;
do $$
declare known text;
begin
  for known in select conname from pg_constraint
      where conrelid = 'night_overrides'::regclass and conname like 'property_availability%' loop
    execute format('alter table night_overrides rename constraint %I to %I',
      known, replace(known, 'property_availability', 'night_overrides'));
  end loop;
end $$;

create view property_availability as
  select md5(property_id || ' ' || (date - date '2000-01-01'))::uuid as id, property_id, date,
      closed.kind is null as is_available, own.price_override,
      case when closed.kind is null then own.reason else coalesce(closed.note, closed.kind) end as reason
    from (select property_id, lower(nights) + generate_series(0, upper(nights) - lower(nights) - 1) as date, kind, note
        from blocks where kind <> 'visit') closed
    full join (select property_id, date, price_override, reason from night_overrides where price_override is not null) own
      using (property_id, date);
comment on view property_availability is 'nights that are closed or have their own price; every other night is open at its regular price';
comment on column property_availability.reason is 'of a closed night, for operators only; else of the price, told to guests';
