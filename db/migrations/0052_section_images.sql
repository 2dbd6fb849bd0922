-- The large images between the sections of a property page are a list of image addresses.
drop trigger properties_presentation_shape on properties;
create trigger properties_presentation_shape before insert or update of presentation on properties for each row
  when (current_setting('site.restoring', true) is distinct from 'on' and not json_fits(new.presentation, '{
    "cardText": ["string"], "cardTitle": ["string", "null"], "badge": ["string", "null"], "capacityWord": ["string"],
    "extraFacts": ["array"], "lead": ["string"], "story": ["array"], "sleepingHeading": ["string"], "gallery": ["object"],
    "amenitiesHeading": ["string"], "amenityGroups": ["array"], "surroundings": ["object", "null"], "bookingHeading": ["string"],
    "metadata": ["object", "null"], "questions": ["array"], "sectionImages": ["array"]
  }')) execute function refuse_wrong_shape('presentation');
