-- What guests say of a stay, one for each booking. It shows once an operator published it, or after a week.
create table stay_reviews (
  booking_id uuid primary key references bookings on delete cascade,
  property_id uuid not null references properties on delete cascade,
  -- The first name only.
  author text not null check (author <> ''),
  stars smallint not null check (stars between 1 and 5),
  body text not null check (body <> ''),
  -- The first day of the month of check-in.
  stayed_in date not null check (extract(day from stayed_in) = 1),
  created_at timestamptz not null,
  published_at timestamptz,
  -- Never because it is bad.
  withheld_for text check (withheld_for in ('not-the-guest', 'personal-data', 'unlawful', 'not-the-stay')),
  answer text check (answer <> ''),
  check (published_at is null or withheld_for is null)
);
create index stay_reviews_of_property on stay_reviews (property_id);

create constraint trigger content_changed after insert or update or delete on stay_reviews
  deferrable initially deferred for each row execute function content_changed();

alter table message_texts drop constraint message_texts_moment_check;
alter table message_texts add constraint message_texts_moment_check check (moment in
  ('balance-due', 'not-paid', 'arrival-guide', 'day-before', 'first-morning', 'last-day', 'thanks', 'review'));
insert into message_texts (moment, is_on) select 'review', false where exists (select from bookings);
