-- Replaces 0db3c419fbc8d5841669d315de998177ca86b6a048ae68e926cd271858e7b680, which did the same and failed on a site with a giveaway.
-- How the seed of a giveaway's draw is written, so that half of one is never taken for good: app/features/giveaway/seed.ts.
alter table campaigns
  add column seed_kind text not null default 'text' check (seed_kind in ('powerball', 'mega-millions', 'dice', 'text'));
-- A draft is the operator's alone, until it is opened. Before the update, whose deferred trigger keeps the table from changes.
alter table campaigns add column draft boolean not null default false;
alter table giveaway_draws
  add column seed_kind text not null default 'text' check (seed_kind in ('powerball', 'mega-millions', 'dice', 'text'));

-- The source that the site proposed so far names its form itself.
update campaigns set seed_kind = 'powerball'
  where seed_source like 'The winning numbers of the first Powerball drawing held a full day or more after the close: %';
update giveaway_draws set seed_kind = 'powerball'
  where seed is null
    and seed_source like 'The winning numbers of the first Powerball drawing held a full day or more after the close: %';

create or replace function refuse_draw_change() returns trigger language plpgsql as $$
begin
  if (new.campaign_id, new.list_digest, new.lines, new.tickets, new.seed_source, new.seed_kind, new.frozen_at)
      is distinct from (old.campaign_id, old.list_digest, old.lines, old.tickets, old.seed_source, old.seed_kind, old.frozen_at)
    or (old.seed is not null and new.seed is distinct from old.seed)
    or new.rounds < old.rounds then
    raise exception 'a published draw is not changed' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
