-- How guests can pay where no card is charged, as they read it before they book. It names no account.
alter table site add column payment_ways text[] not null default '{}'
  check (payment_ways <@ '{check,bank-transfer,card-by-phone,payment-link,zelle,venmo,paypal,cash}');
alter table properties add column payment_ways text[] not null default '{}'
  check (payment_ways <@ '{check,bank-transfer,card-by-phone,payment-link,zelle,venmo,paypal,cash}');
comment on column properties.payment_ways is 'Empty: those of the site, unless the home has a payment_text of its own';

-- Changes of how guests pay from before can still be undone.
update audit set before = case when jsonb_typeof(before) = 'object' then before || '{"paymentWays": []}' else before end,
    after = case when jsonb_typeof(after) = 'object' then after || '{"paymentWays": []}' else after end
  where action = 'site.payment-changed';
