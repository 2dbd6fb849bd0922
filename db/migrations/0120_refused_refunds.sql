-- A refund that the card refused has not gone back. Until it has, by hand or at a later try, reports count the price as before it.
alter table bookings add column refused_by_card numeric(10, 2) not null default 0;
comment on column bookings.refused_by_card is 'refunds that the card refused and nobody made since; kept by a trigger on payments';

create function refused_of_payment(payment payments) returns numeric language sql immutable as $$
  select case when (payment.refund_failed or payment.refund_refusal is not null) and payment.disputed = 0
    then greatest(0, least(payment.refund_due, payment.received) - payment.refunded - payment.returned_by_hand - payment.charged_back)
    else 0 end
$$;

create or replace function add_to_paid_by_card() returns trigger language plpgsql as $$
declare
  paid numeric := coalesce(paid_of_payment(new), 0) - coalesce(paid_of_payment(old), 0);
  scheduled numeric := coalesce(scheduled_of_payment(new), 0) - coalesce(scheduled_of_payment(old), 0);
  refused numeric := coalesce(refused_of_payment(new), 0) - coalesce(refused_of_payment(old), 0);
begin
  if paid <> 0 or scheduled <> 0 or refused <> 0 then
    update bookings set paid_by_card = paid_by_card + paid, scheduled_by_card = scheduled_by_card + scheduled,
        refused_by_card = refused_by_card + refused
      where id = coalesce(new.booking_id, old.booking_id);
  end if;
  return null;
end $$;

-- The version of a stay with so much of its last refund undone, in cents. `base` is the one before that refund: all of it
-- undone, they are the same to the cent.
create function version_without_refund(present booking_versions, base booking_versions, refused numeric)
  returns booking_versions language plpgsql immutable as $$
declare
  total integer := present.rent + present.cleaning + present.fees + present.taxes;
  lowered integer := base.rent + base.cleaning + base.fees + base.taxes - total;
  share numeric := case when lowered > 0 then least(1, refused / lowered) else 0 end;
begin
  if share = 0 then return present; end if;
  select coalesce(jsonb_agg(now.line
      || jsonb_build_object('amount', (now.line ->> 'amount')::int
        + round(((was.line ->> 'amount')::int - (now.line ->> 'amount')::int) * share)::int)
      || case when now.line ? 'taxable' then jsonb_build_object('taxable', (now.line ->> 'taxable')::int
        + round(((was.line ->> 'taxable')::int - (now.line ->> 'taxable')::int) * share)::int) else '{}' end
      order by place), '[]')
    into present.tax_lines
    from jsonb_array_elements(present.tax_lines) with ordinality now(line, place)
    join jsonb_array_elements(base.tax_lines) with ordinality was(line, place) using (place);
  select coalesce(sum((line ->> 'amount')::int), 0) into present.taxes from jsonb_array_elements(present.tax_lines) line;
  present.cleaning := present.cleaning + round((base.cleaning - present.cleaning) * share);
  present.fees := present.fees + round((base.fees - present.fees) * share);
  present.refunds := present.refunds + round((base.refunds - present.refunds) * share);
  present.rent := total + round(lowered * share) - present.taxes - present.cleaning - present.fees;
  return present;
end $$;

create or replace function keep_booking_version() returns trigger language plpgsql as $$
declare
  present booking_versions := version_of_booking(new);
  replaced booking_versions;
  base booking_versions;
begin
  select * into replaced from booking_versions where booking_id = new.id and replaced_at is null;
  if not found and new.status <> 'confirmed' then return null; end if;
  if new.status = 'confirmed' and new.refused_by_card > 0 then
    -- A stay that was changed since was priced anew.
    select * into base from booking_versions before
      where booking_id = new.id and status = 'confirmed' and before.refunds < present.refunds
        and before.property_id = present.property_id and before.check_in_date = present.check_in_date
        and before.check_out_date = present.check_out_date
        and jsonb_array_length(before.tax_lines) = jsonb_array_length(present.tax_lines)
      order by number desc limit 1;
    if found then present := version_without_refund(present, base, new.refused_by_card * 100); end if;
  end if;
  if replaced.booking_id is not null then
    present.number := replaced.number;
    present.recorded_at := replaced.recorded_at;
    if present is not distinct from replaced then return null; end if;
    present.number := replaced.number + 1;
    -- The clock of a machine may be behind that of the one before.
    present.recorded_at := greatest(clock_timestamp(), replaced.recorded_at);
    update booking_versions set replaced_at = present.recorded_at where booking_id = new.id and number = replaced.number;
  end if;
  insert into booking_versions select present.*;
  return null;
end $$;

drop trigger keep_booking_version on bookings;
create trigger keep_booking_version after insert or update of property_id, status, source, promo_code, check_in_date,
    check_out_date, total_amount, lines, return_due, paid_elsewhere, refused_by_card on bookings for each row
  when (current_setting('site.restoring', true) is distinct from 'on') execute function keep_booking_version();

-- Those of before count from today on.
update bookings set refused_by_card = refused.amount
  from (select booking_id, sum(refused_of_payment(payments)) as amount from payments group by booking_id) refused
  where booking_id = bookings.id and refused.amount > 0;
