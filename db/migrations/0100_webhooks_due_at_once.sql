-- The clock of the site decides what is due. A new event is due by any clock, and not only after the database's now().
alter table webhook_deliveries alter column next_at set default 'epoch';
