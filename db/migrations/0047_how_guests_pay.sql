-- How guests pay where no card is charged, and by when: for the site, and for a home where it differs.
alter table site
  add column payment_text text,
  add column deposit_percent smallint check (deposit_percent between 1 and 99),
  add column deposit_days smallint not null default 7 check (deposit_days between 0 and 60),
  add column balance_days smallint not null default 30 check (balance_days between 0 and 365);
comment on column site.payment_text is 'What a guest reads: check, transfer, app; null while nobody has written it';
comment on column site.deposit_days is 'Days from the confirmation to the first payment, where no card is charged';

-- Without a percentage of its own, a home has the terms of the site; 100 is everything at once.
alter table properties
  add column payment_text text,
  add column deposit_days smallint not null default 7 check (deposit_days between 0 and 60),
  drop constraint properties_deposit_percent_check,
  add constraint properties_deposit_percent_check check (deposit_percent between 1 and 100);
comment on column properties.payment_text is 'Null: the text of the site';

alter table bookings
  add column payment_schedule jsonb check (jsonb_typeof(payment_schedule) = 'array'),
  add column payment_reminded_at timestamptz;
comment on column bookings.payment_schedule is 'What is paid by when, as agreed: amounts in cents and days; null if no day was agreed or a card is charged';
