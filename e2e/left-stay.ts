/** Statements after which the last confirmed stay of the demo is one whose guest left two days ago. */
export const LEFT_STAY = `
  create temporary table stay as select id from bookings where status = 'confirmed' order by check_in_date desc limit 1;
  update bookings set check_in_date = current_date - 6, check_out_date = current_date - 2 where id in (table stay);
  update occupancies set nights = daterange(current_date - 6, current_date - 2) where booking_id in (table stay);
`
