-- A search asks for the nights of all homes. By an index that begins with the home it read every stay there ever was.
create index occupancies_spans on occupancies using gist (nights);
