-- A filing keeps its stays and how they were counted. Those of before were counted as today, and their stays are not known.
alter table tax_filings add column counted_by text check (counted_by in ('check-out', 'check-in', 'night', 'payment')),
  add column platforms text[], add column entries jsonb, add column changes_until timestamptz;
comment on column tax_filings.changes_until is 'the changes of the next period begin here';
update tax_filings set platforms = array(select source from tax_platforms order by source),
  counted_by = coalesce((select counted_by from tax_jurisdictions where name = jurisdiction), 'check-out');
alter table tax_filings alter column counted_by set not null, alter column platforms set not null;

-- Taxes and stays name their authority. Once no tax has a name anymore, the authority that got it from there has all of it.
alter table tax_jurisdictions add column former_names text[] not null default '{}';
comment on column tax_jurisdictions.former_names is 'what stays can still name it; one with a row of its own is another authority';

create or replace function keep_tax_jurisdiction() returns trigger language plpgsql as $$
declare
  present text := coalesce(new.jurisdiction, new.name);
  former text := case when tg_op = 'UPDATE' then coalesce(old.jurisdiction, old.name) end;
  is_last boolean := not exists (select from taxes where coalesce(jurisdiction, name) = former);
  earlier text[];
begin
  if present = former then return null; end if;
  -- A former name means the authority that had it, until that one has the name back as a whole.
  if not exists (select from tax_jurisdictions
    where present = any (former_names) and (name is distinct from former or not is_last))
  then
    insert into tax_jurisdictions select present, counted_by, period, due_day, array[former] from tax_jurisdictions where name = former
      on conflict do nothing;
    insert into tax_jurisdictions (name) values (present) on conflict do nothing;
  end if;
  if is_last and exists (select from tax_jurisdictions where name = present and former = any (former_names))
    and not exists (select from tax_filings where jurisdiction = present)
  then
    -- First, since it waits for whoever files.
    delete from tax_jurisdictions where name = former returning former_names into earlier;
    update tax_jurisdictions set former_names = array_remove(former_names, former) where former = any (former_names);
    update tax_jurisdictions set former_names = array_remove(former_names || former || earlier, present) where name = present;
    update tax_filings set jurisdiction = present where jurisdiction = former;
  end if;
  return null;
end $$;
