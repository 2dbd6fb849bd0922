-- What a booking platform keeps of a stay that it sold: a cost in the journal and in owners' statements.
alter table bookings add column platform_commission numeric(8, 2) not null default 0
  check (platform_commission >= 0);
comment on column bookings.platform_commission is 'counts while the stay is confirmed and a platform is its source';
-- In cents, of a confirmed stay. What a platform keeps of a canceled one was never recorded as paid.
alter table booking_versions add column platform_commission integer not null default 0;

create or replace function version_of_booking(booking bookings) returns booking_versions language sql stable as $$
  select row(booking.id, 1, clock_timestamp(), null, booking.property_id, booking.status, booking.source, booking.promo_code,
    booking.check_in_date, booking.check_out_date, greatest(rent, 0), greatest(cleaning + least(rent, 0), 0),
    fees + least(cleaning + least(rent, 0), 0), refunds, taxes, tax_lines, round(booking.return_due * 100),
    case when booking.status = 'confirmed' then 0
      else greatest(0, round((booking.paid_elsewhere - booking.return_due) * 100)) end,
    night_sums_of_booking(booking),
    case when booking.status = 'confirmed' and booking.source not in ('website', 'phone', 'email', 'friends')
      then round(booking.platform_commission * 100) else 0 end)::booking_versions
  from (select *, round(booking.total_amount * 100) - cleaning - fees - taxes as rent from (select
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'cleaning'), 0) as cleaning,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' not in ('nights', 'discount', 'cleaning', 'tax')), 0) as fees,
      -coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'discount' and line ->> 'label' = 'Refund'), 0) as refunds,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'tax'), 0) as taxes,
      coalesce(jsonb_agg(line order by place) filter (where line ->> 'kind' = 'tax'), '[]') as tax_lines
    from jsonb_array_elements(case when jsonb_typeof(booking.lines) = 'array' then booking.lines else '[]' end)
      with ordinality listed(line, place)) lines) sums
$$;

drop trigger keep_booking_version on bookings;
create trigger keep_booking_version after insert or update of property_id, status, source, promo_code, check_in_date,
    check_out_date, total_amount, lines, return_due, paid_elsewhere, refused_by_card, platform_commission on bookings for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function keep_booking_version();

-- Statements that were sent have none.
create function with_no_commission(stays jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(stay || '{"platformCommission": 0}' order by place), '[]')
    from jsonb_array_elements(stays) with ordinality listed(stay, place)
$$;
update owner_statements set figures = figures
  || jsonb_build_object('stays', with_no_commission(figures -> 'stays'), 'changes', with_no_commission(figures -> 'changes'),
    'sums', figures -> 'sums' || '{"platformCommission": 0}')
  || case when figures ? 'waiting' then jsonb_build_object('waiting', with_no_commission(figures -> 'waiting')) else '{}' end
  where figures ? 'sums';
drop function with_no_commission;
