-- Whether an owner's statement has a stay only once its guest has paid it.
alter table owners add column unpaid_waits boolean not null default false;

-- Changes of owners from before can still be undone.
update audit set before = case when jsonb_typeof(before) = 'object' then before || '{"unpaidWaits": false}' else before end,
    after = case when jsonb_typeof(after) = 'object' then after || '{"unpaidWaits": false}' else after end
  where subject = 'owner' and (after ? 'getsCleaning' or before ? 'getsCleaning');
