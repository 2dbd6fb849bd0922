-- What operators write themselves: that a home is ready, how they decline, and what is still to be paid after a change.
alter table bookings add column home_ready_at timestamptz;
comment on column bookings.home_ready_at is 'when somebody said that the home is ready for this stay; null while it is not';

-- The values are whole sentences, because guests read them in an email.
alter table site
  add column decline_texts text[] not null default array[
    'The home isn’t available for those dates after all. Another of our homes may be: reply to this email and we’ll check for you.',
    'The home isn’t a good fit for your group. Tell us a little more about your plans, and we’ll suggest another.',
    'We couldn’t verify your request. If you’re still interested, please reply to this email with a phone number.'
  ],
  add constraint site_decline_texts check (cardinality(decline_texts) = 3 and array_position(decline_texts, null) is null);
comment on column site.decline_texts is 'what a refusal may start with; an empty one is not offered';

-- A difference is what a changed stay costs more than was paid. The guest pays it by a link, one at a time.
alter table payments
  drop constraint payments_kind_check,
  add constraint payments_kind_check check (kind in ('whole', 'deposit', 'balance', 'difference')),
  drop constraint payments_booking_id_kind_key;
create unique index payments_one_of_a_kind on payments (booking_id, kind) where kind <> 'difference';
create unique index payments_one_open_difference on payments (booking_id)
  where kind = 'difference' and status in ('waiting', 'authorized');
