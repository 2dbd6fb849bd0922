-- A hold is a quote's, or that of a booking which is not authorised yet. A quote has one at most.
alter table occupancies
  add column quote_id uuid references quotes,
  add constraint occupancies_hold_has_one_owner check (kind <> 'hold' or (quote_id is null) <> (booking_id is null)),
  add constraint occupancies_only_holds_of_quotes check (kind = 'hold' or quote_id is null);
create unique index occupancies_quote on occupancies (quote_id) where quote_id is not null;
