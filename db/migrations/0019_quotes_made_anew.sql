-- A price that moved while its guest booked is told anew: it belongs to the receipt that the guest's group has.
alter table quotes add column origin_id uuid references quotes deferrable initially deferred;
comment on column quotes.origin_id is 'the first quote of the chain; null is one that was asked for';
create index quotes_origin on quotes (origin_id) where origin_id is not null;
