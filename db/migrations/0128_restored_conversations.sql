-- While a dump is restored, its conversations say themselves who waits. The forms in it made answered ones wait again.
drop trigger inquiries_join_conversation on inquiries;
create trigger inquiries_join_conversation after insert on inquiries
  for each row when (current_setting('site.restoring', true) is distinct from 'on') execute function join_conversation();
drop trigger host_inquiries_join_conversation on host_inquiries;
create trigger host_inquiries_join_conversation after insert on host_inquiries
  for each row when (current_setting('site.restoring', true) is distinct from 'on') execute function join_conversation();
