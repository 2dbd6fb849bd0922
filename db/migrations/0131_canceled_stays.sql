-- Reports ask for all canceled stays, for the day of each and for what was kept: few among many.
create index booking_versions_ended on booking_versions (property_id) where replaced_at is null and status <> 'confirmed';
create index booking_changes_ended on booking_changes (booking_id) where from_status = 'confirmed';
create index ledger_kept on ledger (booking_id) where kind = 'kept';
