-- Imported nights that a stay of ours has too: `new` until the operator has been told of them.

alter table occupancies
  add column dispute text check (dispute in ('new', 'told')),
  add check (kind = 'import' or dispute is null);
create index occupancies_new_disputes on occupancies (property_id) where dispute = 'new';
