-- What discounts and refunds take off beyond the nights lowers the cleaning fee, and then the other fees: no rent is below zero.
-- Rows from before stay as they are: the months of their journal may have been imported.
create or replace function version_of_booking(booking bookings) returns booking_versions language sql stable as $$
  select row(booking.id, 1, clock_timestamp(), null, booking.property_id, booking.status, booking.source, booking.promo_code,
    booking.check_in_date, booking.check_out_date, greatest(rent, 0), greatest(cleaning + least(rent, 0), 0),
    fees + least(cleaning + least(rent, 0), 0), refunds, taxes, tax_lines, round(booking.return_due * 100),
    case when booking.status = 'confirmed' then 0
      else greatest(0, round((booking.paid_elsewhere - booking.return_due) * 100)) end)::booking_versions
  from (select *, round(booking.total_amount * 100) - cleaning - fees - taxes as rent from (select
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'cleaning'), 0) as cleaning,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' not in ('nights', 'discount', 'cleaning', 'tax')), 0) as fees,
      -coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'discount' and line ->> 'label' = 'Refund'), 0) as refunds,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'tax'), 0) as taxes,
      coalesce(jsonb_agg(line order by place) filter (where line ->> 'kind' = 'tax'), '[]') as tax_lines
    from jsonb_array_elements(case when jsonb_typeof(booking.lines) = 'array' then booking.lines else '[]' end)
      with ordinality listed(line, place)) lines) sums
$$;

-- An authority with another name wants its tax as before.
create or replace function keep_tax_jurisdiction() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into tax_jurisdictions
      select coalesce(new.jurisdiction, new.name), counted_by, period, due_day from tax_jurisdictions
        where name = coalesce(old.jurisdiction, old.name)
      on conflict do nothing;
  end if;
  insert into tax_jurisdictions (name) values (coalesce(new.jurisdiction, new.name)) on conflict do nothing;
  return null;
end $$;
