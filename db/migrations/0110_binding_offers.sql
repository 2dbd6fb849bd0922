-- An offer that an operator wrote to somebody: its price counts until it expires, whatever prices and rules become.
alter table quotes add column is_offer boolean not null default false;
comment on column quotes.is_offer is 'written by an operator: its price is booked until it expires';
