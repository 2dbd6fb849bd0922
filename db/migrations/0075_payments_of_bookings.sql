-- What a booking paid is asked for each booking of Today and of the lists. Without this, each answer read all payments.
create index payments_booking on payments (booking_id);
