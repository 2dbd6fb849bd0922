-- The week after which a review shows by itself begins anew with its last photo: nothing shows that nobody could read.
alter table stay_reviews add column last_photo_at timestamptz;
