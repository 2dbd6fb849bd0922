-- A stay may have a door code of its own: apart from bookings, so that no list, file or record of one contains it.
create table stay_door_codes (
  booking_id uuid not null references bookings on delete cascade,
  property_id uuid not null references properties on delete cascade,
  door_code text not null check (door_code <> ''),
  primary key (booking_id, property_id)
);
create index stay_door_codes_property on stay_door_codes (property_id);
comment on column stay_door_codes.property_id is 'the home that it opens: it does not count while the stay is in another one';
