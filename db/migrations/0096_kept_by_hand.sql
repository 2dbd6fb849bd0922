-- What of payments by hand a canceled stay keeps, as of each version: later payments and returns change nothing before them.
alter table booking_versions add column kept_by_hand integer not null default 0 check (kept_by_hand >= 0);
comment on column booking_versions.kept_by_hand is 'in cents, what is promised back left out; 0 while the stay is confirmed';

create or replace function version_of_booking(booking bookings) returns booking_versions language sql stable as $$
  select row(booking.id, 1, clock_timestamp(), null, booking.property_id, booking.status, booking.source, booking.promo_code,
    booking.check_in_date, booking.check_out_date, round(booking.total_amount * 100) - cleaning - fees - taxes, cleaning, fees,
    refunds, taxes, tax_lines, round(booking.return_due * 100),
    case when booking.status = 'confirmed' then 0
      else greatest(0, round((booking.paid_elsewhere - booking.return_due) * 100)) end)::booking_versions
  from (select
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'cleaning'), 0) as cleaning,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' not in ('nights', 'discount', 'cleaning', 'tax')), 0) as fees,
      -coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'discount' and line ->> 'label' = 'Refund'), 0) as refunds,
      coalesce(sum((line ->> 'amount')::int) filter (where line ->> 'kind' = 'tax'), 0) as taxes,
      coalesce(jsonb_agg(line order by place) filter (where line ->> 'kind' = 'tax'), '[]') as tax_lines
    from jsonb_array_elements(case when jsonb_typeof(booking.lines) = 'array' then booking.lines else '[]' end)
      with ordinality listed(line, place)) sums
$$;

drop trigger keep_booking_version on bookings;
create trigger keep_booking_version after insert or update of property_id, status, source, promo_code, check_in_date,
    check_out_date, total_amount, lines, return_due, paid_elsewhere on bookings for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function keep_booking_version();

-- A return was recorded a moment before the version that it ended.
update booking_versions version set kept_by_hand = greatest(0, round(paid * 100) - return_due)
  from (select booking_id, number, (select coalesce(sum(amount), 0) from ledger
        where ledger.booking_id = ended.booking_id and kind = 'paid-elsewhere'
          and (replaced_at is null or happened_at < replaced_at - interval '1 minute')) as paid
      from booking_versions ended where status <> 'confirmed') known
  where known.booking_id = version.booking_id and known.number = version.number;
