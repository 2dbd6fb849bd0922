-- The last backup that succeeded, and what failed since.
create table backups (
  id smallint primary key default 1 check (id = 1),
  succeeded_at timestamptz,
  bytes bigint,
  failed_at timestamptz,
  error text
);
