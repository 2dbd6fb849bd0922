-- What the platform said in the revision of a booking that was last applied: only what it changed since is changed here.
alter table channel_bookings add column applied jsonb check (jsonb_typeof(applied) = 'object');
