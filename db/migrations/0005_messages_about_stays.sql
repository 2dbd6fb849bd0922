-- A message may be about nights, and about a booking.
alter table inquiries
  add column check_in date,
  add column check_out date,
  add column booking_id uuid references bookings on delete set null,
  add constraint inquiries_dates check ((check_in is null) = (check_out is null) and check_out > check_in);
create index inquiries_booking_id on inquiries (booking_id) where booking_id is not null;
