-- What an operator still has to return to a guest who canceled and had paid outside the site.
alter table bookings add column return_due numeric(8, 2) not null default 0 check (return_due >= 0);
comment on column bookings.return_due is 'promised to a guest who canceled, and not to be made by card; 0 once an operator recorded it as returned';
