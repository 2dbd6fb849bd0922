-- The week after which a review shows by itself begins anew with its last photo: nothing shows that nobody could read.
alter table stay_reviews add column last_photo_at timestamptz;

-- What a message said when it was sent. Both are null of messages sent before.
alter table stay_messages add column sent_subject text, add column sent_body text,
  add check ((sent_subject is null) = (sent_body is null)), add check (sent_at is not null or sent_subject is null);
comment on column stay_messages.sent_body is 'with a label in place of the links that open the stay';
