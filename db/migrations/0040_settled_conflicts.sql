-- An operator may say that imported nights are those of the same guest, so that nothing more is said about them.
alter table occupancies drop constraint occupancies_dispute_check;
alter table occupancies add constraint occupancies_dispute_check check (dispute in ('new', 'told', 'settled'));
