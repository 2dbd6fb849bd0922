-- What the back office shows beside content and nights has versions of its own: open pages of it follow what others change.
alter table content_version add column stays bigint not null default 1, add column stays_changed_in xid8,
  add column messages bigint not null default 1, add column messages_changed_in xid8;

create function stays_changed() returns trigger language plpgsql as $$
begin
  update content_version set stays = stays + 1, stays_changed_in = pg_current_xact_id()
    where stays_changed_in is distinct from pg_current_xact_id();
  return null;
end $$;
create function messages_changed() returns trigger language plpgsql as $$
begin
  update content_version set messages = messages + 1, messages_changed_in = pg_current_xact_id()
    where messages_changed_in is distinct from pg_current_xact_id();
  return null;
end $$;
do $$
declare changing text;
begin
  foreach changing in array array[
    'bookings', 'booking_changes', 'payments', 'disputes', 'stay_door_codes', 'turnover_marks', 'turnover_images'
  ] loop
    execute format('create constraint trigger stays_changed after insert or update or delete on %I '
      'deferrable initially deferred for each row execute function stays_changed()', changing);
  end loop;
  foreach changing in array array['conversations', 'inquiries', 'host_inquiries', 'mail_messages', 'stay_messages', 'saved_answers'] loop
    execute format('create constraint trigger messages_changed after insert or update or delete on %I '
      'deferrable initially deferred for each row execute function messages_changed()', changing);
  end loop;
end $$;
-- A booking lists its emails. Those of a newsletter are thousands, and no page lists them.
create constraint trigger messages_changed after insert or update on email_logs
  deferrable initially deferred for each row when (new.payload ? 'reference') execute function messages_changed();
