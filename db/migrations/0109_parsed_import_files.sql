-- A file is parsed once, when it is chosen. Those that wait for a day at most are chosen again.
delete from import_files;
alter table import_files drop column content, add column parsed json not null;
