-- The photos of a guest's review, in the order in which they came. They go with the review.
alter table stay_reviews add column photos text[] not null default '{}' check (cardinality(photos) <= 5);
create index stay_reviews_photos on stay_reviews using gin (photos);
