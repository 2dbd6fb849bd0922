-- Each night of a stay counts at its own price, in the month of the night. The lines of a price say which nights cost what.
-- Stays from before, agreed prices and imports have no price by night: they are spread evenly.
alter table booking_versions add column night_sums integer[]
  check (cardinality(night_sums) = check_out_date - check_in_date and night_sums[cardinality(night_sums)] > 0);
comment on column booking_versions.night_sums is 'what the first night cost, the first two, and so on, in cents: the rent is spread in that ratio';

-- Null unless exactly the nights of the stay have a price, as after a move that keeps the price of other nights.
create function night_sums_of_booking(booking bookings) returns integer[] language sql stable as $$
  select case when array_agg(night order by night) = array(
      select day::date from generate_series(booking.check_in_date::timestamp, booking.check_out_date - 1, interval '1 day') day)
    and max(until) > 0 then array_agg(until order by night) end
  from (select night::date as night, sum((line ->> 'amount')::int / jsonb_array_length(line -> 'dates')) over (order by night)::int as until
    from jsonb_array_elements(case when jsonb_typeof(booking.lines) = 'array' then booking.lines else '[]' end) line
      cross join jsonb_array_elements_text(line -> 'dates') night) priced
$$;

create or replace function version_of_booking(booking bookings) returns booking_versions language sql stable as $$
  select row(booking.id, 1, clock_timestamp(), null, booking.property_id, booking.status, booking.source, booking.promo_code,
    booking.check_in_date, booking.check_out_date, greatest(rent, 0), greatest(cleaning + least(rent, 0), 0),
    fees + least(cleaning + least(rent, 0), 0), refunds, taxes, tax_lines, round(booking.return_due * 100),
    case when booking.status = 'confirmed' then 0
      else greatest(0, round((booking.paid_elsewhere - booking.return_due) * 100)) end,
    night_sums_of_booking(booking))::booking_versions
  from (select *, round(booking.total_amount * 100) - cleaning - fees - taxes as rent from (select
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'cleaning'), 0) as cleaning,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' not in ('nights', 'discount', 'cleaning', 'tax')), 0) as fees,
      -coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'discount' and line ->> 'label' = 'Refund'), 0) as refunds,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'tax'), 0) as taxes,
      coalesce(jsonb_agg(line order by place) filter (where line ->> 'kind' = 'tax'), '[]') as tax_lines
    from jsonb_array_elements(case when jsonb_typeof(booking.lines) = 'array' then booking.lines else '[]' end)
      with ordinality listed(line, place)) lines) sums
$$;
