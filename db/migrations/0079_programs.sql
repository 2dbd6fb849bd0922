-- What programs may do: tokens for the API, and webhooks that say what happened.

create table api_tokens (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (name <> ''),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at),
  last_used_at timestamptz
);

create table webhooks (
  id uuid primary key default gen_random_uuid(),
  url text not null check (url ~ '^https?://'),
  secret text not null,
  topics text[] not null check (cardinality(topics) > 0 and topics <@ '{booking,payment,message,calendar}'),
  created_at timestamptz not null
);

-- Each row is sent until an answer takes it (delivered_at), or it is given up (next_at is null).
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks on delete cascade,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  next_at timestamptz default now(),
  attempts smallint not null default 0,
  delivered_at timestamptz,
  status smallint,
  error text,
  check (delivered_at is null or next_at is null)
);
create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null;
create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at desc);

-- Writes what happened for every webhook of its topic, in the transaction in which it happens.
create function emit_webhook(type text, data jsonb) returns void language sql as $$
  insert into webhook_deliveries (webhook_id, type, data)
  select id, emit_webhook.type, emit_webhook.data from webhooks
  where split_part(emit_webhook.type, '.', 1) = any (topics)
    and coalesce(current_setting('site.restoring', true), '') <> 'on'
$$;

create function booking_changes_emit() returns trigger language plpgsql as $$
begin
  -- A booking whose payment has not begun is nobody's yet.
  if new.to_status = 'held' or (new.from_status = 'held' and new.to_status = 'expired') then return null; end if;
  perform emit_webhook('booking.' || case new.to_status when 'pending' then 'requested' when 'cancelled' then 'canceled'
      else new.to_status end, jsonb_build_object('reference', reference, 'propertyId', property_id))
    from bookings where id = new.booking_id;
  return null;
end $$;
create trigger booking_changes_emit after insert on booking_changes
  for each row execute function booking_changes_emit();

create function bookings_emit_move() returns trigger language plpgsql as $$
begin
  perform emit_webhook('booking.moved', jsonb_build_object('reference', new.reference, 'propertyId', new.property_id));
  return null;
end $$;
create trigger bookings_emit_move after update of property_id, check_in_date, check_out_date on bookings
  for each row when (new.status in ('pending', 'confirmed')
    and (old.property_id, old.check_in_date, old.check_out_date)
      is distinct from (new.property_id, new.check_in_date, new.check_out_date))
  execute function bookings_emit_move();

create function ledger_emit() returns trigger language plpgsql as $$
begin
  perform emit_webhook('payment.recorded', jsonb_build_object('reference', reference, 'kind', new.kind,
      'amount', (new.amount * 100)::int))
    from bookings where id = new.booking_id;
  return null;
end $$;
create trigger ledger_emit after insert on ledger for each row execute function ledger_emit();

create function messages_emit() returns trigger language plpgsql as $$
begin
  perform emit_webhook('message.received', jsonb_build_object('id', new.id, 'from', tg_argv[0]));
  return null;
end $$;
create trigger inquiries_emit after insert on inquiries for each row execute function messages_emit('guest');
create trigger host_inquiries_emit after insert on host_inquiries for each row execute function messages_emit('owner');

-- A statement that changes many nights is one event for each property.
create function calendar_emit() returns trigger language plpgsql as $$
begin
  perform emit_webhook('calendar.changed', jsonb_build_object('propertyId', property_id))
    from (select distinct property_id from changed) properties;
  return null;
end $$;
create function occupancies_emit() returns trigger language plpgsql as $$
begin
  perform emit_webhook('calendar.changed', jsonb_build_object('propertyId', property_id))
    from (select distinct property_id from changed where kind <> 'hold') properties;
  return null;
end $$;
do $$
begin
  for operation in 1..3 loop
    execute format('create trigger blocks_emit_%1$s after %1$s on blocks referencing %2$s table as changed
      for each statement execute function calendar_emit()',
      (array['insert', 'update', 'delete'])[operation], (array['new', 'new', 'old'])[operation]);
    execute format('create trigger occupancies_emit_%1$s after %1$s on occupancies referencing %2$s table as changed
      for each statement execute function occupancies_emit()',
      (array['insert', 'update', 'delete'])[operation], (array['new', 'new', 'old'])[operation]);
  end loop;
end $$;
