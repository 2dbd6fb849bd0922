-- What each operator may do. Whoever had an account could do everything, and still can.
alter table users
  add column role text not null default 'owner'
    check (role in ('owner', 'manager', 'front-desk', 'housekeeper', 'homeowner', 'bookkeeper')),
  -- The homes of a role that may be limited to some; null for all.
  add column property_ids uuid[],
  add column email text,
  add column suspended_at timestamptz,
  add column created_at timestamptz not null default now();
create unique index users_email on users (lower(email));

-- Under which role a change was made.
alter table audit add column operator_role text;
