-- Cached answers about a stay depend on who has which nights, too. Counted apart from the content, so that a booking does not
-- empty the cache of pages without a stay. Like the content, once a transaction, at its end.
alter table content_version
  add column nights bigint not null default 1,
  add column nights_changed_in xid8;

create function nights_changed() returns trigger language plpgsql as $$
begin
  update content_version set nights = nights + 1, nights_changed_in = pg_current_xact_id()
    where nights_changed_in is distinct from pg_current_xact_id();
  return null;
end $$;

do $$
declare changing text;
begin
  -- Bookings besides their nights: the order by popularity counts confirmed ones.
  foreach changing in array array['occupancies', 'bookings'] loop
    execute format('create constraint trigger nights_changed after insert or update or delete on %I '
      'deferrable initially deferred for each row execute function nights_changed()', changing);
  end loop;
end $$;

-- Prices and minimum stays of single dates, and dates that the operator blocks.
create constraint trigger content_changed after insert or update or delete on property_availability
  deferrable initially deferred for each row execute function content_changed();
