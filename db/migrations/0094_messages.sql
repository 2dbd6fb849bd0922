-- The emails that leave at once have a paragraph of the operator's own: a text without a subject.
alter table message_texts drop constraint message_texts_moment_check;
alter table message_texts add constraint message_texts_moment_check check (moment in
  ('balance-due', 'not-paid', 'arrival-guide', 'day-before', 'first-morning', 'last-day', 'thanks', 'review',
   'received', 'confirmed', 'how-to-pay', 'paid', 'canceled'));
alter table message_texts drop constraint message_texts_check;
alter table message_texts add constraint message_texts_check check (
  case when moment in ('received', 'confirmed', 'how-to-pay', 'paid', 'canceled') then subject is null
    else (subject is null) = (body is null) end);

-- The blanks that keep a message from leaving, as long as there are any.
alter table stay_messages add column empty_blanks text[] check (cardinality(empty_blanks) > 0);
create index stay_messages_waiting on stay_messages (booking_id) where empty_blanks is not null;

-- A reply by email is an event, as a message of the form is. What a program wrote is none.
create function mail_messages_emit() returns trigger language plpgsql as $$
begin
  perform emit_webhook('message.received', jsonb_build_object('id', new.id, 'from', 'email',
    'conversationId', new.conversation_id));
  return null;
end $$;
create trigger mail_messages_emit after insert on mail_messages
  for each row when (new.is_incoming and not new.is_automatic) execute function mail_messages_emit();

-- Where the winner of a round is reached, if an email to the entry's address came back. Frozen entries stay as they are.
alter table giveaway_rounds add column email text check (email = lower(email) and email <> '');
create index giveaway_rounds_email on giveaway_rounds (email);
create function forget_winner_email() returns trigger language plpgsql as $$
begin
  new.email := null;
  return new;
end $$;
create trigger forget_winner_email before update of entry_id on giveaway_rounds
  for each row when (new.entry_id is null) execute function forget_winner_email();
