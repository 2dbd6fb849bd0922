-- Columns have the names that an engineer or a host would search for.
alter table payout_reads rename to payout_sync_state;
create temporary table renamed_columns (in_table text, earlier text, later text) on commit drop;
insert into renamed_columns values
  ('booking_versions', 'kept_by_hand', 'retained_elsewhere'),
  ('calendar_exports', 'mark', 'uid_token'),
  ('calendar_feeds', 'claim', 'sync_number'),
  ('calendar_feeds', 'takes_free', 'blocks_free_events'),
  ('calendar_feeds', 'opens_window', 'ignores_booking_window'),
  ('calendar_feeds', 'marked_free', 'free_events'),
  ('calendar_feeds', 'unread', 'parse_errors'),
  ('disputes', 'asked_at', 'fetched_at'),
  ('giveaway_rounds', 'replaced_for', 'replaced_reason'),
  ('newsletter_subscriptions', 'asked_at', 'requested_at'),
  ('occupancies', 'marked', 'event_kind'),
  ('owners', 'unpaid_waits', 'paid_stays_only'),
  ('owners', 'taken_back', 'withdrawn_months'),
  ('payments', 'refund_part', 'refund_attempt_amount'),
  ('payments', 'refund_goal', 'refund_attempt_total'),
  ('payouts', 'lines_read_at', 'lines_fetched_at'),
  ('payout_sync_state', 'read_at', 'synced_at'),
  ('stay_reviews', 'withheld_for', 'withheld_reason'),
  ('taxes', 'first_nights', 'taxed_nights'),
  ('taxes', 'not_from_nights', 'exempt_from_nights'),
  ('turnover_images', 'shows', 'kind');
do $$
declare
  named record;
begin
  for named in select * from renamed_columns loop
    execute format('alter table %I rename column %I to %I', named.in_table, named.earlier, named.later);
  end loop;
  for named in select conrelid::regclass as relation, conname as earlier, in_table || '_' || later || suffix as later
      from pg_constraint join renamed_columns on conrelid = in_table::regclass
      cross join (values ('_check'), ('_not_null')) suffixes (suffix)
      where conname = in_table || '_' || earlier || suffix loop
    execute format('alter table %s rename constraint %I to %I', named.relation, named.earlier, named.later);
  end loop;
  for named in select conname as earlier from pg_constraint
      where conrelid = 'payout_sync_state'::regclass and conname like 'payout\_reads\_%' loop
    execute format('alter table payout_sync_state rename constraint %I to %I', named.earlier,
      replace(replace(named.earlier, 'payout_reads', 'payout_sync_state'), 'read_at', 'synced_at'));
  end loop;
end $$;

-- Stored JSON has the same names. In its text, only a key is followed by a quote and a colon.
create function renamed_keys(value jsonb) returns jsonb language sql immutable as $$
  select replace(replace(replace(replace(replace(replace(value::text,
    '"takesFree":', '"blocksFreeEvents":'), '"opensWindow":', '"ignoresBookingWindow":'),
    '"unpaidWaits":', '"paidStaysOnly":'), '"withheldFor":', '"withheldReason":'),
    '"firstNights":', '"taxedNights":'), '"notFromNights":', '"exemptFromNights":')::jsonb
$$;
update audit set before = renamed_keys(before), after = renamed_keys(after)
  where concat(before, after) ~ '"(takesFree|opensWindow|unpaidWaits|withheldFor|firstNights|notFromNights)":';
update owner_statements set figures = renamed_keys(figures) where figures::text like '%"unpaidWaits":%';
drop function renamed_keys;

update audit set action = 'journal.unpublished' where action = 'journal.taken-back';
