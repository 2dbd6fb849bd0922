-- From here on pg-boss creates and migrates its own tables at the start. Those of 0003 are its version 43: where mail waits in them
-- they stay, and the library goes on with them.
do $$
begin
  if exists (select from pgboss.job) then
    update pgboss.job set heartbeat_seconds = 60, expire_seconds = 3600 where name = 'mail' and state < 'completed';
  else
    drop schema pgboss cascade;
  end if;
end
$$;
