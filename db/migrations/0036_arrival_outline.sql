-- A property's page says what its arrival guide will have and from when, though nothing of it.
create constraint trigger content_changed after insert or update or delete on arrival_guides
  deferrable initially deferred for each row execute function content_changed();
