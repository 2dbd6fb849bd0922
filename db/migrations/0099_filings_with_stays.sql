-- A filing keeps its stays and how they were counted. Those of before were counted as today, and their stays are not known.
alter table tax_filings add column counted_by text check (counted_by in ('check-out', 'check-in', 'night', 'payment')),
  add column platforms text[], add column entries jsonb, add column changes_until timestamptz;
comment on column tax_filings.changes_until is 'the changes of the next period begin here';
update tax_filings set platforms = array(select source from tax_platforms order by source),
  counted_by = coalesce((select counted_by from tax_jurisdictions where name = jurisdiction), 'check-out');
alter table tax_filings alter column counted_by set not null, alter column platforms set not null;
