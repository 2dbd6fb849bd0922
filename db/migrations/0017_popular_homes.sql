-- How often a home was booked lately is asked of all homes that a search finds.
create index bookings_popular on bookings (property_id, created_at) where status = 'confirmed';
