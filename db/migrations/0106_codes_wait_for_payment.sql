-- What opens a door waits until what is due is paid, unless an operator opens it for a home or for one stay.
alter table arrival_guides add column codes_open boolean not null default false;
comment on column arrival_guides.codes_open is 'guests read door code and Wi-Fi password on their day, paid or not';
alter table bookings add column codes_open boolean not null default false;
comment on column bookings.codes_open is 'the guest reads door code and Wi-Fi password on their day, paid or not';

-- Changes of guides from before can still be undone.
update audit set before = jsonb_set(before, '{guide,codesOpen}', 'false'), after = jsonb_set(after, '{guide,codesOpen}', 'false')
  where action in ('content.changed', 'content.code-changed') and before ? 'guide' and after ? 'guide';
